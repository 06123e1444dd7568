import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

/** The fields of an axe result that the tests read. */
interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

type Scheme = 'light' | 'dark';

/** Axe rules about colors. The other rules give the same result in light and dark, so the dark scheme runs only these. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Axe rules that count at any impact. */
const ofLandmarks = ['landmark-no-duplicate-banner', 'landmark-banner-is-top-level', 'landmark-no-duplicate-main'];

/** A path without a page. */
const nowhere = 'nothing/here';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const readerPassword = 'reads only, of course';

describe(`Every page of the web console${leftOut}`, function () {
  this.timeout(600_000); // axe checks each page twice
  let folder: TemporaryFolder;
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let page: Page;
  let paths: readonly string[];

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    folder = makeTemporaryFolder();
    const users = [
      { username: 'Admin', password: adminPassword, role: 'Administrator' },
      { username: 'reader', password: readerPassword, role: 'User', groups: ['Guests'] },
    ];
    const file = join(folder.path, 'provision.json');
    writeFileSync(file, JSON.stringify({ apps: [{ id: 'default', permission: 'admin', security: 'none' }], users }));
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({
      databaseUrl: database.url,
      variables: { HEXIPAM_PROVISION: file, HEXIPAM_MCP: 'read' },
    });
    const ofInventory = await fill(service);
    browser = await ConsoleBrowser.start(service.url);
    paths = [...ofInventory, await consentPage(service), ...(await administrationPages(browser)), ...administrationForms];
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await database?.drop();
    folder?.remove();
  });

  const settled = async (path: string, hasDialog = false) => {
    if (path === nowhere) await page.goto(`${service.url}/console/${path}`);
    else await ConsoleBrowser.go(page, path);
    await page.locator('main h1, main .card').first().waitFor();
    if (hasDialog) await page.getByRole('dialog').waitFor();
    await ConsoleBrowser.still(page);
  };
  /** Returns the serious axe violations of a page in a color scheme. */
  const serious = async (path: string, scheme: Scheme): Promise<string[]> => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    await ConsoleBrowser.still(page);
    if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe);
    const options = { resultTypes: ['violations'], ...(scheme === 'dark' ? { runOnly: ofColours } : {}) };
    const { violations } = await page.evaluate<Findings>(`axe.run(document, ${JSON.stringify(options)})`);
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || ofLandmarks.includes(id))
      .map(({ id, nodes }) => `${path} in ${scheme}: ${id}: ${nodes.length} times ${nodes[0]?.html.slice(0, 160)}`);
  };

  const telephone = { width: 360, height: 740 };
  const desk = { width: 1280, height: 720 };

  it('has no serious axe violations in light and dark, and fits into 360 pixels', async () => {
    page = await browser.signedIn('Admin', adminPassword);
    const [found, wide]: [string[], string[]] = [[], []];
    for (const path of paths) {
      await page.setViewportSize(desk);
      await settled(path, /[?&](add|edit|attempts)=/.test(path));
      found.push(...(await serious(path, 'light')), ...(await serious(path, 'dark')));
      await page.setViewportSize(telephone);
      const fits = `document.documentElement.scrollWidth <= ${telephone.width}`; // once the navigation is collapsed
      await ConsoleBrowser.until(page, fits, 30_000).catch(() => wide.push(path));
    }
    expect({ found, wide }).to.deep.equal({ found: [], wide: [] });
  });

  /** Menus and dialogs: the path of the page, and the action that opens them. */
  const opened: Readonly<Record<string, readonly [string, (shown: Page) => Promise<void>]>> = {
    'the menu of the user': ['', (shown) => shown.getByRole('button', { name: 'User menu' }).click()],
    'the menu of a page': ['subnets/2', (shown) => shown.getByRole('button', { name: 'Actions', exact: true }).click()],
    'the menu of a row': [
      'subnets/2',
      (shown) =>
        shown
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click(),
    ],
    'the form of a device': ['records/device/1', (shown) => shown.getByRole('button', { name: 'Edit', exact: true }).click()],
    'the form of an address': ['subnets/2', (shown) => shown.getByRole('button', { name: 'Add address' }).click()],
    'a deletion': [
      'records/device/1',
      async (shown) => {
        await shown.getByRole('button', { name: 'Actions', exact: true }).click();
        await shown.getByRole('menuitem', { name: 'Delete' }).click();
        await shown.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      },
    ],
    'the search': [
      '',
      async (shown) => {
        await shown.keyboard.press('Control+k');
        await shown.getByPlaceholder('IP, host name').fill('10.0.0');
        await shown.getByRole('option').first().waitFor();
      },
    ],
    'the sheet of shortcuts': ['', (shown) => shown.keyboard.press('Shift+?')],
  };

  it('has no serious axe violations in menus, dialogs and the search', async () => {
    page = await browser.signedIn('Admin', adminPassword);
    const found: string[] = [];
    await page.setViewportSize(desk);
    for (const [name, [path, open]] of Object.entries(opened)) {
      await settled(path);
      await open(page);
      await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
      found.push(...(await serious(name, 'light')), ...(await serious(name, 'dark')));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' });
    }
    expect(found).to.deep.equal([]);
  });

  it('offers read-only users no actions that change records', async () => {
    page = await browser.signedIn('reader', readerPassword);
    const offered: string[] = [];
    for (const path of paths) {
      await settled(path);
      for (const menu of await page.getByRole('button', { name: /^Actions/ }).all()) {
        await menu.click();
        await page.getByRole('menuitem').first().waitFor();
        offered.push(...(await page.getByRole('menuitem').allInnerTexts()).map((text) => `${path}: ${text}`));
        await menu.click();
        await page.getByRole('menu').waitFor({ state: 'hidden' });
      }
      const buttons = page.locator('main :not([role=columnheader]) > button'); // buttons in column headers sort
      offered.push(...(await buttons.allInnerTexts()).map((text) => `${path}: ${text}`));
    }
    const writing = /: (create|delete|change|add|edit|new|split|resize|import|put|subnet|section|set|save)\b/i;
    expect(offered.filter((text) => writing.test(text))).to.deep.equal([]);
    expect(offered.length).to.be.above(20);
    expect(await page.getByRole('link', { name: 'Import' }).count()).to.equal(0);
  });

  it('loads at most 250 kB of compressed scripts before the sign-in', async () => {
    const first = await browser.page();
    const sizes: Promise<number>[] = [];
    first.on('response', (response) => {
      if (response.url().endsWith('.js')) sizes.push(response.headerValue('content-length').then(Number));
    });
    await first.goto(`${service.url}/console/`);
    await first.getByRole('button', { name: 'Sign in' }).waitFor();
    await first.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).to.be.within(50_000, 250_000);
  });

  it('causes no browser errors and no requests to other hosts', () => {
    expect(browser.complaints).to.deep.equal([]);
    expect(browser.otherHosts).to.deep.equal([]);
  });
});

