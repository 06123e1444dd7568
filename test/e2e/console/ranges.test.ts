import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Ranges in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1?tab=ranges', async (api) => {
    await api.post('/sections/', { name: 'Office' });
    await api.post('/subnets/', { sectionId: 1, subnet: '10.0.0.0', mask: 24, description: 'Floor' });
    await api.post('/addresses/', { subnetId: 1, ip: '10.0.0.21' });
  });

  const dialog = () => suite.page.getByRole('dialog');
  const choose = async (label: string, option: string) => {
    await dialog().getByLabel(label, { exact: true }).click();
    await suite.page.getByRole('option', { name: option, exact: true }).click();
  };

  it('are created in a form without ids, and show their use', async () => {
    await suite.page.getByText('No ranges yet').waitFor();
    await suite.page.getByRole('button', { name: 'Create range' }).click();
    expect(await dialog().getByLabel('Subnet').count()).to.equal(0);
    await dialog().getByLabel('Name').fill('Printers');
    await dialog().getByLabel('First address').fill('10.0.0.20');
    await dialog().getByLabel('Last address').fill('10.0.0.29');
    await choose('Purpose', 'Static');
    await choose('Allocation', 'Only if chosen');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await suite.page.getByRole('cell', { name: 'Printers', exact: true }).waitFor();
    await suite.page.getByText('1 of 10', { exact: true }).waitFor();
    await suite.page.getByText('Printers: 1 of 10').waitFor();
    const [range] = (await suite.api.get('/ranges/')).records;
    expect(range).to.include({ subnetId: '1', name: 'Printers', purpose: 'static', allocation: 'named' });
  });

  it('are offered where an address is allocated', async () => {
    await suite.page.getByRole('button', { name: 'Add address' }).first().click();
    await choose('Range', 'Printers');
    await dialog().getByText('10.0.0.20').waitFor();
    await dialog().getByRole('button', { name: 'Add address' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect((await suite.api.list('/subnets/1/addresses/')).map(({ ip }) => ip)).to.deep.equal(['10.0.0.20', '10.0.0.21']);
  });

  it('are marked in the grid, with a legend', async () => {
    await suite.page.getByRole('tab', { name: 'Grid' }).click();
    await suite.page.getByRole('button', { name: '10.0.0.29 free · Printers' }).waitFor();
    expect(await suite.page.locator('.swatch[data-state="range"]').count()).to.equal(1);
  });

  it('are changed and deleted', async () => {
    await suite.page.getByRole('tab', { name: 'Ranges' }).click();
    await suite.page.getByRole('button', { name: 'Edit range Printers' }).click();
    await dialog().getByLabel('Last address').fill('10.0.0.39');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await suite.page.getByText('Printers: 2 of 20').waitFor();
    await suite.page.getByRole('button', { name: 'Delete range Printers' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await suite.page.getByText('No ranges yet').waitFor();
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
