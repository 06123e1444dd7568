import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ZoneServer } from '../../support/dns/zone-server.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

describe(`Administration in the web console in Chromium${leftOut}`, function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let page: Page;
  let code = '';

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url });
    browser = await ConsoleBrowser.start(service.url);
    page = await browser.signedIn('Admin', adminPassword);
    await call('POST', 'sections/', { name: 'Office' });
    await call('POST', 'sections/', { name: 'Hidden' });
    await call('POST', 'subnets/', { subnet: '10.20.0.0', mask: 24, sectionId: 1, description: 'Clients' });
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await database?.drop();
  });

  /** Calls the API as the page does. */
  const call = (method: string, path: string, body?: object, own = true): Promise<{ status: number; text: string }> =>
    page.evaluate(
      async ([httpMethod, endpoint, payload, isOwn]) => {
        const headers = { ...(isOwn ? { 'X-Hexipam-Console': '1' } : {}), 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/console/${endpoint}`, {
          method: httpMethod,
          headers,
          ...(payload ? { body: JSON.stringify(payload) } : {}),
        });
        return { status: answer.status, text: await answer.text() };
      },
      [method, path, body, own] as const,
    );
  const open = (path: string) => page.goto(`${service.url}/console/${path}`);
  const waitForText = (text: string) => page.getByText(text).first().waitFor();
  /** Selects an option of a list. */
  const pick = async (label: string, option: string) => {
    await page
      .locator('input')
      .and(page.getByLabel(new RegExp(`^${label}`)))
      .first()
      .click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const create = () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();

  it('creates a group and a user in it', async () => {
    await page.getByRole('link', { name: 'Permissions' }).click();
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel('Name').fill('Planners');
    await create();
    await page.getByRole('region', { name: 'groups' }).getByText('Planners').waitFor();
    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.waitForURL(/add=/); // the URL contains the open form
    await page.getByLabel('User name').fill('anna');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await pick('Groups', 'Planners');
    await page.keyboard.press('Escape');
    await create();
    await page.getByRole('region', { name: 'users' }).getByText('Planners').waitFor();
    await page.waitForURL((url) => !url.search.includes('add='));
  });

  it('shows an error in the form and leaves the form open', async () => {
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel('User name').fill('anna');
    await page.getByRole('textbox', { name: 'Password' }).fill('another horse');
    await create();
    await waitForText('There is a user anna already');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('shows the code of a new application once', async () => {
    await page.getByRole('link', { name: 'Applications' }).first().click();
    await page.getByRole('button', { name: 'New' }).click();
    await page.getByLabel('Name').first().fill('robots');
    for (const [label, value] of [
      ['Permission', 'Read'],
      ['Authentication', 'Code'],
    ] as const) {
      await pick(label, value);
    }
    expect(await page.getByLabel('Links in records').isChecked(), 'what is usual is shown').to.equal(true);
    await create();
    await waitForText('It is not shown again');
    code = (await page.locator('[data-secret]').innerText()).trim();
    expect(code).to.match(/^[\x21-\x7e]{32}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'applications' }).getByText('robots').waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'applications' }).getByText('robots').waitFor();
    for (const path of ['admin/apps/', 'admin/apps/robots/', 'admin/history/?limit=1000', 'changes/?kind=app'])
      expect((await call('GET', path)).text, path).not.to.include(code);
  });

  it('grants a group read permission for a section and its networks', async () => {
    await page.getByRole('link', { name: 'Permissions' }).first().click();
    await page.getByLabel('Planners in Office').selectOption('1');
    await waitForText('Planners in Office: Read');
    await page.getByRole('button', { name: 'Office', exact: true }).click();
    await page.waitForURL(/section=1/);
    await pick('Group', 'Planners');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await waitForText('Permissions of Office and all of its subnets set');
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('section='));
    expect(await page.getByLabel('Planners in Office').inputValue()).to.equal('1');
  });

  it('offers a user with read permission no forbidden actions', async () => {
    const anna = await browser.signedIn('anna', 'correct horse');
    await anna.getByText('Office').first().waitFor();
    expect(await anna.getByText('Hidden').count()).to.equal(0);
    expect(await anna.getByRole('link', { name: 'Permissions' }).count()).to.equal(0);
    expect(await anna.getByRole('button', { name: /create|new/i }).count()).to.equal(0);
    await anna.goto(`${service.url}/console/subnets/1`);
    await anna.getByText('Clients').first().waitFor();
    expect(await anna.getByRole('button', { name: /add address|resize|split|delete|create subnet/i }).count()).to.equal(0);
    await anna.goto(`${service.url}/console/admin/users`);
    await anna.getByText('Only for administrators').waitFor();
    const answer = await anna.evaluate(async () => {
      const got = await fetch('/api/console/admin/users/', { headers: { 'X-Hexipam-Console': '1' } });
      return got.status;
    });
    expect(answer).to.equal(403);
    await anna.context().close();
  });

  it('returns 401 for a cookie without the console header', async () => {
    expect((await call('GET', 'admin/users/')).status).to.equal(200);
    for (const [method, path, body] of [
      ['GET', 'admin/users/', undefined],
      ['GET', 'admin/settings/', undefined],
      ['POST', 'admin/users/', { username: 'thief', password: 'a password here' }],
      ['DELETE', 'admin/users/anna/', undefined],
    ] as const) {
      const answer = await call(method, path, body, false);
      expect(answer.status, `${method} ${path}`).to.equal(401);
      expect(answer.text).not.to.include('anna');
    }
    expect((await call('GET', 'admin/users/')).text)
      .to.include('anna')
      .and.not.to.include('thief');
  });

  it('ends a token, so that its user must sign in again', async () => {
    const anna = await browser.signedIn('anna', 'correct horse');
    await open('admin/tokens?find=anna');
    await page.getByRole('region', { name: 'Sessions' }).waitFor();
    for (let left = await page.getByRole('button', { name: /^End .* of anna$/ }).count(); left > 0; left--) {
      await page
        .getByRole('button', { name: /^End .* of anna$/ })
        .first()
        .click();
      await page.locator(`button[aria-label$="of anna"] >> nth=${left - 1}`).waitFor({ state: 'detached' });
    }
    await anna.reload();
    await anna.getByRole('button', { name: 'Sign in' }).waitFor();
    await anna.context().close();
  });

  it('changes settings and discards unsaved changes', async () => {
    await open('admin/settings');
    await page.getByLabel('Highest VLAN number').fill('4094');
    await waitForText('1 change');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    expect(await page.getByLabel('Highest VLAN number').inputValue()).to.equal('4096');
    await page.getByLabel('Highest VLAN number').fill('4094');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText('Settings saved');
    expect((await call('GET', 'admin/settings/')).text).to.include('"vlanMax":"4094"');
  });

  it('shows pending changes and differences of the DNS server, and repairs the differences', async () => {
    const zones = await ZoneServer.start();
    await zones.addZone('example.org');
    zones.fault = ({ method }) => (method === 'PATCH' ? 503 : undefined);
    const { server, key, account } = zones.access;
    await zones.addSet('example.org', 'left.example.org', 'A', ['10.20.0.9'], account); // only a repair deletes it
    await call('POST', 'addresses/first_free/1/', { hostname: 'older.example.org' });
    await call('PATCH', 'admin/settings/', { 'dns.enabled': 1, 'dns.server': server, 'dns.key': key });
    await open('admin/dns');
    await page.getByText('reachable', { exact: true }).waitFor();
    await call('POST', 'addresses/first_free/1/', { hostname: 'www.example.org' });
    await page.getByRole('region', { name: 'Pending changes' }).getByText('address').first().waitFor();
    const compare = () => page.getByRole('button', { name: 'Compare' }).click();
    await compare();
    await page.getByRole('region', { name: 'Differences' }).getByText('www.example.org').waitFor();
    expect(await zones.dig('www.example.org', 'A')).to.deep.equal([]);
    await page.getByRole('button', { name: 'Repair' }).click();
    await waitForText('The comparison was aborted');
    zones.fault = () => undefined;
    await compare();
    await page.getByRole('button', { name: 'Repair' }).click();
    await waitForText('record set');
    expect(await zones.dig('left.example.org', 'A')).to.deep.equal([]);
    expect(await zones.dig('older.example.org', 'A')).to.deep.equal(['10.20.0.1']);
    expect(await zones.dig('www.example.org', 'A')).to.deep.equal(['10.20.0.2']);
    await compare();
    await waitForText('The DNS server matches');
    await call('PATCH', 'admin/settings/', { 'dns.enabled': 0 });
    await zones.stop();
  });

  it('reports that the last administrator must remain', async () => {
    await open('admin/users?edit=Admin');
    await page.getByRole('dialog').getByLabel('Disabled').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForText('The last active administrator must remain: add another one first');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('opens every page by its URL without browser errors', async () => {
    const parts = ['groups', 'blocks', 'custom_fields', 'webhooks', 'dns', 'scans', 'health', 'history?only=signIns'];
    for (const part of parts) {
      await open(`admin/${part}`);
      await page.getByRole('heading', { name: 'Administration' }).waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      expect(await page.getByText('Loading failed').count(), part).to.equal(0);
    }
    const complaints = browser.complaints.filter((text) => !/status of (403|502)/.test(text)); // the tests above cause these
    expect(complaints).to.deep.equal([]);
    expect(browser.otherHosts).to.deep.equal([]);
  });
});
