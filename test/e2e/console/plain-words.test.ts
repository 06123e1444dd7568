import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The display of records in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1?tab=changes', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/l2domains/', { name: 'Campus' });
    await api.post('/vlans/', { name: 'Servers', number: 20, domainId: 2 });
    await api.post('/vlans/', { name: 'Phones', number: 30, domainId: 2 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
    await api.patch('/subnets/1/', { vlanId: 1 });
    await api.post('/addresses/', { subnetId: 1, ip: '10.0.0.7', hostname: 'seven.example' });
    await api.patch('/addresses/1/', { hostname: 'sieben.example' });
  });

  it('shows changes of a network and its addresses with names instead of ids', async () => {
    await suite.page.getByText('subnet 10.0.0.0/24 Desks').first().waitFor();
    await suite.page.getByText('address 10.0.0.7').nth(1).waitFor(); // its creation and its change
    await suite.page.getByRole('button', { name: 'Show values' }).nth(2).click();
    const row = suite.page.getByRole('row', { name: /^VLAN/ });
    await row.getByText('20 Servers (Campus)').waitFor();
    expect(await suite.page.getByText('[vlanId]').count()).to.equal(0);
  });

  it('names a VLAN by number, name and domain, and finds it by number', async () => {
    await suite.page.locator('dd').getByText('20 Servers (Campus)').waitFor();
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const field = suite.page
      .getByRole('dialog')
      .locator('input')
      .and(suite.page.getByLabel('VLAN', { exact: true }));
    expect(await field.inputValue()).to.equal('20 Servers (Campus)');
    await field.fill('30');
    await suite.page.getByRole('option', { name: '30 Phones (Campus)' }).click();
    await suite.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await suite.page.locator('dd').getByText('30 Phones (Campus)').waitFor();
  });

  it('names addresses and networks by their address first in all changes', async () => {
    await suite.page.goto(`${suite.service.url}/console/changes`);
    await suite.page.getByText('address 10.0.0.7 sieben.example').first().waitFor();
    await suite.page.getByText('subnet 10.0.0.0/24 Desks').first().waitFor();
  });

  it('names the application of a change, except for changes by the console', async () => {
    await suite.page.goto(`${suite.service.url}/console/changes`);
    await suite.page.getByText('edited by Admin, through default').first().waitFor();
    await suite.page.getByText('edited by Admin', { exact: true }).first().waitFor();
    await suite.page.getByRole('textbox', { name: 'Application' }).fill('console');
    await suite.page.waitForURL(/app=console/);
    await suite.page.getByText('through default').first().waitFor({ state: 'detached' });
    await suite.page.getByText('edited by Admin', { exact: true }).first().waitFor();
  });

  it('causes no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
