/**
 * Takes screenshots of every page of the web console in each language: light and dark, in three widths: npm run screenshots.
 * `npm run screenshots -- NAME FOLDER` takes those whose names match NAME, a regular expression, and writes them to FOLDER instead
 * of screenshots/.
 * The service uses a database in memory with the data of a small company.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { ZoneServer } from '../dist/test/support/dns/zone-server.js';

const password = 'screenshots only';
const environment = {
  ...process.env,
  HEXIPAM_DATABASE_URL: 'pglite:',
  HEXIPAM_LOG_LEVEL: 'warn',
  HEXIPAM_PORT: '0',
  HEXIPAM_ADMIN_PASSWORD: password,
};
const service = spawn(process.execPath, ['dist/program/hexipam.js', 'serve', '--json'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
let url;
for await (const line of createInterface({ input: service.stdout })) {
  const { event, url: where } = JSON.parse(line);
  if (event === 'console') url = where;
  if (url) break;
}

const signIn = await fetch(`${url}console/session`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Hexipam-Console': '1' },
  body: JSON.stringify({ username: 'Admin', password }),
});
const cookie = signIn.headers.get('set-cookie').split(';', 1)[0];

async function post(path, body = {}, method = 'POST') {
  const headers = { 'Content-Type': 'application/json', 'X-Hexipam-Console': '1', cookie };
  const answer = await fetch(`${url}api/console/${path}`, { method, headers, body: JSON.stringify(body) });
  const { id, message } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${message}`);
  return id;
}

/** Pseudo-random numbers, equal in every run. */
let seed = 7;
const chance = (max) => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return (seed >> 12) % max;
};

