import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { createDatabase, type TestDatabase } from '../support/databases/postgres-server.js';
import { fillWithEmbeddedDatabase } from '../support/databases/prepared-databases.js';
import { sharedPostgres } from '../support/databases/shared-postgres.js';
import type { EndedRun } from '../support/processes/program-process.js';
import { runProgram } from '../support/processes/program-run.js';
import { runInProcess } from '../support/processes/run-in-process.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.js';
import { phpIpamDumpOf } from '../support/transfer/phpipam-dump.js';

const password = 'entre nous: très secret';

/** Runs the command line on one database and collects all output. */
class CommandLine {
  readonly folder: TemporaryFolder = makeTemporaryFolder();
  readonly databaseUrl: string;
  everything = '';

  constructor(databaseUrl?: string) {
    this.databaseUrl = databaseUrl ?? `file:${this.data}`;
  }

  /** The directory of an embedded database. */
  get data(): string {
    return join(this.folder.path, 'data');
  }

  get socket(): string {
    return join(this.data, 'admin.sock');
  }

  /** Creates an up-to-date embedded database, faster than a service or a run would. */
  prepare(): Promise<void> {
    return fillWithEmbeddedDatabase(this.data);
  }

  run(words: readonly string[], input = ''): Promise<EndedRun> {
    return this.#collectOutput(runInProcess(words, { databaseUrl: this.databaseUrl, folder: this.folder.path, input }));
  }

  /** As run(), in a separate process. Takes about one second longer. */
  runApart(words: readonly string[], input = ''): Promise<EndedRun> {
    return this.#collectOutput(runProgram(words, { databaseUrl: this.databaseUrl, folder: this.folder.path, input }));
  }

  async #collectOutput(running: Promise<EndedRun>): Promise<EndedRun> {
    const run = await running;
    this.everything += run.output + run.errors;
    return run;
  }

  /** Returns the JSON output of a run. @throws Error when the run fails */
  async json<T = Record<string, unknown>>(words: readonly string[], input?: string): Promise<T> {
    const { code, output, errors } = await this.run([...words, '--json'], input);
    if (code !== 0 || errors !== '') throw new Error(`${words.join(' ')} ended with ${code}: ${errors}`);
    return JSON.parse(output) as T;
  }

  start(): Promise<ServiceProcess> {
    return ServiceProcess.start({ databaseUrl: this.databaseUrl });
  }
}

const addAnn = [
  'user',
  'add',
  'ann',
  '--role',
  'User',
  '--groups',
  'Operators,Guests',
  '--real-name',
  'Ann',
  '--inventory',
  'write',
];

/** Polls a condition for at most `milliseconds`. @returns whether it became true */
async function within(milliseconds: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; ) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return holds();
}

const canSignIn = (service: ServiceProcess): Promise<boolean> =>
  service.signIn({ username: 'ann', password }).then(
    (client) => {
      client.close();
      return true;
    },
    () => false,
  );

