import { expect } from 'chai';
import { ConsoleBrowser, leftOut } from './support/browser.js';
import { consoleSuite } from './support/console-suite.js';

describe(`The layout of the web console${leftOut}`, function () {
  this.timeout(300_000);
  const suite = consoleSuite('subnets/1?tab=grid', async (api) => {
    await api.post('/sections/', { name: 'Office of the company in the city of Klagenfurt am Woerthersee', strictMode: 1 });
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1, description: 'Desks' });
    for (const [ip, tag] of [10, 11, 12, 13].map((last) => [`10.0.0.${last}`, last - 9] as const))
      await api.post('/addresses/', { subnetId: 1, ip, tag, hostname: `h${tag}.example` });
    await api.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: 1, description: 'Parted' });
    for (const last of [20, 21]) await api.post('/addresses/', { subnetId: 2, ip: `10.1.0.${last}` });
    await api.post('/subnets/', { subnet: '10.1.0.128', mask: 25, sectionId: 1, masterSubnetId: 2 });
    await api.post('/subnets/', { isFolder: 1, description: 'Sites', sectionId: 1 });
    await api.post('/tools/locations/', { name: 'Vienna' });
    for (const hostname of ['sw-1', 'sw-2']) await api.post('/devices/', { hostname, ip: '10.0.0.2', type: 1, location: 1 });
    await api.post('/admin/groups/', { name: 'Operators' });
  });

  const dialog = () => suite.page.getByRole('dialog');
  const open = (path: string) => suite.page.goto(`${suite.service.url}/console/${path}`);
  const change = async () => {
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await dialog().getByRole('button', { name: 'Save' }).waitFor();
  };

  it('distinguishes states by letters, in cells and in the legend', async () => {
    const markOf = (label: string) => suite.page.getByRole('button', { name: label }).getAttribute('data-mark');
    await suite.page.getByRole('button', { name: '10.0.0.13 h4.example · DHCP' }).waitFor(); // states may load after addresses
    expect(await markOf('10.0.0.11 h2.example')).to.equal(null);
    expect(await markOf('10.0.0.12 h3.example · Reserved')).to.equal('R');
    expect(await markOf('10.0.0.13 h4.example · DHCP')).to.equal('D');
    expect((await suite.page.locator('.swatch').allInnerTexts()).join('')).to.equal('ORD');
  });

  it('focuses the first field of a form, with the buttons visible', async () => {
    await suite.page.setViewportSize({ width: 900, height: 480 });
    await change();
    await ConsoleBrowser.until(suite.page, `document.activeElement?.matches('[role=dialog] textarea')`);
    const { bottom, height } = await suite.page.evaluate<{ bottom: number; height: number }>(
      `({ bottom: document.querySelector('.form-actions').getBoundingClientRect().bottom, height: innerHeight })`,
    );
    expect(bottom).to.be.lessThan(height);
    await suite.page.keyboard.press('Escape');
    await suite.page.setViewportSize({ width: 1280, height: 720 });
  });

  it('shows only fields of folders in the form of a folder', async () => {
    await open('subnets/4');
    await change();
    await suite.page.getByRole('dialog', { name: 'Edit folder' }).waitFor();
    expect(await dialog().getByLabel('Warning threshold').count()).to.equal(0);
    await suite.page.keyboard.press('Escape');
  });

  it('shows the number of uncounted addresses of a network with subnets', async () => {
    await open('subnets/2');
    await suite.page.getByText('2 addresses are in this subnet itself and are not counted').waitFor();
  });

  it('shows the main columns of devices, and uses the singular for one record', async () => {
    await open('records/device');
    await suite.page.getByRole('region', { name: 'Devices' }).getByText('sw-1').waitFor();
    const titles = await suite.page.getByRole('columnheader').allInnerTexts();
    expect(titles.filter(Boolean)).to.deep.equal(['Name', 'IP address', 'Type', 'Location']);
    await open('subnets/2');
    await suite.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await suite.page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog().getByText('Deleted: 1 subnet').waitFor();
    await suite.page.keyboard.press('Escape');
  });

  it('shows full names on narrow screens', async () => {
    await suite.page.setViewportSize({ width: 375, height: 700 });
    await open('changes');
    const line = suite.page.locator('.change-line').first().locator('.cut').first();
    await line.waitFor();
    const isWhole = `(() => { const name = document.querySelector('.change-line .cut'); return name.scrollWidth <= name.clientWidth; })()`;
    expect(await suite.page.evaluate(isWhole)).to.equal(true);
    await open('admin/permissions');
    const name = suite.page.locator('main').getByRole('button', { name: /Klagenfurt/ });
    await name.waitFor();
    const isInside = `(() => { const own = document.querySelector('[role=cell] button'); return own.getBoundingClientRect().right <= own.parentElement.getBoundingClientRect().right + 1; })()`;
    expect(await suite.page.evaluate(isInside)).to.equal(true);
    await suite.page.setViewportSize({ width: 1280, height: 720 });
  });

  it('causes no browser errors', () => {
    expect(suite.browser.complaints).to.deep.equal([]);
  });
});
