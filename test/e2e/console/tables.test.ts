import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`Tables and trees in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    await api.post('/sections/', { name: 'Warehouse', strictMode: 1, order: 2 });
    await api.post('/sections/', { name: 'Office', strictMode: 1, order: 1 });
    const customer = (await api.post('/tools/customers/', { title: 'Danube' })).id;
    for (const number of [9, 110, 20]) await api.post('/vlans/', { name: `vlan-${number}`, number });
    await api.patch('/vlans/2/', { customer_id: customer });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 2, description: 'All' });
    for (const third of [0, 1, 5])
      await api.post('/subnets/', {
        ...{ subnet: `10.0.${third}.0`, mask: 24, sectionId: 2, masterSubnetId: 1 },
        ...(third === 1 ? { vlanId: 2 } : {}),
      });
    for (const last of [1, 2, 3]) await api.post('/addresses/', { subnetId: 2, ip: `10.0.0.${last}`, hostname: `host-${last}` });
  });
  const page = () => suite.page;
  const main = () => page().locator('main');
  const dialog = () => page().getByRole('dialog');
  const open = async (path: string) => {
    await page().goto(`${suite.service.url}/console/${path}`);
    await main().getByRole('heading', { level: 1 }).waitFor();
    await ConsoleBrowser.still(page());
  };
  const firstCells = () => main().locator('.record-line a').allInnerTexts();
  const rowsOf = (label: string) => main().getByRole('table', { name: label });
  /** The URL changes before the table. */
  const sorted = (label: string, order: 'ascending' | 'descending') => rowsOf(label).locator(`[aria-sort=${order}]`).waitFor();

  it('sort records by number in both directions, reset the order, and store it in the URL', async () => {
    await open('records/vlan');
    await rowsOf('VLANs').getByRole('button', { name: 'Number' }).click();
    await page().waitForURL(/sort=number/);
    await sorted('VLANs', 'ascending');
    expect((await firstCells()).filter((text) => text.startsWith('vlan'))).to.deep.equal(['vlan-9', 'vlan-20', 'vlan-110']);
    await rowsOf('VLANs').getByRole('button', { name: 'Number' }).click();
    await page().waitForURL(/sort=-number/);
    await page().reload();
    await rowsOf('VLANs').getByRole('link', { name: 'vlan-9', exact: true }).waitFor();
    expect((await firstCells()).filter((text) => text.startsWith('vlan'))).to.deep.equal(['vlan-110', 'vlan-20', 'vlan-9']);
    await rowsOf('VLANs').getByRole('button', { name: 'Number' }).click();
    await page().waitForURL((url) => !url.search.includes('sort'));
  });

  it('filter by several conditions on the service, and store them in the URL', async () => {
    await open('records/vlan');
    const add = async (field: string, comparison: string, value: string) => {
      await main().getByRole('button', { name: 'Condition', exact: true }).click();
      await page().getByLabel('Field', { exact: true }).selectOption(field);
      await page().getByLabel('Comparison').selectOption(comparison);
      await page().getByLabel('Value').fill(value);
      await page().getByRole('button', { name: 'Add condition' }).click();
    };
    await add('number', 'at least', '10');
    await main().getByText('2 VLANs').waitFor();
    await add('name', 'contains', '110');
    await main().getByText('1 VLAN').waitFor();
    await page().reload();
    await main().getByText('1 VLAN').waitFor();
    await main().getByRole('button', { name: 'Remove condition: Name contains 110' }).click();
    await main().getByText('2 VLANs').waitFor();
  });

  it('store the chosen columns in the URL, and export the shown rows', async () => {
    await open('records/vlan?columns=number,customer_id');
    await rowsOf('VLANs').getByRole('link', { name: 'Danube' }).waitFor();
    expect(await rowsOf('VLANs').getByRole('columnheader').allInnerTexts()).not.to.include('Description');
    await main().getByRole('button', { name: 'Columns' }).click();
    await page().getByRole('checkbox', { name: 'Customer' }).uncheck();
    await page().waitForURL(/columns=name%2Cnumber(&|$)/);
    await page().keyboard.press('Escape');
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      main().locator('.card').getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8').replace('\uFEFF', '');
    expect(text.split('\r\n').slice(0, 2)).to.deep.equal(['Name,Number', 'vlan-9,9']);
  });

  it('change and delete the selected records', async () => {
    await open('records/vlan');
    for (const name of ['vlan-9', 'vlan-20']) await main().getByLabel(`Select ${name}`).check();
    await main().locator('.card').getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByLabel('Description').fill('Together');
    await dialog().getByRole('button', { name: 'Save 2 VLANs' }).click();
    await page().getByText('2 VLANs saved').waitFor();
    const vlans = (await suite.api.get('/vlans/')).records;
    expect(vlans.filter(({ description }) => description === 'Together')).to.have.length(2);
    await main().getByLabel('Select vlan-20').check();
    await main().locator('.card').getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().getByRole('button', { name: 'Delete 1 VLAN' }).click();
    await page().getByText('1 VLAN deleted').waitFor();
    expect((await suite.api.get('/vlans/')).records).to.have.length(2);
  });

  it('list all subnets and all addresses', async () => {
    await open('records/subnet?where=%5B%22vlanId%20eq%202%22%5D');
    await main().getByText('1 subnet', { exact: true }).waitFor();
    await rowsOf('Subnets').getByRole('link', { name: '10.0.1.0/24' }).waitFor();
    await open('records/address?sort=-ip&find=host');
    await rowsOf('Addresses').getByRole('link', { name: '10.0.0.3' }).waitFor();
    expect((await firstCells()).filter((text) => /^[\d.]+$/.test(text))).to.deep.equal(['10.0.0.3', '10.0.0.2', '10.0.0.1']);
  });

  it('show the subnets of a section with VLANs, sorted by their utilization, and as a tree again', async () => {
    await open('sections/2?columns=vlanId,usage');
    await rowsOf('Subnets').getByRole('link', { name: '110 vlan-110' }).waitFor();
    await rowsOf('Subnets').getByRole('button', { name: 'Used' }).click();
    await sorted('Subnets', 'ascending');
    await rowsOf('Subnets').getByRole('button', { name: 'Used' }).click();
    await page().waitForURL(/sort=-usage/);
    await sorted('Subnets', 'descending');
    expect((await firstCells())[0]).to.equal('10.0.0.0/24');
    await rowsOf('Subnets').getByRole('button', { name: 'Used' }).click();
    await rowsOf('Subnets').getByText('Free: 10.0.2.0 – 10.0.4.255').waitFor();
  });

  it('create networks in free space from the tree', async () => {
    await open('sections/2');
    await rowsOf('Subnets').getByRole('button', { name: 'Create 10.0.2.0/24' }).click();
    await dialog().getByRole('button', { name: 'Create subnet' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/cidr/10.0.2.0/24/')).status).to.equal(200);
    await open('sections/2');
    await main().getByRole('button', { name: 'Show free space' }).click();
    await rowsOf('Subnets').getByText('Free:').first().waitFor({ state: 'detached' });
    await main().getByRole('button', { name: 'Show free space' }).click();
  });

  it('are saved as views, opened from the navigation, shared and deleted', async () => {
    await open('records/vlan?sort=-number');
    await main().getByRole('button', { name: 'Saved views' }).click();
    await dialog().getByLabel('Name').fill('Highest VLANs');
    await dialog().getByRole('button', { name: 'Save view' }).click();
    await dialog().waitFor({ state: 'detached' });
    await open('');
    await page().getByRole('navigation').getByRole('link', { name: 'Highest VLANs' }).click();
    await page().waitForURL(/records\/vlan\?sort=-number/);
    await main().getByRole('button', { name: 'Saved views' }).click();
    await dialog().getByRole('button', { name: 'Share Highest VLANs' }).click();
    await dialog().getByText('shared by Admin').waitFor();
    await dialog().getByRole('button', { name: 'Delete Highest VLANs' }).click();
    await dialog().getByText('No saved views yet').waitFor();
    expect((await suite.api.get('/views/')).records).to.deep.equal([]);
  });

  it('list sections in their order in the navigation, which stays expanded', async () => {
    await open('');
    const tree = page().getByRole('navigation').getByRole('list', { name: 'Sections' });
    await tree.getByRole('link').nth(1).waitFor();
    expect(await tree.getByRole('link').allInnerTexts()).to.deep.equal(['Office', 'Warehouse']);
    await tree.getByRole('button', { name: 'Expand Office' }).click();
    await tree.getByRole('button', { name: 'Expand 10.0.0.0/16' }).click();
    await tree.getByRole('link', { name: '10.0.1.0/24' }).waitFor();
    await page().reload();
    await tree.getByRole('link', { name: '10.0.1.0/24' }).click();
    await main().getByRole('heading', { name: '10.0.1.0/24' }).waitFor();
  });

  it('coexist with a start page of chosen cards', async () => {
    await open('');
    await main().getByRole('button', { name: 'Choose cards' }).click();
    await dialog().getByRole('checkbox', { name: 'Latest changes' }).uncheck();
    await dialog().getByRole('checkbox', { name: 'Saved views' }).check();
    await dialog().getByRole('button', { name: 'Move Saved views up' }).click();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await page().reload();
    await main().getByRole('heading', { name: 'Saved views' }).waitFor();
    expect(await main().getByRole('heading', { name: 'Latest changes' }).count()).to.equal(0);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