describe('The command line on an embedded database with a running service', function () {
  this.timeout(120_000);
  const line = new CommandLine();
  let service: ServiceProcess;
  const clients: ApiClient[] = [];
  const client = async (credentials = {}): Promise<ApiClient> => {
    const signedIn = await service.signIn(credentials);
    clients.push(signedIn);
    return signedIn;
  };

  before(async () => {
    await line.prepare();
    service = await line.start();
  });
  after(async () => {
    for (const each of clients) each.close();
    await service?.stop();
    line.folder.remove();
  });

  it('uses a socket that only its own user may access', () => {
    const { mode } = statSync(line.socket);
    expect([statSync(line.socket).isSocket(), mode & 0o777]).to.deep.equal([true, 0o600]);
  });

  it('adds a user who can sign in at once', async () => {
    const { code, output, errors } = await line.runApart(addAnn, `${password}\n`);
    expect({ code, output, errors }).to.deep.equal({ code: 0, output: 'user ann added\n', errors: '' });
    expect(await canSignIn(service)).to.equal(true);
    const [, ann] = await line.json<Record<string, unknown>[]>(['user', 'list']);
    expect(ann).to.include({ username: 'ann', role: 'User', inventory: 'write', realName: 'Ann', disabled: false });
    expect(ann?.groups).to.deep.equal(['Operators', 'Guests']);
    expect((await line.run(['user', 'list'])).output).to.match(/^ID\tUSERNAME\t.*\n1\tAdmin\t.*\n2\tann\t.*\n$/);
  });

  it('rejects duplicate users, missing users, invalid roles and changes to the last administrator', async () => {
    for (const [words, problem] of [
      [addAnn, 'there is a user ann already'],
      [['user', 'remove', 'bob'], 'there is no user bob'],
      [['user', 'remove', 'Admin'], 'the last active administrator must remain: add another one first'],
      [['user', 'set', 'Admin', '--role', 'User'], 'the last active administrator must remain: add another one first'],
      [['user', 'set', 'ann', '--role', 'Boss'], 'user ann "role" must be one of Administrator, User'],
    ] as const)
      expect(await line.run(words, `${password}\n`)).to.deep.equal({ code: 1, output: '', errors: `hexipam: ${problem}\n` });
  });

  it('adds a role, assigns it to a group, and explains the permissions of a user', async () => {
    expect((await line.run(['role', 'add', 'Stock', '--levels', 'rack:write', '--rights', 'history'])).output).to.equal(
      'role Stock added\n',
    );
    const roles = await line.json<{ name: string }[]>(['role', 'list']);
    expect(roles.map(({ name }) => name)).to.deep.equal([
      ...['Viewer', 'Operator', 'Allocator', 'Auditor', 'Administrator', 'Stock'],
    ]);
    await line.run(['group', 'set', 'Guests', '--roles', 'Stock']);
    await line.run(['user', 'set', 'ann', '--inventory', 'read']);
    expect((await line.run(['explain-permission', 'ann', 'racks'])).output).to.equal(
      'user ann, racks: level write\nallowed: read, write\nrule: role Stock of group Guests\n',
    );
    expect(await line.json(['explain-permission', 'ann', 'history'])).to.deep.equal({
      ...{ user: 'ann', object: 'history', level: 'granted', allowed: ['history'], rule: 'role Stock of group Guests' },
    });
    expect((await line.run(['explain-permission', 'ann', 'section', '99'])).code).to.equal(1);
    expect((await line.run(['explain-permission', 'ann', 'nothing'])).errors).to.match(/^hexipam: object "nothing" is not known/);
    expect((await line.run(['role', 'remove', 'Viewer'])).errors).to.equal(
      'hexipam: role Viewer is built in and cannot be changed\n',
    );
    expect((await line.run(['role', 'remove', 'Stock'])).output).to.equal('role Stock removed\n');
    expect((await line.run(['explain-permission', 'ann', 'racks'])).output).to.include('rule: inventory read of the user');
    await line.run(['user', 'set', 'ann', '--inventory', 'write']);
  });

  it('prints the usage for invalid arguments', async () => {
    for (const [words, problem] of [
      [['user', 'add', 'bob', '--password', 'hunter2'], 'passwords are not accepted as arguments'],
      [['user', 'add', 'bob', '--nonsense'], 'unknown option --nonsense'],
      [['user', 'add', 'bob'], 'the first line of standard input must be the password'],
      [['token', 'add', 'bob'], 'sign-ins create tokens: the actions are list and remove'],
    ] as const) {
      const { code, output, errors } = await line.run(words);
      expect([code, output]).to.deep.equal([2, '']);
      expect(errors).to.contain(`hexipam: `).and.contain(problem).and.contain(`\nusage: hexipam ${words[0]} list`);
      expect(errors).not.to.contain('hunter2');
    }
    expect((await line.run(['user', '--help'])).output).to.match(/^usage: hexipam user list/);
  });

  it('ends all tokens at once when a password is set or a user is disabled', async () => {
    for (const [words, input] of [
      [['user', 'set', 'ann', '--new-password'], `${password}\n`],
      [['user', 'set', 'ann', '--disabled', 'true'], ''],
    ] as const) {
      const ann = await client({ username: 'ann', password });
      expect((await ann.get('/sections/')).status).to.be.oneOf([200, 404]);
      await line.run(words, input);
      expect((await ann.get('/sections/')).summary).to.equal('401 Unauthorized');
    }
    expect(await canSignIn(service)).to.equal(false);
    await line.run(['user', 'set', 'ann', '--disabled', 'false']);
    expect(await canSignIn(service)).to.equal(true);
  });

  it('lists tokens by an id that does not authenticate, and removes tokens', async () => {
    const ann = await client({ username: 'ann', password });
    const before = await line.json<{ id: string; user: string }[]>(['token', 'list', '--user', 'ann']);
    for (const { id } of before) expect((await ann.with({ token: id }).get('/sections/')).status).to.equal(401);
    const { removed } = await line.json<{ removed: unknown[] }>(['token', 'remove', '--user', 'ann']);
    expect(removed).to.deep.equal(before);
    expect((await ann.get('/sections/')).summary).to.equal('401 Unauthorized');
    await client({ username: 'ann', password });
    const [{ id = '' } = {}] = await line.json<{ id?: string }[]>(['token', 'list', '--user', 'ann']);
    expect((await line.run(['token', 'remove', id])).output).to.equal('1 token removed\n');
  });

  it('adds an application that works at once, and shows its code only once', async () => {
    const words = ['app', 'add', 'machine', '--permission', 'write', '--security', 'crypt', '--crypt-legacy', 'false'];
    const { code } = await line.json<{ code: string }>([...words, '--lock-wait', '5', '--show-links', 'false']);
    expect(code).to.match(/^[\w-]{32}$/);
    const answer = () => service.client({ app: 'machine' }).get('/sections/');
    expect((await answer()).summary).to.equal('503 Invalid enc_request');
    const listed = await line.run(['app', 'list', '--json']);
    expect(listed.output).to.contain('machine').and.not.contain(code);
    expect((await line.run(['app', 'set', 'machine', '--permission', 'disabled'])).output).to.equal(
      'application machine changed\n',
    );
    expect((await answer()).summary).to.equal('503 Application disabled');
    const renewed = await line.json<{ code: string }>(['app', 'set', 'machine', '--new-code']);
    expect(renewed.code)
      .to.match(/^[\w-]{32}$/)
      .and.not.equal(code);
    expect(service.logs).not.to.contain(code).and.not.contain(renewed.code);
    await line.run(['app', 'remove', 'machine']);
    expect((await answer()).summary).to.equal('400 Invalid application id');
  });

  it('adds and removes custom fields and groups', async () => {
    const admin = await client();
    await line.json(['field', 'add', 'subnets', 'custom_env', '--type', "enum('prod','dev')", '--default', 'prod']);
    await line.json(['group', 'add', 'Staff', '--description', 'everybody']);
    const sectionId = (await admin.post('/sections/', { name: 'Customers', permissions: '{"2":"2","4":"1"}' })).id;
    const id = (await admin.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
    expect((await admin.get(`/subnets/${id}/`)).record).to.include({ custom_env: 'prod' });
    await line.json(['field', 'remove', 'subnets', 'custom_env']);
    expect((await admin.get(`/subnets/${id}/`)).record).not.to.have.property('custom_env');
    await line.json(['group', 'remove', 'Staff']);
    expect((await admin.get(`/sections/${sectionId}/`)).record.permissions).to.equal('{"2":"2"}');
  });

  it('shows the history of all changes without any secret', async () => {
    const { output } = await line.run(['audit', 'list', '--limit', '500']);
    for (const said of ['[password]: changed', '[disabled]', 'command line', 'customField', 'machine', 'Staff'])
      expect(output).to.contain(said);
    expect(await line.json<unknown[]>(['audit', 'list', '--limit', '2'])).to.have.length(2);
    for (const text of [line.everything, service.logs]) expect(text).not.to.contain(password).and.not.contain(adminPassword);
    expect(service.complaints).to.deep.equal([]);
  });
});

describe('The command line on an embedded database', function () {
  this.timeout(120_000);
  let line: CommandLine;
  beforeEach(() => {
    line = new CommandLine();
  });
  afterEach(() => line.folder.remove());

  it('creates no database when none exists', async () => {
    const { code, errors } = await line.run(['user', 'list']);
    expect([code, errors]).to.deep.equal([1, `hexipam: cannot use the database: there is no database in ${line.data}\n`]);
    expect(existsSync(line.data)).to.equal(false);
  });

  it('opens the database when no service runs, and a later service sees all changes', async () => {
    await line.prepare();
    expect(await line.json(['user', 'list'])).to.deep.equal([]);
    await line.run(
      [...addAnn, '--role=Administrator'].filter((word) => !['--role', 'User'].includes(word)),
      password,
    );
    await line.run(['app', 'add', 'default', '--permission', 'read', '--security', 'none']);
    const service = await line.start();
    expect(await canSignIn(service)).to.equal(true);
    await service.stop();
    expect(existsSync(line.socket)).to.equal(false);
  });

  it('tests sign-in providers itself when no service runs', async () => {
    const apart = new CommandLine();
    await apart.prepare();
    const oidc = ['--oidc-issuer', 'http://127.0.0.1:1', '--oidc-client-id', 'hexipam'];
    expect((await apart.run(['provider', 'add', 'staff', 'oidc', ...oidc])).code).to.equal(0);
    const test = await apart.run(['provider', 'test', 'staff']);
    expect([test.code, test.output]).to.deep.equal([
      1,
      'FAILED: read the metadata of http://127.0.0.1:1: 127.0.0.1:1: ECONNREFUSED\n',
    ]);
    apart.folder.remove();
  });

  it('works despite the stale socket of a killed service, as does a new service', async () => {
    await line.prepare();
    const first = await line.start();
    await first.kill9();
    expect(statSync(line.socket).isSocket()).to.equal(true);
    expect((await line.run(addAnn, password)).output).to.equal('user ann added\n');
    const second = await line.start();
    expect(await canSignIn(second)).to.equal(true);
    expect((await line.run(['user', 'remove', 'ann'])).output).to.equal('user ann removed\n');
    expect(await canSignIn(second)).to.equal(false);
    await second.stop();
  });

  it('shows times in the time zone of a .env file, and rejects an unknown zone', async () => {
    await line.prepare();
    await line.run(['group', 'add', 'Staff']);
    const [entry] = await line.json<{ at: string }[]>(['audit', 'list', '--limit', '1']);
    const inTokyo = new Date(Date.parse(entry?.at ?? '') + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    writeFileSync(join(line.folder.path, '.env'), 'TZ=Asia/Tokyo\n');
    expect((await line.runApart(['audit', 'list', '--limit', '1'])).output).to.contain(`\n${inTokyo}\t`);
    writeFileSync(join(line.folder.path, '.env'), 'TZ=Asia/Tokio\n');
    const { code, errors } = await line.runApart(['audit', 'list']);
    expect([code, errors]).to.deep.equal([2, 'hexipam: TZ must be a time zone such as Europe/Vienna, not "Asia/Tokio"\n']);
  });

  it('does not let root make files in the directory of another user', async function () {
    // only root can act for another user
    if (process.getuid?.() !== 0) this.skip();
    await line.prepare();
    chownSync(line.data, 65_534, 65_534);
    const { code, errors } = await line.run(['user', 'list']);
    expect([code, errors]).to.deep.equal([
      1,
      `hexipam: ${line.data} belongs to another user: run the command as the user of the service\n`,
    ]);
  });

  it('waits for a starting service to create the database and accept commands', async () => {
    const starting = line.start();
    await within(20_000, async () => existsSync(join(line.data, 'lock.1')));
    const runs = await Promise.all([line.runApart(addAnn, password), line.runApart(['group', 'add', 'Staff'])]);
    expect(runs.map(({ code, errors }) => [code, errors])).to.deep.equal([
      [0, ''],
      [0, ''],
    ]);
    const service = await starting;
    expect(await canSignIn(service)).to.equal(true);
    await service.stop();
  });
});

describe('The command line on a database in memory', () => {
  for (const url of ['memory:', 'pglite:', 'file::memory:'])
    it(`is refused (${url})`, async () => {
      const line = new CommandLine(url);
      for (const words of [['user', 'list'], ['check'], ['export', 'register.jsonl.gz']]) {
        const { code, errors } = await line.run(words);
        expect(code).to.equal(1);
        expect(errors).to.match(/^hexipam: a database in memory ends with its process/);
      }
      line.folder.remove();
    });

  it('rejects the import of a whole register into a storage that does not support it', async () => {
    const line = new CommandLine('memory:');
    const dump = join(line.folder.path, 'dump.sql');
    writeFileSync(dump, phpIpamDumpOf(new Map()));
    const { code, errors } = await line.run(['import', 'phpipam', dump]);
    expect([code, errors]).to.deep.equal([
      1,
      'hexipam: this storage does not support the import of a whole register: import into file:DIRECTORY or postgres://...\n',
    ]);
    line.folder.remove();
  });
});

describe('The command line on PostgreSQL with running services', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let line: CommandLine;
  let services: ServiceProcess[] = [];

  before(async () => {
    database = await createDatabase((await sharedPostgres()).url);
    line = new CommandLine(database.url);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    line.folder.remove();
    await database.drop();
  });

  it('rejects a database that is not up to date', async () => {
    const { code, errors } = await line.run(['user', 'list']);
    expect([code, errors]).to.deep.equal([1, 'hexipam: the database is not up to date: run hexipam migrate first\n']);
  });

  it('takes effect in every process within a second, and ends tokens at once', async () => {
    services = await Promise.all([line.start(), line.start()]);
    await line.json(addAnn, password);
    const clients = await Promise.all(services.map((service) => service.signIn({ username: 'ann', password })));
    const app = (service: ServiceProcess) => service.client({ app: 'late' }).get('/sections/');
    expect(await Promise.all(services.map(async (service) => (await app(service)).summary))).to.deep.equal(
      services.map(() => '400 Invalid application id'),
    );
    await line.json(['app', 'add', 'late', '--permission', 'disabled', '--security', 'none']);
    for (const service of services)
      expect(await within(1100, async () => (await app(service)).summary === '503 Application disabled')).to.equal(true);
    await line.json(['user', 'remove', 'ann']);
    for (const client of clients) {
      expect((await client.get('/sections/')).summary).to.equal('401 Unauthorized');
      client.close();
    }
    const entries = await line.json<{ by: string; action: string; object: string }[]>(['audit', 'list']);
    expect(entries[0]).to.include({ by: 'command line', action: 'delete', object: 'user' });
  });
});
