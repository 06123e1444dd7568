import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The search of the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('', async (api) => {
    await api.post('/sections/', { name: 'Office', strictMode: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: 1, description: 'All' });
    await api.post('/subnets/', { subnet: '10.0.4.0', mask: 24, sectionId: 1, masterSubnetId: 1, description: 'Desks' });
    for (const last of [7, 70, 71, 200])
      await api.post('/addresses/', { subnetId: 2, ip: `10.0.4.${last}`, hostname: `desk-${last}.office.example` });
    await api.patch('/addresses/4/', { mac: 'aa:bb:cc:dd:ee:ff' });
    await api.post('/vlans/', { name: 'Servers', number: 100 });
    await api.post('/vlans/', { name: 'Servers of VLAN 1000', number: 1000 });
  });
  const options = () => suite.page.getByRole('dialog').getByRole('option');
  const chosen = () => suite.page.locator('[role=option][data-combobox-selected]');
  const find = async (text: string) => {
    if ((await suite.page.getByPlaceholder('IP, host name').count()) === 0) await suite.page.keyboard.press('Control+k');
    await suite.page.getByPlaceholder('IP, host name').fill(text);
    await options().first().waitFor();
  };

  for (const [text, label, url] of [
    ['10.0.4.7', '10.0.4.7', /records\/address\/1$/],
    ['10.0.4.0/24', '10.0.4.0/24', /subnets\/2/],
    ['10.0.4', '10.0.4.0/24', /subnets\/2/],
    ['VLAN 100', 'VLAN 100 Servers', /records\/vlan\/1$/],
    ['vlan1000', 'VLAN 1000 Servers of VLAN 1000', /records\/vlan\/2$/],
    ['aabb.ccdd.eeff', '10.0.4.200', /records\/address\/4$/],
    ['aa-bb', '10.0.4.200', /records\/address\/4$/],
    ['desk-71.office', '10.0.4.71', /records\/address\/3$/],
    ['Permissions', 'Permissions', /admin\/permissions$/],
  ] as const)
    it(`lists ${label} first for ${text}, and opens it on Enter`, async () => {
      await find(text);
      await options().first().filter({ hasText: label }).waitFor();
      expect(await options().first().innerText()).to.contain(label);
      await chosen().filter({ hasText: label }).waitFor();
      expect(await chosen().innerText()).to.contain(label);
      await suite.page.keyboard.press('Enter');
      await suite.page.waitForURL(url);
    });

  it('opens the first result of the typed text when Enter precedes the results', async () => {
    await suite.page.keyboard.press('Control+k');
    await suite.page.getByPlaceholder('IP, host name').waitFor();
    await suite.page.keyboard.type('10.0.4.70');
    await suite.page.keyboard.press('Enter');
    await suite.page.waitForURL(/records\/address\/2$/);
  });

  it('never shows results of an earlier text', async () => {
    await find('10.0.4.7');
    await suite.page.route('**/api/console/search/**', async (route) => {
      await answered;
      await route.continue();
    });
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await suite.page.getByPlaceholder('IP, host name').fill('desk-200');
    await suite.page.getByText('Searching').waitFor();
    expect(await options().count()).to.equal(0);
    answer();
    await options().filter({ hasText: 'desk-200' }).waitFor();
    expect(await options().filter({ hasText: 'desk-7.' }).count()).to.equal(0);
    await suite.page.unroute('**/api/console/search/**');
    await suite.page.keyboard.press('Escape');
  });

  it('offers a free address, and allocates it in its form', async () => {
    await find('10.0.4.77');
    await options().first().filter({ hasText: 'Add 10.0.4.77' }).waitFor();
    expect(await options().first().innerText()).to.contain('Add 10.0.4.77: free in 10.0.4.0/24');
    await suite.page.keyboard.press('Enter');
    const dialog = suite.page.getByRole('dialog', { name: 'Add address' });
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await suite.page.getByText('10.0.4.77 added').waitFor();
    await find('10.0.4.255');
    expect(await options().filter({ hasText: 'is free' }).count()).to.equal(0);
    await suite.page.keyboard.press('Escape');
  });

  it('runs actions: create subnet', async () => {
    await find('create subnet');
    await suite.page.keyboard.press('Enter');
    await suite.page.getByRole('dialog', { name: 'Create subnet' }).waitFor();
    await suite.page.keyboard.press('Escape');
  });

  it('shows favourites and recent records before anything is typed', async () => {
    await suite.page.goto(`${suite.service.url}/console/records/vlan/1`);
    await suite.page.getByRole('button', { name: 'Add to favourites' }).click();
    await suite.page.goto(`${suite.service.url}/console/subnets/2`);
    await suite.page.getByRole('heading', { name: '10.0.4.0/24' }).waitFor();
    await suite.page.keyboard.press('Control+k');
    await options().first().waitFor();
    const shown = await options().allInnerTexts();
    expect(shown[0]).to.contain('100 Servers').and.to.contain('favourite');
    expect(shown[1]).to.contain('10.0.4.0/24').and.to.contain('opened recently');
    await suite.page.keyboard.press('Escape');
    await suite.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('causes no browser errors', async () => {
    await ConsoleBrowser.still(suite.page);
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
