import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { adminPassword, ServiceProcess } from '../../support/processes/service-process.js';
import { freePort } from '../../support/transfer/free-port.js';
import { DatabaseSession } from '../support/database-session.js';
import { ConsoleBrowser, leftOut } from './support/browser.js';

/** Text that would run as a script if a page rendered it as HTML. */
const evil = '<img src=x onerror=alert(1)>"\'{{7*7}}<script>alert(2)</script>';

/** Ends all other connections to a database. */
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe(`The web console during failures${leftOut}`, function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let variables: Readonly<Record<string, string>>;
  let service: ServiceProcess;
  let browser: ConsoleBrowser;
  let api: ApiClient;
  let page: Page;

  before(async function () {
    // Chromium is not installed
    if (leftOut !== '') return this.skip();
    database = await createPostgresDatabase();
    variables = { HEXIPAM_PORT: String(await freePort()) }; // a later service has the same port
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    api = await service.signIn({ app: 'console' });
    const section = (await api.post('/sections/', { name: 'Office', strictMode: 1 })).id;
    await api.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: section, description: 'Desks' });
    await api.post('/addresses/', { subnetId: 1, ip: '10.0.0.10', description: 'as it was' });
    browser = await ConsoleBrowser.startAlone(service.url);
    page = await browser.signedIn('Admin', adminPassword, 'subnets/1');
  });
  after(async () => {
    await browser?.close();
    await service?.kill9();
    await database?.drop();
  });

  const make = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    expect(answer.status, answer.text).to.equal(201);
    return answer;
  };
  const open = (path: string) => page.goto(`${service.url}/console/${path}`);
  const waitForText = (text: string) => page.getByText(text).first().waitFor();
  const every = '**/api/console/**';
  /** Answers matching requests with 503, as the service does without its database. */
  const breakDown = (isWanted: (method: string) => boolean) =>
    page.route(every, (route) =>
      isWanted(route.request().method())
        ? route.fulfill({ status: 503, json: { code: 503, success: false, message: 'The database is away' } })
        : route.fallback(),
    );

  it('shows cached data when a reload fails, warns, and recovers later', async () => {
    await page.getByRole('region', { name: 'Addresses' }).getByText('as it was').waitFor();
    await breakDown((method) => method === 'GET');
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('dialog').getByLabel('Host name').fill('taken.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click();
    await waitForText('The data may be outdated');
    await waitForText('The database is away');
    await page.getByRole('region', { name: 'Addresses' }).getByText('as it was').waitFor();
    await page.unroute(every);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('region', { name: 'Addresses' }).getByText('taken.example').waitFor();
    await page.getByText('The data may be outdated').waitFor({ state: 'detached' });
  });

  it('lets users sign in and read while the database is read-only, warns, and asks for a new sign-in afterwards', async () => {
    const session = await DatabaseSession.open(database.url);
    const [name] = await session.rows<{ name: string }>('select current_database() as name');
    const alter = async (sql: string): Promise<void> => {
      await session.rows(`alter database "${name?.name}" ${sql}`);
      await session.rows(endOthers);
    };
    await alter('set default_transaction_read_only = on');
    const reader = await browser.signedIn('Admin', adminPassword, 'subnets/1');
    await reader.getByRole('status').getByText('The database refuses writes').waitFor();
    await reader.getByRole('region', { name: 'Addresses' }).getByText('as it was').waitFor();
    await alter('reset default_transaction_read_only');
    await reader.getByRole('button', { name: 'Sign in' }).waitFor();
    await reader.fill('[name=username]', 'Admin');
    await reader.fill('[name=password]', adminPassword);
    await reader.getByRole('button', { name: 'Sign in' }).click();
    await reader.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await reader.getByText('The database refuses writes').waitFor({ state: 'detached' });
    await reader.getByRole('button', { name: 'Add address' }).click();
    await reader.getByRole('dialog').getByLabel('Host name').fill('again.example');
    await reader.getByRole('dialog').getByRole('button', { name: 'Add address' }).click();
    await reader.getByRole('region', { name: 'Addresses' }).getByText('again.example').waitFor();
    await reader.context().close();
    await session.close();
  });

  it('accepts a write after its dry run failed, once the service is available again', async () => {
    await breakDown((method) => method === 'POST');
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('dialog').getByText('The database is away').waitFor();
    await page.unroute(every);
    await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click();
    await waitForText('added');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('asks for the password again after the token has ended, and then shows the requested page', async () => {
    await page.context().clearCookies();
    await ConsoleBrowser.push(page, 'changes'); // a read meanwhile removes all links
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.route('**/console/session', (route) => route.abort());
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('answer').waitFor();
    await page.unroute('**/console/session');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
  });

  const rowsOf = (net: string, number: number) =>
    Array.from({ length: number }, (_, index) => `${net}.${1 + Math.floor(index / 200)}.${1 + (index % 200)};h${index}`);
  /** Chooses a file for the section Office and waits for its dry run. */
  const checkFile = async (name: string, rows: readonly string[]) => {
    await open('import');
    await page.getByPlaceholder('Choose a section').click();
    await page.getByRole('option', { name: 'Office' }).click();
    const buffer = Buffer.from(['IP;Name', ...rows].join('\n'));
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Check all rows' }).click();
  };
  const importAll = (number: number) => page.getByRole('button', { name: `Import ${number.toLocaleString('en')} rows` }).click();
  const signInAgain = async () => {
    await page.fill('[name=username]', 'Admin');
    await page.fill('[name=password]', adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
  };

  it('checks and uploads a whole file across an outage of the service, and writes each row once', async () => {
    await api.post('/subnets/', { subnet: '10.2.0.0', mask: 16, sectionId: 1 });
    let parts = 0;
    await breakDown((method) => method === 'POST' && ++parts > 1);
    await checkFile('away.csv', rowsOf('10.2', 700));
    await waitForText('The database is away. This continues as soon as the service is available.');
    await page.unroute(every);
    await waitForText('All 700 rows can be imported');
    parts = 0;
    await page.route(every, async (route) => {
      if (!route.request().url().includes('/rows/') || ++parts > 2) return route.fallback();
      if (parts === 1) return route.abort();
      await route.fetch(); // the rows arrive, their answer does not
      return route.abort();
    });
    await importAll(700);
    await waitForText('The service does not answer. This continues as soon as it answers.');
    await waitForText('All rows are imported');
    await waitForText('700 of 700');
    expect(parts).to.be.above(2);
    await page.unroute(every);
  });

  it('uploads the rest of a file after the session has ended and the user has signed in again', async () => {
    await checkFile(
      'session.csv',
      rowsOf('10.2', 300).map((row) => row.replace('10.2.', '10.2.1')),
    );
    await waitForText('All 300 rows can be imported');
    await page.route('**/imports/*/rows/**', (route) => route.fulfill({ status: 401, json: { message: 'expired' } }), {
      times: 1,
    });
    await page.context().clearCookies();
    await importAll(300);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signInAgain();
    await waitForText('All rows are imported');
    await waitForText('300 of 300');
  });

  it('shows the progress of an import again after the service restarts and continues it', async () => {
    await api.post('/subnets/', { subnet: '10.3.0.0', mask: 16, sectionId: 1 });
    await checkFile('restart.csv', rowsOf('10.3', 12_000));
    await importAll(12_000);
    await page.getByRole('heading', { name: 'Import of restart.csv' }).waitFor();
    await page.getByText(/^[1-9][\d,]* of 12,000 rows$/).waitFor();
    await service.kill9();
    await waitForText('The data may be outdated');
    service = await ServiceProcess.start({ databaseUrl: database.url, variables });
    api = await service.signIn({ app: 'console' });
    await page.getByText('All rows are imported').waitFor({ timeout: 180_000 }); // the killed process has reserved the import
    await waitForText('12,000 of 12,000');
    expect((await api.get('/addresses/search/10.3.20.200/')).records).to.have.lengthOf(1);
    await page.getByText('The data may be outdated').waitFor({ state: 'detached' });
  });

  it('shows names, descriptions, custom fields and files as plain text', async () => {
    await make('/admin/custom_fields/', { on: 'addresses', name: 'custom_evil', type: 'varchar(200)', comment: evil });
    const section = (await make('/sections/', { name: evil, description: evil })).id;
    const subnet = (await make('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId: section, description: evil })).id;
    await make('/addresses/', { subnetId: subnet, ip: '10.9.0.1', description: evil, note: evil, custom_evil: evil });
    await make('/vlans/', { name: evil, number: 66, description: evil });
    await make('/tools/racks/', { name: evil, size: 4 });
    await make('/devices/', { hostname: evil, description: evil, rack: 1, rack_start: 1, rack_size: 1 });
    await make('/admin/groups/', { name: evil.slice(0, 32), description: evil });
    const pages = [
      ...[
        '',
        `sections/${section}`,
        `subnets/${subnet}`,
        `subnets/${subnet}?tab=grid`,
        'changes',
        'records/vlan',
        'records/device',
      ],
      ...[
        'racks/1',
        `map?at=10.9.0.0/16`,
        `lookup?ips=10.9.0.1`,
        'admin/groups',
        'admin/permissions',
        'admin/history',
        'admin/custom_fields',
      ],
      ...[`changes?by=${encodeURIComponent(evil)}`, `records/vlan?find=${encodeURIComponent(evil)}`],
    ];
    await open(''); // reloads everything
    for (const path of pages) {
      await ConsoleBrowser.go(page, path);
      await page.locator('main h1').first().waitFor();
      expect(await page.locator('img[src=x], main script').count(), path).to.equal(0);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('<img');
    await page.getByRole('dialog').getByText(evil).first().waitFor();
    await open('import');
    await page.getByPlaceholder('Choose a section').click();
    await page.getByRole('option', { name: 'Office' }).click();
    const csv = ['IP;Name;Name;<img src=x onerror=alert(1)>;__proto__', `10.0.0.200;${evil};b;${evil};c`].join('\n');
    await page.setInputFiles('input[type=file]', { name: `${evil}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await waitForText('Columns (1 row)');
    await page.getByRole('cell', { name: evil }).first().waitFor();
    expect(await page.locator('img').count()).to.equal(0);
  });

  it('shows a page or a clear error for malformed URLs', async () => {
    const odd = [
      ...[
        'subnets/abc',
        'subnets/-1',
        'subnets/1e3',
        'subnets/99999999999999999999',
        'sections/0',
        'racks/..%2f..',
        'records/none',
      ],
      ...['subnets/1?tab=none&sort=-none&find=%25%00&state=x', 'subnets/1?tab=grid&tab=free', 'subnets/1?find=[1,2]&sort={}'],
      ...['map?at=999.1.1.1/99', 'map?at=1:2:3/64', 'map?at=::::::::/1', 'map?at=10.0.0.0', 'map?at=0.0.0.0/33', 'map?at=::/0'],
      ...[
        'changes?from=garbage&to=9999-99-99',
        'changes?kind=none&objectId=x',
        'lookup?ips=%00,1,::',
        'records/vlan?find=66&id=true',
      ],
      ...[
        'admin/users?edit=nobody&add=0',
        'admin/permissions?section=-1',
        'admin/permissions?section=4711',
        'admin/webhooks?attempts=none',
      ],
    ];
    for (const path of odd) {
      await open(path);
      await page.locator('main h1').or(page.getByText('Page not found')).or(page.getByRole('dialog')).first().waitFor();
      expect(await page.getByText(/something went wrong|undefined|NaN|\[object/i).count(), path).to.equal(0);
    }
    await page.getByRole('dialog').getByText('Loading failed').waitFor();
    await open('records/vlan?find=66');
    expect(await page.getByLabel('Filter').inputValue(), 'a number is a text that is looked for').to.equal('66');
  });

  it('shows both versions of a conflicting edit in forms of two windows', async () => {
    const other = await page.context().newPage();
    const begin = async (window: Page, description: string) => {
      await window.goto(`${service.url}/console/records/vlan`);
      await window.getByRole('button', { name: /^Actions for/ }).click();
      await window.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      await window.getByRole('dialog').getByLabel('Description').fill(description);
    };
    const save = (window: Page) => window.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await begin(page, 'mine');
    await begin(other, 'theirs');
    await save(other);
    await other.getByRole('dialog').waitFor({ state: 'detached' });
    await save(page);
    await page.getByRole('dialog').getByRole('cell', { name: 'theirs' }).waitFor();
    expect((await api.get('/vlans/1/')).record).to.include({ description: 'theirs' });
    await page.getByRole('button', { name: 'Keep their version' }).click();
    await page.getByRole('region', { name: 'VLANs' }).getByText('theirs').waitFor();
    await other.close();
  });

  it('causes no browser errors and no requests to other hosts', () => {
    const complaints = browser.complaints.filter((text) => !/net::ERR_(FAILED|CONNECTION_\w+|EMPTY_RESPONSE)/.test(text)); // outage
    expect(complaints).to.deep.equal([]);
    expect(browser.otherHosts).to.deep.equal([]);
  });
});
