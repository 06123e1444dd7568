import { expect } from 'chai';
import { leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Requests in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1', async (api) => {
    await api.post('/sections/', { name: 'Office' });
    await api.post('/subnets/', { sectionId: 1, subnet: '10.0.0.0', mask: 24, description: 'Floor', allowRequests: 1 });
    await api.post('/addresses/', { subnetId: 1, ip: '10.0.0.1' });
  });

  const dialog = () => suite.page.getByRole('dialog');
  const navigation = () => suite.page.getByRole('navigation', { name: 'Pages' });

  it('are created on the page of a network that allows them', async () => {
    for (const [reason, address] of [
      ['A printer', ''],
      ['A scanner', '10.0.0.9'],
      ['A camera', ''],
    ] as const) {
      await suite.page.getByRole('button', { name: 'Request addresses' }).click();
      await dialog().getByLabel('Reason').fill(reason);
      if (address) await dialog().getByLabel('Address', { exact: true }).fill(address);
      await dialog().getByRole('button', { name: 'Create', exact: true }).click();
      await dialog().waitFor({ state: 'hidden' });
    }
    expect(
      (await suite.api.list('/requests/')).map(({ comment, ip_addr: ip, requester }) => [comment, ip, requester]),
    ).to.deep.equal([
      ['A printer', null, 'Admin'],
      ['A scanner', '10.0.0.9', 'Admin'],
      ['A camera', null, 'Admin'],
    ]);
  });

  it('are counted in the navigation, and listed on their page', async () => {
    await navigation().getByLabel('3 open requests').waitFor();
    await navigation().getByRole('link', { name: 'Requests' }).click();
    await suite.page.getByRole('heading', { name: 'Requests' }).waitFor();
    await suite.page.getByText('A scanner', { exact: true }).waitFor();
    await suite.page.getByRole('link', { name: '10.0.0.0/24' }).first().waitFor();
  });

  const row = (reason: string) => suite.page.getByRole('row').filter({ hasText: reason });

  it('are accepted after a preview of the address', async () => {
    await row('A printer').getByRole('button', { name: 'Decide' }).click();
    await dialog().getByText('10.0.0.2', { exact: true }).waitFor();
    await dialog().getByLabel('Address', { exact: true }).fill('10.0.0.1');
    await dialog().getByText('10.0.0.1 is in use').waitFor();
    await dialog().getByLabel('Address', { exact: true }).fill('10.0.0.20');
    await dialog().getByText('10.0.0.20', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Accept', exact: true }).click();
    await suite.page.getByText('Request accepted: 10.0.0.20').waitFor();
    await navigation().getByLabel('2 open requests').waitFor();
    expect((await suite.api.list('/subnets/1/addresses/')).map(({ ip }) => ip)).to.deep.equal(['10.0.0.1', '10.0.0.20']);
  });

  it('hold an address until the decision', async () => {
    await row('A camera').getByRole('button', { name: 'Decide' }).click();
    await dialog().getByRole('button', { name: 'Hold', exact: true }).click();
    await suite.page.getByText('Held: 10.0.0.2').waitFor();
    await row('A camera').getByText('10.0.0.2', { exact: true }).waitFor();
  });

  it('are refused with a reason, and withdrawn', async () => {
    await row('A scanner').getByRole('button', { name: 'Decide' }).click();
    await dialog().getByRole('button', { name: 'Refuse instead' }).click();
    await dialog().getByLabel('Comment on the decision').fill('Use DHCP');
    await dialog().getByRole('button', { name: 'Refuse', exact: true }).click();
    await suite.page.getByText('Request refused').waitFor();
    await row('A camera').getByRole('button', { name: 'Actions for' }).click();
    await suite.page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await dialog().getByRole('button', { name: 'Withdraw' }).click();
    await suite.page.getByText('No requests').waitFor();
    expect((await suite.api.list('/requests/')).map(({ state }) => state)).to.deep.equal(['accepted', 'refused', 'withdrawn']);
  });

  it('are filtered by state', async () => {
    await suite.page.getByRole('combobox', { name: 'State' }).click();
    await suite.page.getByRole('option', { name: 'Refused' }).click();
    await row('A scanner').getByText('Use DHCP').waitFor();
    expect(suite.page.url()).to.include('state=refused');
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