/** Creates records of every kind. @returns the paths of the pages outside of administration */
async function fill(service: ServiceProcess): Promise<readonly string[]> {
  const api = await service.signIn();
  const section = (await api.post('/sections/', { name: 'Office', strictMode: 1, permissions: '{"3":"1"}' })).id;
  const master = (await api.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: section, permissions: '{"3":"1"}' })).id;
  const subnet = (await api.post(`/subnets/${master}/first_subnet/24/`, { description: 'Desks', permissions: '{"3":"1"}' })).id;
  for (const tag of [1, 2, 3, 4]) await api.post(`/addresses/first_free/${subnet}/`, { hostname: `h${tag}.example`, tag });
  const six = (await api.post('/subnets/', { subnet: '2001:db8::', mask: 32, sectionId: section, permissions: '{"3":"1"}' })).id;
  await api.post(`/subnets/${six}/first_subnet/64/`, { description: 'Clients', permissions: '{"3":"1"}' });
  await api.post('/vlans/', { name: 'Servers', number: 110 });
  await api.patch(`/subnets/${subnet}/`, { vlanId: 1 });
  const location = (await api.post('/tools/locations/', { name: 'Vienna' })).id;
  const customer_id = (await api.post('/tools/customers/', { title: 'Danube' })).id;
  await api.patch('/addresses/1/', { location, customer_id });
  await api.post('/vrfs/', { name: 'lab', customer_id });
  await api.post('/tools/nat/', { name: 'out', src: '{"subnets":["2"]}', dst: '{"ipaddresses":["1"]}' });
  await api.post('/tools/racks/', { name: 'A-01', size: 12, location });
  await api.post('/devices/', { hostname: 'switch-1', rack: 1, rack_start: 3, rack_size: 2 });
  await api.post('/devices/', { hostname: 'loose-1' });
  await api.post('/admin/usage/record/', {});
  const { id } = (await api.post('/imports/', { kind: 'address', file: 'rows.csv' })).record;
  await api.post(`/imports/${id}/rows/`, { columns: ['ip'], rows: [['10.0.0.77'], ['none'], ['10.0.0.1']] });
  await api.post(`/imports/${id}/start/`, {});
  await api.post('/imports/', { kind: 'device', file: 'devices.csv' });
  await api.post('/admin/webhooks/', { name: 'receiver', url: 'http://127.0.0.1:9/' });
  const directory = { name: 'corp', type: 'ldap', 'ldap.urls': ['ldaps://directory.example'], 'ldap.userBase': 'dc=example' };
  await api.post('/admin/sign_in_providers/', directory);
  return [
    '',
    `sections/${section}`,
    `subnets/${master}`,
    `subnets/${subnet}`,
    ...['grid', 'free', 'trend', 'changes'].map((tab) => `subnets/${subnet}?tab=${tab}`),
    'map?at=10.0.0.0/16',
    'map?at=2001:db8::/32',
    'changes',
    'requests',
    'reports',
    'reports?report=not_seen',
    'lookup?ips=10.0.0.1,10.0.0.200,192.168.0.1',
    'import',
    'import/1',
    'import/4711',
    'racks/1',
    ...['vlan', 'rack', 'device', 'tag'].map((kind) => `records/${kind}`),
    ...['address', 'vlan', 'device', 'tag', 'location', 'customer', 'nat', 'vrf'].map((kind) => `records/${kind}/1`),
    'records/subnet?by=vlanId&of=1',
    `sections/${section}?tab=details`,
    nowhere,
  ];
}