async function fill() {
  const vlan = await post('vlans/', { name: 'Servers', number: 110, description: 'Servers of both halls' });
  await post('vlans/', { name: 'Telephones', number: 120 });
  await post('vrfs/', { name: 'customers', rd: '65000:10' });
  const location = await post('tools/locations/', { name: 'Vienna', address: 'Schwarzenbergplatz 1, Vienna' });
  const rack = await post('tools/racks/', { name: 'A-01', size: 24, location });
  await post('devices/', { hostname: 'core-switch-1', ip: '10.10.0.2', type: 1, rack, rack_start: 1, rack_size: 2, location });
  await post('devices/', { hostname: 'firewall-1', type: 3, rack, rack_start: 4, rack_size: 1, location });
  await post('devices/', { hostname: 'virtual-host-1', type: 7, rack, rack_start: 8, rack_size: 4, location });
  await post('devices/', { hostname: 'spare-switch', type: 1 });
  await post('devices/', { hostname: 'printer-hall', type: 2 });
  const office = await post('sections/', { name: 'Offices', description: 'Everything that people sit at', strictMode: 1 });
  const centre = await post('sections/', { name: 'Data centres', description: 'Vienna and Linz', strictMode: 1 });
  await post('sections/', { name: 'Laboratory', strictMode: 0, masterSection: office });
  const net = await post('subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: centre, description: 'All of 10' });
  const halls = [];
  for (const name of ['Vienna', 'Linz', 'Backup of everything that the other two halls hold, with a long name'])
    halls.push(await post(`subnets/${net}/first_subnet/14/`, { description: name }));
  const nets = [];
  for (const hall of halls)
    for (let index = 0; index < 14; index++) {
      const mask = 20 + chance(6);
      nets.push(await post(`subnets/${hall}/first_subnet/${mask}/`, { description: `Servers ${index + 1}`, vlanId: vlan }));
    }
  for (const id of nets)
    for (let count = chance(40); count > 0; count--)
      await post(`addresses/first_free/${id}/`, { hostname: `host-${id}-${count}.example.net`, tag: 1 + chance(4) });
  const lan = await post('subnets/', { subnet: '192.168.0.0', mask: 16, sectionId: office, description: 'Offices' });
  const floor = await post(`subnets/${lan}/first_subnet/24/`, {
    description: 'First floor',
    threshold: 60,
    vlanId: vlan,
    location,
  });
  const customer = await post('tools/customers/', {
    ...{ title: 'Danube Logistics', address: 'Hafenstrasse 4', postcode: '4020', city: 'Linz' },
    ...{ contact_person: 'Maria Huber', contact_phone: '+43 732 1234', contact_mail: 'maria.huber@danube.example' },
  });
  await post(`subnets/${floor}/`, { customer_id: customer, DNSrecords: 1, DNSrecursive: 1, pingSubnet: 1 }, 'PATCH');
  for (let index = 0; index < 180; index++) {
    const names =
      index % 9 === 0
        ? { description: 'A description that is rather longer than its column will ever be', mac: '00:11:22:33:44:55' }
        : {};
    await post(`addresses/first_free/${floor}/`, { hostname: `desk-${index + 1}.office.example`, tag: 1 + chance(4), ...names });
  }
  for (const [name, first, last, purpose, allocation] of [
    ['DHCP of the telephones', 190, 219, 'dhcp', 'never'],
    ['Printers', 220, 239, 'static', 'named'],
    ['Desks', 1, 180, 'pool', 'first'],
  ])
    await post('ranges/', {
      ...{ subnetId: floor, name, purpose, allocation },
      ...{ first: `192.168.0.${first}`, last: `192.168.0.${last}` },
    });
  await post('vlans/', { name: 'Guests', number: 130, customer_id: customer });
  const full = { hostname: 'core.office.example', mac: '00:11:22:33:44:66', owner: 'Network team', deviceId: 1, location };
  const core = await post(`addresses/first_free/${floor}/`, { ...full, description: 'Core switch', note: 'In room 12' });
  await post(`addresses/${core}/`, { customer_id: customer, port: 'Gi1/0/1' }, 'PATCH');
  await post('tools/nat/', {
    ...{ name: 'Printers to the internet', type: 'source', device: 2, description: 'For firmware updates' },
    ...{ src: JSON.stringify({ subnets: [String(floor)] }), dst: JSON.stringify({ ipaddresses: [String(core)] }) },
  });
  const six = await post('subnets/', { subnet: '2001:db8::', mask: 32, sectionId: centre, description: 'IPv6' });
  for (let index = 0; index < 9; index++) {
    const part = await post(`subnets/${six}/first_subnet/${40 + 4 * chance(3)}/`, { description: `Site ${index + 1}` });
    await post(`subnets/${part}/first_subnet/64/`, { description: 'Clients' });
  }
  const clients = await post(`subnets/${six}/first_subnet/64/`, { description: 'Clients with long names', hold: 86_400 });
  for (let index = 0; index < 12; index++)
    await post(`addresses/first_free/${clients}/`, {
      policy: 'random',
      hostname: `workstation-with-a-long-name-${index}.development.department.office.example`,
      ...(index % 4 === 0 ? { hold: 600 * (index + 1) } : {}),
    });
  await post(`subnets/${lan}/first_subnet/24/`, { description: 'Second floor' });
  await fillImports(office);
  await fillAdministration();
  return { office, centre, net, floor, six, clients, core };
}

/** Imports with and without refused rows, and one that is uploaded. */
async function fillImports(section) {
  const addresses = Array.from({ length: 240 }, (_, index) => [`192.168.1.${index + 1}`, `desk-${index}.office.example`]);
  const rows = [...addresses, ['192.168.1.1', 'twice.office.example'], ['192.168.1.300', 'wrong'], ['172.16.0.1', 'elsewhere']];
  for (const [file, columns, imported] of [
    ['second-floor.csv', ['ip', 'hostname'], rows],
    ['a-file-with-a-rather-long-name-of-the-year-2026.csv', ['ip'], [['192.168.1.250']]],
  ]) {
    const id = await post('imports/', { kind: 'address', file, section });
    await post(`imports/${id}/rows/`, { columns, rows: imported });
    await post(`imports/${id}/start/`);
  }
  await post('imports/', { kind: 'device', file: 'devices.csv' });
}

async function fillAdministration() {
  const long = 'A group whose name is rather long';
  for (const name of ['Network team', 'Service desk', long.slice(0, 32)])
    await post('admin/groups/', { name, description: 'Plans' });
  const anna = { username: 'anna.maria.von.hohenstein-berger@office.example', realName: 'Anna Maria von Hohenstein-Berger' };
  await post('admin/users/', { ...anna, password, groups: ['Network team', 'Service desk'] });
  await post('admin/users/', { username: 'robot', password, disabled: 1 });
  await post('admin/apps/', { id: 'ansible', permission: 'write', security: 'static', comment: 'Playbooks of the network team' });
  await post('admin/custom_fields/', { on: 'subnets', name: 'owner', type: 'varchar(50)', comment: 'Whom to ask' });
  await post('admin/webhooks/', {
    name: 'inventory',
    url: 'https://hooks.office.example/a/path/that/is/rather/long/for/a/table',
  });
}

const shapes = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  middle: { viewport: { width: 1024, height: 768 }, colorScheme: 'light' },
  'middle-dark': { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' },
  small: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'small-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

const [only, folder = 'screenshots'] = process.argv.slice(2);
const programs = [process.env.CHROMIUM ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browser = await chromium.launch({ executablePath: programs.find((path) => existsSync(path)), args: ['--no-sandbox'] });
mkdirSync(folder, { recursive: true });

/** Texts of the console by language. */
const catalogues = Object.fromEntries(
  ['en', 'de'].map((language) => [language, JSON.parse(readFileSync(`adapters/web/console/texts/${language}.json`, 'utf8'))]),
);

async function shoot(shape, language, pages, act) {
  const context = await browser.newContext({ ...shapes[shape], locale: language });
  const texts = catalogues[language];
  const [name, value] = cookie.split('=');
  if (act !== 'signedOut') await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000); // the machine may be busy
  page.on('console', (message) => message.type() === 'error' && console.log(shape, message.text()));
  page.on('pageerror', (error) => console.log(shape, error.message));
  for (const [title, path, then] of pages) {
    const file = `${title}-${shape}-${language}`;
    if (only && !new RegExp(only).test(file)) continue;
    try {
      await page.goto(`${url}console/${path}`);
      await page.waitForLoadState('networkidle');
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await then?.(page, texts);
      await page.waitForFunction(isComplete, undefined, { timeout: 10_000 });
      await page.waitForTimeout(350);
    } catch (error) {
      console.error(`${file}: ${error.message}`);
      process.exitCode = 1;
    }
    await page.screenshot({ path: `${folder}/${file}.png` });
  }
  await context.close();
}

/** Whether the page shows no placeholder of content that is being read. Runs in the browser. */
const isComplete = () =>
  !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, .mantine-Button-root[data-loading], [aria-busy="true"]');

/** Returns the names of all administration pages. */
async function adminParts() {
  const context = await browser.newContext();
  const [name, value] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  await page.goto(`${url}console/admin/users`);
  await page.locator('.admin-parts a').first().waitFor();
  const links = await page.locator('.admin-parts a').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('href')));
  await context.close();
  return links.map((link) => link.split('/').at(-1));
}

