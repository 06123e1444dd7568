import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

/** Counts clicks, keys and typed texts. A text of any length counts once. */
class Effort {
  #count = 0;

  async click(locator: Locator): Promise<void> {
    this.#count++;
    await locator.click();
  }

  async press(locator: Locator, key: string): Promise<void> {
    this.#count++;
    await locator.press(key);
  }

  async type(locator: Locator, text: string): Promise<void> {
    this.#count++;
    await locator.fill(text);
  }

  async choose(locator: Locator, option: string): Promise<void> {
    this.#count++;
    await locator.selectOption(option);
  }

  get count(): number {
    return this.#count;
  }
}

describe(`The ten daily jobs in the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    const master = (await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: section, description: 'All' })).id;
    for (const third of [0, 1, 2])
      await api.post('/subnets/', { subnet: `10.0.${third}.0`, mask: 24, sectionId: section, masterSubnetId: master });
    const location = (await api.post('/tools/locations/', { name: 'Vienna' })).id;
    const rack = (await api.post('/tools/racks/', { name: 'A-01', size: 10, location })).id;
    const device = (await api.post('/devices/', { hostname: 'core-1', rack, rack_start: 1, rack_size: 1, location })).id;
    for (let last = 1; last <= 20; last++)
      await api.post('/addresses/', { subnetId: 2, ip: `10.0.0.${last}`, hostname: `desk-${last}.example` });
    await api.patch('/addresses/7/', { deviceId: device, location, owner: 'Network team', hostname: 'db.example' });
    await api.post('/subnets/', { isFolder: 1, description: 'Sites', sectionId: section });
    await api.post('/admin/groups/', { name: 'Colleagues' });
  });
  const main = () => suite.page.locator('main');
  const dialog = () => suite.page.getByRole('dialog');
  const start = async (path: string): Promise<Effort> => {
    await suite.page.goto(`${suite.service.url}/console/${path}`);
    await main().getByRole('heading', { level: 1 }).waitFor();
    await ConsoleBrowser.still(suite.page);
    return new Effort();
  };
  /** Opens the first result for a text. */
  const find = async (effort: Effort, text: string) => {
    const field = suite.page.getByPlaceholder('IP, host name');
    await effort.press(suite.page.locator('body'), 'Control+k');
    await effort.type(field, text);
    await effort.press(field, 'Enter');
  };

  it('finds an address by 3 actions', async () => {
    const effort = await start('');
    await find(effort, '10.0.0.7');
    await main().getByRole('heading', { name: '10.0.0.7', exact: true }).waitFor();
    expect(effort.count).to.be.at.most(3);
  });

  it('allocates the next free address of the open network by 2 actions', async () => {
    const effort = await start('subnets/3');
    await effort.click(main().getByRole('button', { name: 'Add address' }));
    await dialog().getByRole('status').getByText('10.0.1.1').waitFor();
    await effort.click(dialog().getByRole('button', { name: 'Add address' }));
    await main().getByRole('link', { name: '10.0.1.1' }).waitFor();
    expect(effort.count).to.be.at.most(2);
  });

  it('creates a network in a gap of the open network by 3 actions', async () => {
    const effort = await start('subnets/1');
    await effort.click(main().getByRole('tab', { name: 'Free space' }));
    await effort.click(main().getByRole('button', { name: '10.0.3.0/24', exact: true }));
    await effort.click(dialog().getByRole('button', { name: 'Create subnet' }));
    await dialog().waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/cidr/10.0.3.0/24/')).status).to.equal(200);
    expect(effort.count).to.be.at.most(3);
  });

  it('shows the owner and the device of an address by 3 actions', async () => {
    const effort = await start('');
    await find(effort, '10.0.0.7');
    await main().getByText('Network team').waitFor();
    await main().getByRole('link', { name: 'core-1' }).waitFor();
    expect(effort.count).to.be.at.most(3);
  });

  it('shows the utilization of a network by 3 actions', async () => {
    const effort = await start('');
    await find(effort, '10.0.0.0/24');
    await main().getByText('20 of 254').first().waitFor();
    expect(effort.count).to.be.at.most(3);
  });

  it('changes 20 addresses of the open network by 4 actions', async () => {
    const effort = await start('subnets/2');
    await effort.click(main().getByLabel('Select all'));
    await effort.click(main().getByRole('button', { name: 'Edit', exact: true }));
    await effort.type(dialog().getByLabel('Owner'), 'Service desk');
    await effort.click(dialog().getByRole('button', { name: 'Save 20 addresses' }));
    await suite.page.getByText('20 addresses saved').waitFor();
    expect(effort.count).to.be.at.most(4);
  });

  it('moves the open network by 3 actions', async () => {
    const effort = await start('subnets/4');
    await effort.press(suite.page.locator('body'), 'Alt+m'); // as the menu of the page and the sheet of shortcuts show
    await effort.click(suite.page.getByRole('option', { name: 'Sites' }));
    await effort.click(dialog().getByRole('button', { name: 'Move' }));
    await dialog().waitFor({ state: 'detached' });
    expect((await suite.api.get('/subnets/4/')).record.masterSubnetId).to.equal('5');
    expect(effort.count).to.be.at.most(3);
  });

  it('shows the location and the rack of a host by 3 actions', async () => {
    const effort = await start('');
    await find(effort, 'core-1');
    await main().getByRole('link', { name: 'Vienna' }).waitFor();
    await main().getByRole('link', { name: 'A-01' }).waitFor();
    expect(effort.count).to.be.at.most(3);
  });

  it('shows the history of an address by 3 actions', async () => {
    const effort = await start('');
    await find(effort, '10.0.0.7');
    const history = main()
      .locator('.card')
      .filter({ has: suite.page.getByRole('heading', { name: 'Changes' }) });
    await history.getByText('Owner').first().waitFor();
    expect(effort.count).to.be.at.most(3);
  });

  it('grants a group a permission for a section and its networks by 3 actions', async () => {
    const effort = await start('');
    await effort.click(suite.page.getByRole('navigation').getByRole('link', { name: 'Permissions' }));
    await effort.click(main().getByRole('switch', { name: 'Also for all subnets of the section' }));
    await effort.choose(suite.page.getByLabel('Colleagues in Office'), '1');
    await suite.page.getByText('Colleagues in Office').first().waitFor();
    await ConsoleBrowser.still(suite.page);
    for (const path of ['/sections/1/', '/subnets/1/', '/subnets/2/'])
      expect(String((await suite.api.get(path)).record.permissions), path).to.match(/"\d+":"1"/);
    expect(effort.count).to.be.at.most(3);
  });

  it('cause no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