/** The paths of all pages of administration: the tabs that an administrator sees. */
async function administrationPages(browser: ConsoleBrowser): Promise<string[]> {
  const page = await browser.signedIn('Admin', adminPassword, 'admin/users');
  const tabs = page.locator('.admin-parts a');
  await tabs.first().waitFor();
  const links = await Promise.all((await tabs.all()).map((tab) => tab.getAttribute('href')));
  await page.context().close();
  expect(links.length).to.be.greaterThan(10);
  return links.map((link) => link?.replace(/^.*\/console\//, '') ?? '');
}

/** The consent page for a client of /mcp. */
async function consentPage({ url }: ServiceProcess): Promise<string> {
  const redirect_uri = 'http://127.0.0.1:9/callback';
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An assistant', redirect_uris: [redirect_uri] }),
  });
  const { client_id } = (await registered.json()) as { readonly client_id: string };
  const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url');
  const common = { response_type: 'code', client_id, redirect_uri, state: '1', scope: '*:read feed allocate' };
  const query = new URLSearchParams({ ...common, code_challenge, code_challenge_method: 'S256' });
  return `authorize?request=${Buffer.from(String(query)).toString('base64url')}`;
}

/** Pages of administration with a form, a list or a filter open. */
const administrationForms = [
  ...[
    'permissions?section=1',
    'history?only=signIns',
    'users?add=true',
    'users?edit=reader',
    'groups?add=true',
    'roles?add=true',
  ],
  ...['webhooks?add=true', 'webhooks?attempts=receiver', 'apps?edit=default'],
  ...['sign_in_providers?add=true', 'sign_in_providers?edit=corp', 'sign_in_providers?attempts=corp'],
].map((path) => `admin/${path}`);
