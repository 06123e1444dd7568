import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

const password = 'sees a part of it';

describe(`Free space beside networks that the user may not see${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    const group = (await api.post('/admin/groups/', { name: 'Planners' })).record.id;
    await api.post('/admin/users/', { username: 'planner', password, groups: ['Planners'] });
    const seen = JSON.stringify({ [String(group)]: '3' });
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1, permissions: seen })).id;
    const common = { sectionId: section, mask: 24 };
    const parent = { ...common, subnet: '10.0.0.0', mask: 22, description: 'All', permissions: seen };
    const masterSubnetId = (await api.post('/subnets/', parent)).id;
    await api.post('/subnets/', { ...common, masterSubnetId, subnet: '10.0.0.0', permissions: seen });
    const hide = async (input: object) => {
      const { id } = await api.post('/subnets/', { ...common, ...input, description: 'Secret laboratory' });
      expect((await api.patch(`/admin/permissions/subnets/${id}/`, { group: 'Planners', level: 0 })).status).to.equal(200);
    };
    await hide({ masterSubnetId, subnet: '10.0.1.0' });
    const other = { ...common, sectionId: section, description: 'Filled', permissions: seen };
    const filled = (await api.post('/subnets/', { ...other, subnet: '10.9.0.0', mask: 23 })).id;
    await api.post('/subnets/', { ...other, masterSubnetId: filled, subnet: '10.9.0.0' });
    await hide({ masterSubnetId: filled, subnet: '10.9.1.0' });
  });

  it('offers the first free network, counts the hidden network as used, and does not name it', async () => {
    const page = await suite.browser.signedIn('planner', password, 'sections/1');
    const main = page.locator('main');
    await main.getByText('10.0.1.0 – 10.0.3.255: first free subnet 10.0.2.0/24').waitFor();
    await main.getByText('10.9.1.0 – 10.9.1.255: no free /24').waitFor();
    expect(await main.getByRole('button', { name: 'Create 10.0.1.0/24' }).count()).to.equal(0);
    expect(await main.getByRole('button', { name: 'Create 10.9.1.0/24' }).count()).to.equal(0);
    expect(await main.innerText()).not.to.include('Secret');
    await main.getByRole('button', { name: 'Create 10.0.2.0/24' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create subnet' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/cidr/10.0.2.0/24/')).status).to.equal(200);
    await ConsoleBrowser.go(page, 'subnets/1?tab=free');
    await main.getByRole('button', { name: '10.0.3.0/24', exact: true }).waitFor();
    expect(await main.getByText('10.0.1.0').count()).to.equal(0);
    await page.context().close();
  });

  it('is shown with its ranges to users who see all networks', async () => {
    await ConsoleBrowser.go(suite.page, 'sections/1');
    await suite.page.locator('main').getByText('Free: 10.0.3.0 – 10.0.3.255 (256)').waitFor();
    expect(await suite.page.locator('main').getByText('no free /24').count()).to.equal(0);
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
