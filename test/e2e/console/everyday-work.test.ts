import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Everyday work in the web console${leftOut}`, function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let api: ApiClient;
  let page: Page;
  let subnet: unknown;

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url });
    api = await service.signIn();
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    const master = (await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: section })).id;
    subnet = (await api.post(`/subnets/${master}/first_subnet/24/`, { description: 'Desks' })).id;
    for (const ip of ['10.0.0.10', '10.0.0.200'])
      await api.post('/addresses/', { subnetId: subnet, ip, hostname: `host-${ip.split('.')[3]}` });
    const six = (await api.post('/subnets/', { subnet: '2001:db8::', mask: 64, sectionId: section })).id;
    await api.post('/addresses/', { subnetId: six, ip: '2001:db8::5', hostname: 'six.example' });
    await api.post('/tools/racks/', { name: 'A-01', size: 10 });
    await api.post('/devices/', { hostname: 'switch-1', rack: 1, rack_start: 3, rack_size: 2 });
    await api.post('/devices/', { hostname: 'firewall-1' });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword, `subnets/${subnet}`);
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await database?.drop();
  });

  /** The map, not its overview. Both have the role `application`. */
  const mapIn = (shown: Page) => shown.getByRole('application', { name: /^Address map/ });
  /** Waits until the map shows a prefix or, with `isOther`, any other prefix. */
  const mapOf = (shown: Page, prefix: string, isOther = false) =>
    shown.locator(isOther ? `canvas[data-at]:not([data-at="${prefix}"])` : `canvas[data-at="${prefix}"]`).waitFor();
  const dialog = () => page.getByRole('dialog');
  const pickLength = async (length: string) => {
    await dialog().locator('input').and(dialog().getByLabel('New duration from now')).click();
    await page.getByRole('option', { name: length }).click();
  };
  const openMenu = async (item: string) => {
    await page.goto(`${service.url}/console/subnets/${subnet}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('allocates several addresses by policy, after a preview', async () => {
    await page.getByRole('button', { name: 'Add address' }).click();
    await dialog().getByLabel('Number').fill('3');
    await dialog().getByLabel('From').fill('10.0.0.9');
    await dialog().getByRole('status').getByText('10.0.0.9, 10.0.0.11, 10.0.0.12').waitFor();
    await dialog().getByText('Why?').click();
    await dialog().getByText('10.0.0.10 used').waitFor();
    await dialog().getByLabel('From').fill('10.9.0.0');
    await dialog().getByText('Invalid').or(dialog().getByText('No free')).first().waitFor();
    await dialog().getByLabel('From').fill('10.0.0.9');
    await dialog().getByRole('button', { name: 'Add 3 addresses' }).click();
    await page.getByText('5 addresses', { exact: true }).waitFor();
  });

  it('shows both versions of a conflicting edit, and writes the chosen one', async () => {
    const [{ id } = { id: '' }] = (await api.get(`/addresses/search/10.0.0.10/`)).records;
    const version = page.waitForResponse((response) => response.url().includes(`/addresses/${id}/?etag=1`));
    await page.getByRole('button', { name: 'Edit Host name of 10.0.0.10:' }).click();
    const field = page.locator('input.edit-cell');
    await field.fill('mine.example');
    await (await version).finished();
    await api.patch(`/addresses/${id}/`, { hostname: 'theirs.example' });
    await field.press('Enter');
    await dialog().getByText('theirs.example').waitFor();
    await dialog().getByText('mine.example').waitFor();
    expect((await api.get(`/addresses/${id}/`)).record).to.include({ hostname: 'theirs.example' });
    await dialog().getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByText('your version is saved').waitFor();
    expect((await api.get(`/addresses/${id}/`)).record).to.include({ hostname: 'mine.example' });
  });

  it('holds an address for a limited time, shows the remaining time, and extends, releases or makes it permanent', async () => {
    const hold = async (hostname: string) => {
      await page.getByRole('button', { name: 'Add address' }).click();
      await dialog().getByLabel('From').fill('10.0.0.100');
      await dialog().getByLabel('Host name').fill(hostname);
      await dialog().locator('input').and(dialog().getByLabel('Hold')).click();
      await page.getByRole('option', { name: '10 minutes' }).click();
      await dialog().getByRole('button', { name: 'Hold address' }).click();
      await dialog().waitFor({ state: 'detached' });
    };
    const record = async (ip: string) => (await api.get(`/addresses/search/${ip}/`)).records[0];
    const mark = () => page.getByRole('button', { name: /^held, \d+ min left/ });
    await hold('perhaps.example');
    expect(await record('10.0.0.100')).to.include({ hostname: 'perhaps.example', tag: '3' });
    await mark().click();
    await pickLength('1 day');
    await dialog().getByRole('button', { name: 'Extend' }).click();
    await page.getByRole('button', { name: 'held, 1 day left' }).click();
    await dialog().getByRole('button', { name: 'Make permanent' }).click();
    await page.getByText('10.0.0.100 is permanent now').waitFor();
    await page.getByRole('button', { name: 'held, 1 day left' }).waitFor({ state: 'detached' });
    expect(await record('10.0.0.100'))
      .to.include({ tag: '2' })
      .and.not.have.property('heldUntil');
    await hold('perhaps-not.example');
    await mark().click();
    await dialog().getByRole('button', { name: 'Release now' }).click();
    await page.getByText('10.0.0.101 released').waitFor();
    expect((await api.get('/addresses/search/10.0.0.101/')).status).to.equal(404);
    await api.delete(`/addresses/${(await record('10.0.0.100'))?.id}/`);
    await page.reload();
  });

  it('holds a network and shows the hold on its page', async () => {
    const { id } = await api.post('/subnets/', { subnet: '10.0.9.0', mask: 24, sectionId: 1, masterSubnetId: 1, hold: 600 });
    await page.goto(`${service.url}/console/subnets/${id}`);
    await page.getByText('After that it is free again').waitFor();
    await page.getByRole('button', { name: 'Manage hold' }).click();
    await dialog().getByRole('button', { name: 'Release now' }).click();
    await page.waitForURL(/sections/);
    const networks = page.getByRole('region', { name: 'Subnets' });
    await networks.getByText('10.0.0.0/24').waitFor();
    await networks.getByText('10.0.9.0/24').waitFor({ state: 'detached' });
    await page.goto(`${service.url}/console/subnets/${subnet}`);
  });

  it('remembers the chosen columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Port', { exact: true }).check();
    await page.reload();
    await page.getByRole('region', { name: 'Addresses' }).getByRole('button', { name: 'Port', exact: true }).waitFor();
  });

  it('previews a split, and lists the records that a deletion removes', async () => {
    await openMenu('Split');
    await dialog().getByRole('img', { name: 'Before: 10.0.0.0/24. After: 10.0.0.0/25, 10.0.0.128/25' }).waitFor();
    await dialog().getByText('4 addresses').waitFor();
    await openMenu('Delete');
    await dialog().getByText('Deleted: 5 addresses').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('offers no subnets within a single address', async () => {
    const { id } = await api.post('/subnets/', { subnet: '192.0.2.1', mask: 32, sectionId: 1 });
    await page.goto(`${service.url}/console/subnets/${id}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Resize' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts())
      .to.include('Resize')
      .and.not.include('Split');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('tab').allInnerTexts()).to.deep.equal(['Addresses', 'Grid', 'Trend', 'Changes']);
    expect(await page.getByRole('button', { name: 'Create subnet', exact: true }).count()).to.equal(0);
    await api.delete(`/subnets/${id}/`);
  });

  it('copies a change as an API call without secrets', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openMenu('Resize');
    await dialog().getByLabel('New prefix length').fill('23');
    await dialog().getByRole('button', { name: 'Copy as API call' }).click();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    const [token, call] = text.split('\n');
    expect(token).to.match(/^TOKEN=\$\{TOKEN:-\$\(curl -s -X POST -u 'Admin' '[^']*\/api\/console\/user\/' /);
    expect(call).to.equal(
      `curl -s -g -X PATCH -H "token: $TOKEN" -H 'Content-Type: application/json' -d '{"mask":23}' '${service.url}/api/console/subnets/${subnet}/resize/'`,
    );
    // As pasted, except that curl would prompt for the password.
    const pasted = text.replace("-u 'Admin'", `-u 'Admin:${adminPassword}'`).replace('/resize/', '/resize/?dry_run=1');
    const { stdout } = await promisify(execFile)('sh', ['-c', pasted], { env: { PATH: process.env.PATH } });
    expect(JSON.parse(stdout)).to.include({ success: true, dry_run: true });
  });

  it('moves devices in a rack by keyboard and by drag, and shows the reason of a refused position', async () => {
    await page.goto(`${service.url}/console/racks/1`);
    const device = (name: string) => page.getByRole('button', { name });
    await device('switch-1, units 3 to 4').press('ArrowUp');
    await device('switch-1, units 4 to 5').waitFor();
    await page.getByRole('button', { name: 'firewall-1' }).dragTo(page.locator('[data-unit="8"]'));
    await device('firewall-1, unit 8').waitFor();
    await device('firewall-1, unit 8').dragTo(page.getByRole('button', { name: 'switch-1' }));
    await page.getByText('Rack units are taken by switch-1').waitFor();
    await device('switch-1, units 4 to 5').press('Delete');
    await page.getByText('switch-1 removed from the rack').waitFor();
  });

  it('looks up a pasted list in a table, from the search', async () => {
    await page.keyboard.press('Control+k');
    const log = '12:30:45 10.0.0.10 [00:11:22:33:44:55], 10.0.0.77. 192.168.7.7:80 2001:DB8:0::5: 999.1.1.1 1.2.3.4.5';
    await page.getByPlaceholder('IP, host name').fill(log);
    await page.getByText('Look up 4 addresses').click();
    const line = (ip: string) => page.getByRole('row').filter({ hasText: ip });
    await line('10.0.0.10').getByText('mine.example').waitFor();
    await line('10.0.0.77').getByText('free').waitFor();
    await line('192.168.7.7').getByText('no subnet').waitFor();
    await line('2001:db8::5').getByText('six.example').waitFor();
  });

  it('names the network of a recorded address, despite a narrower network in another section', async () => {
    const { id } = await api.post('/sections/', { name: 'Laboratory' });
    await api.post('/subnets/', { subnet: '10.0.0.192', mask: 26, sectionId: id, description: 'Elsewhere' });
    await page.goto(`${service.url}/console/lookup?ips=10.0.0.200,10.0.0.201`);
    const line = (ip: string) => page.getByRole('row').filter({ hasText: ip });
    await line('10.0.0.201').getByText('10.0.0.192/26 Elsewhere').waitFor();
    await line('10.0.0.200').getByText('10.0.0.0/24 Desks').waitFor();
    await api.delete(`/sections/${id}/`);
  });

  it('finds a device by its name', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('IP, host name').fill('firewall');
    await page.getByRole('dialog').getByText('firewall-1').first().click();
    await page.waitForURL(/records\/device/);
  });

  it('filters changes by user and kind', async () => {
    await page.goto(`${service.url}/console/changes?kind=address&by=Admin`);
    await page.getByText('address 10.0.0.10').first().waitFor();
    await page.getByRole('textbox', { name: 'User' }).fill('Nobody');
    await page.getByText('No matching changes').waitFor();
    expect(page.url()).to.contain('by=Nobody');
  });

  it('imports a CSV file, and reports problems by row before it writes anything', async () => {
    await page.goto(`${service.url}/console/import`);
    await page.getByPlaceholder('Choose a section').click();
    await page.getByRole('option', { name: 'Office' }).click();
    const rows = [
      'IP;Name;Junk',
      '10.0.0.50;"a;b.example";1',
      'bad;b;2',
      '10.0.0.50;c;3',
      '10.0.0.10;d;4',
      '172.16.0.1;e;5',
      '10.0.0.51;f.example;6',
    ];
    await page.setInputFiles('input[type=file]', { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
    await page.getByRole('button', { name: 'Check all rows' }).click();
    await page.getByText('4 rows cannot be imported').waitFor();
    const mistakes = page.getByRole('region', { name: 'Rows with problems' });
    for (const text of ['IP address already exists', 'the same address is in an earlier row'])
      await mistakes.getByText(text).first().waitFor();
    expect((await api.get('/addresses/search/10.0.0.51/')).status).to.equal(404);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('All other rows are imported').waitFor();
    await page.getByText('4 rows were refused').waitFor();
    expect((await api.get('/addresses/search/10.0.0.50/')).records[0]).to.include({ hostname: 'a;b.example' });
  });

  it('imports tables that name other records, as exports do', async () => {
    const section = (await api.post('/sections/', { name: 'Plant' })).id;
    for (const name of ['hall 3', 'Hall 3']) await api.post('/tools/locations/', { name });
    const vlan = (await api.post('/vlans/', { name: 'Machines', number: 12 })).id;
    expect(Number(vlan)).to.not.equal(12);
    const uploadRows = async (rows: readonly string[]) => {
      const buffer = Buffer.from(rows.join('\n'));
      await page.setInputFiles('input[type=file]', { name: 'a.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check all rows' }).click();
    };
    await page.goto(`${service.url}/console/import`);
    const choose = async (sort: string) => {
      await page.getByRole('combobox', { name: 'Kind', exact: true }).click();
      await page.getByRole('option', { name: sort }).click();
      await page.getByPlaceholder('Choose a section').click();
      await page.getByRole('option', { name: 'Plant' }).click();
    };
    await choose('Subnets');
    await uploadRows(['subnet;mask;vlan;location', '10.66.0.0;24;12;hall 3', '10.67.0.0;24;13;', '10.68.0.0;24;default/12;']);
    await page.getByText('vlan: 13 does not exist').waitFor();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('All other rows are imported').waitFor();
    const made = (await api.get(`/sections/${section}/subnets/`)).records;
    expect(made.map(({ subnet, vlanId, location }) => [subnet, vlanId, location])).to.deep.equal([
      ['10.66.0.0', String(vlan), '1'],
      ['10.68.0.0', String(vlan), null],
    ]);
    await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click();
    await choose('Addresses');
    await uploadRows(['ip;tag', '10.66.0.5;reserved', '10.66.0.6;4']);
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('All rows are imported').waitFor();
    const addresses = (await api.get(`/subnets/${made[0]?.id}/addresses/`)).records;
    expect(addresses.map(({ ip, tag }) => [ip, tag])).to.deep.equal([
      ['10.66.0.5', '3'],
      ['10.66.0.6', '4'],
    ]);
    await api.delete(`/sections/${section}/`);
  });

  it('offers a subnet in free space of the map, and moves to adjacent prefixes', async () => {
    await page.goto(`${service.url}/console/map?at=10.0.0.0/16`);
    const map = mapIn(page);
    await mapOf(page, '10.0.0.0/16');
    await map.press('ArrowRight');
    for (let step = 0; step < 40; step++) await map.press('ArrowDown');
    await page.getByRole('button', { name: 'Create subnet here' }).click();
    expect(await dialog().getByLabel('Subnet').inputValue()).to.match(/^10\.0\.\d+\.\d+\/\d+$/);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await map.press('Shift+ArrowRight');
    await page.waitForURL((url) => !url.search.includes('10.0.0.0'));
    await mapOf(page, '10.0.0.0/16', true);
    const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 100 + box.width / 2, box.y + 110, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/10\.0\.0\.0/);
  });

  it('handles touch on the map: one finger moves, two fingers zoom, a tap selects', async () => {
    const telephone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const touched = await browser.signedIn('Admin', adminPassword, 'map?at=10.0.0.0/16', telephone);
    const devtools = await touched.context().newCDPSession(touched);
    const map = mapIn(touched);
    await mapOf(touched, '10.0.0.0/16');
    const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = (share: number, id = 1) => ({ x: box.x + box.width * share, y: box.y + box.height / 2, id });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ReturnType<typeof at>[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    const isAt = async (prefix: string) => {
      await touched.waitForURL((url) => url.searchParams.get('at') === prefix);
      await mapOf(touched, prefix);
    };
    await touch('touchStart', at(0.2));
    await touch('touchMove', at(0.5));
    await touch('touchMove', at(0.7));
    await touch('touchEnd');
    await touched.waitForURL((url) => url.searchParams.get('at') !== '10.0.0.0/16');
    await mapOf(touched, '10.0.0.0/16', true);
    await touched.goBack();
    await isAt('10.0.0.0/16');
    await touch('touchStart', at(0.45));
    await touch('touchStart', at(0.45), at(0.55, 2));
    await touch('touchMove', at(0.35), at(0.65, 2));
    await touched.waitForURL(/%2F20/);
    await touch('touchEnd', at(0.35));
    await touch('touchMove', at(0.1));
    await touch('touchEnd');
    expect(touched.url(), 'the finger that is left neither zooms nor moves').to.match(/%2F20/);
    await touched.goBack();
    await isAt('10.0.0.0/16');
    await touch('touchStart', at(0.4));
    await touch('touchEnd');
    await touched.getByRole('button', { name: 'Create subnet here' }).waitFor();
    await touched.context().close();
  });

  it('causes no browser errors and no requests to other hosts', () => {
    expect(browser.complaints).to.deep.equal([]);
    expect(browser.otherHosts).to.deep.equal([]);
  });
});