async function choose(page, texts, item) {
  await page.getByRole('button', { name: texts['common.actions'], exact: true }).click();
  await page.getByRole('menuitem', { name: texts[item] }).click();
  await page.waitForTimeout(900);
}

async function importFile(page, texts) {
  await page.getByPlaceholder(texts['import.chooseSection']).click();
  await page.getByRole('option', { name: 'Offices' }).click();
  const rows = ['IP;Name;Description;Room', '192.168.0.201;new-1.office.example;Printer;12', 'none;new-2.office.example;;14'];
  await page.setInputFiles('input[type=file]', { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await page.getByRole('button', { name: texts['import.check'] }).click();
  await page.waitForTimeout(900);
}

/** A DNS server that accepts no changes, so that they remain pending. */
async function keepDns(subnet) {
  const zones = await ZoneServer.start();
  await zones.addZone('office.example');
  zones.fault = ({ method }) => (method === 'PATCH' ? 503 : undefined);
  const { server, key } = zones.access;
  await post('admin/settings/', { 'dns.enabled': 1, 'dns.server': server, 'dns.key': key }, 'PATCH');
  for (const name of ['printer', 'a-host-name-that-is-rather-long.development.department'])
    await post(`addresses/first_free/${subnet}/`, { hostname: `${name}.office.example` });
  return zones;
}

async function compareDns(page, texts) {
  await page.getByRole('button', { name: texts['dns.compare'] }).click();
  await page.getByRole('status').first().waitFor();
  await page.waitForTimeout(900);
}

async function every(pages, act) {
  for (const language of Object.keys(catalogues))
    await Promise.all(Object.keys(shapes).map((shape) => shoot(shape, language, pages, act)));
}

try {
  await every([['empty', '']]);
  await every([['sign-in', '']], 'signedOut');
  const { centre, net, floor, six, clients, core } = await fill();
  await every([
    ['overview', ''],
    ['section', `sections/${centre}`],
    ['subnet', `subnets/${floor}`],
    ['grid', `subnets/${floor}?tab=grid`],
    ['network-ranges', `subnets/${floor}?tab=ranges`],
    ['free', `subnets/${net}?tab=free`],
    ['trend', `subnets/${floor}?tab=trend`],
    ['subnets', `subnets/${net}`],
    ['ipv6', `subnets/${six}`],
    [
      'add-address',
      `subnets/${floor}`,
      (page, texts) => page.getByRole('button', { name: texts['subnet.addAddress'] }).first().click(),
    ],
    ['held', `subnets/${clients}`],
    ['hold', `subnets/${clients}`, (page, texts) => page.getByRole('button', { name: texts['address.actions.hold'] }).click()],
    ['map', 'map?at=10.0.0.0/8', (page) => page.locator('canvas[data-at]').hover({ position: { x: 120, y: 90 } })],
    ['map6', 'map?at=2001:db8::/32'],
    ['changes', 'changes'],
    ['reports', 'reports'],
    ['rack', 'racks/1'],
    ['requests', 'requests?state=all'],
    ['record-address', `records/address/${core}`],
    ...['vlan', 'customer', 'device', 'location', 'nat', 'tag', 'vrf', 'l2domain'].map((kind) => [
      `record-${kind}`,
      `records/${kind}/1`,
    ]),
    ['section-details', `sections/${centre}?tab=details`],
    ['network-history', `subnets/${floor}?tab=changes`],
    ['referring', 'records/subnet?by=vlanId&of=1'],
    ['nat-rules', 'records/nat'],
    ['edit-nat', 'records/nat/1', (page, texts) => page.getByRole('button', { name: texts['common.edit'], exact: true }).click()],
    [
      'edit-device',
      'records/device/1',
      (page, texts) => page.getByRole('button', { name: texts['common.edit'], exact: true }).click(),
    ],
    ['shortcuts', '', (page) => page.keyboard.press('Shift+?')],
    ['lookup', 'lookup?ips=192.168.0.1,192.168.0.200,10.10.0.2,2001:db8::1,172.16.0.1'],
    ['import', 'import', importFile],
    ['imports', 'import'],
    ['imported', 'import/1'],
    ['split', `subnets/${floor}`, (page, texts) => choose(page, texts, 'subnet.split')],
    ['resize', `subnets/${floor}`, (page, texts) => choose(page, texts, 'subnet.resize')],
    ['move', `subnets/${floor}`, (page, texts) => choose(page, texts, 'subnet.move')],
    ['edit-subnet', `subnets/${floor}`, (page, texts) => choose(page, texts, 'common.edit')],
    ['create-subnet', `subnets/${net}`, (page, texts) => page.getByRole('button', { name: texts['subnet.addSubnet'] }).click()],
    ['user-menu', '', (page, texts) => page.getByRole('button', { name: texts['user.menu'] }).click()],
    ['delete', `subnets/${net}`, (page, texts) => choose(page, texts, 'common.delete')],
    ['columns', `subnets/${floor}`, (page, texts) => page.getByRole('button', { name: texts['addresses.columns'] }).click()],
    ['selected', `subnets/${floor}`, (page, texts) => page.getByLabel(texts['addresses.selectAll']).check()],
    ['devices', 'records/device'],
    ['racks', 'records/rack'],
    ['vlans', 'records/vlan'],
    ['new-device', 'records/device', (page, texts) => page.getByRole('button', { name: texts['common.new'] }).click()],
    ...(await adminParts()).map((part) => [`admin-${part}`, `admin/${part}`]),
    ['admin-networks', `admin/permissions?section=${centre}`],
    ['admin-new-user', 'admin/users?add=true'],
    ['admin-change-app', 'admin/apps?edit=ansible'],
    ['missing', 'nothing/here'],
  ]);
  const zones = await keepDns(floor);
  await every([
    ['admin-dns-kept', 'admin/dns', compareDns],
    ...[
      ['find', '192.168.0.7'],
      ['find-free', '192.168.0.245'],
      ['find-part', '192.168.0'],
      ['find-vlan', 'VLAN 110'],
      ['find-nothing', 'no-such-name'],
    ].map(([name, text]) => [
      name,
      `subnets/${floor}`,
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(text);
        await page.waitForTimeout(900);
      },
    ]),
  ]);
  await zones.stop();
} finally {
  await browser.close();
  service.kill('SIGTERM');
}
