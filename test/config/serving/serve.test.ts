import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase, fillWithEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import { ProgramProcess } from '../../support/processes/program-process.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';
import { makeCertificate } from '../support/certificate.js';

const operator = { username: 'operator', password: 'secret123', role: 'Administrator' };
const app = { id: 'main', permission: 'admin', security: 'none' };

const upToDate = 'the database is up to date\n';

/** The environment of a program, which has only the path of this process. */
const usual = { PATH: process.env.PATH ?? '', HEXIPAM_HOST: '127.0.0.1', HEXIPAM_PORT: '0' };

const signIn = async (url: string, username: string, password: string, appId = 'main'): Promise<number> => {
  const headers = { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  return (await fetch(`${url}/api/${appId}/user/`, { method: 'POST', headers })).status;
};

describe('The program', function () {
  this.timeout(120_000);
  const all = makeTemporaryFolder();
  const root = all.path;
  let running: ProgramProcess[] = [];
  let databases: TestDatabase[] = [];
  let folders = 0;

  const run = (words: readonly string[], environment: Record<string, string> = {}, folder = root): ProgramProcess => {
    const service = new ProgramProcess(words, { environment: { ...usual, ...environment }, folder });
    running.push(service);
    return service;
  };
  const newFolder = (): string => {
    const folder = join(root, `run-${folders++}`);
    mkdirSync(folder);
    return folder;
  };
  /** A folder with an empty, migrated embedded database in the default directory. */
  const freshFolder = async (): Promise<string> => {
    const folder = newFolder();
    await fillWithEmbeddedDatabase(join(folder, 'hexipam-data'));
    return folder;
  };
  /** An empty, migrated database on a server. A service starts on it twice as fast. */
  const onServer = async (): Promise<Record<string, string>> => {
    const database = await createPostgresDatabase();
    databases.push(database);
    return { HEXIPAM_DATABASE_URL: database.url };
  };
  const provisioned = (document: unknown, environment: Record<string, string>, folder = newFolder()) => {
    const file = join(folder, 'provision.json');
    writeFileSync(file, JSON.stringify(document));
    return { file, service: run(['serve'], { HEXIPAM_PROVISION: file, ...environment }, folder) };
  };

  afterEach(async () => {
    await Promise.all(running.map((service) => service.kill()));
    await Promise.all(databases.map((database) => database.drop()));
    running = [];
    databases = [];
  });
  after(() => all.remove());

  describe('with invalid arguments or variables', () => {
    for (const [what, words, environment, complaint] of [
      [
        'an unknown command',
        ['start'],
        {},
        'hexipam: unknown command "start"\nusage: hexipam [serve | migrate | scan | check | doctor | explain-permission | import | export | restore | backup | openapi | asyncapi | mcp | completion | version | --help]\n' +
          '       hexipam user|service-account|group|role|provider|app|key|field|token|session|settings|dns|usage|mail|webhook|audit list|add|set|remove ...\n',
      ],
      [
        'an unknown variable',
        [],
        { HEXIPAM_PROT: '1' },
        'hexipam: HEXIPAM_PROT is not a variable of Hexipam; hexipam --help lists all variables\n',
      ],
      ['a bad value', ['migrate'], { HEXIPAM_PORT: 'x' }, 'hexipam: HEXIPAM_PORT must be an integer from 0 to 65535, not "x"\n'],
    ] as const) {
      it(`ends with code 2 and reports the reason after ${what}`, async () => {
        expect(await run(words, environment).ended()).to.deep.equal({ code: 2, output: '', errors: complaint });
      });
    }

    it('prints its version and its help, and ends with code 0', async () => {
      const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
        version: string;
      };
      expect(await run(['--version']).ended()).to.deep.equal({ code: 0, output: `${version}\n`, errors: '' });
      expect((await run(['--help']).ended()).output).to.match(/^usage: hexipam /);
    });
  });

  describe('migrate', () => {
    it('creates a missing embedded database with its tables, which is then up to date', async () => {
      const environment = { HEXIPAM_DATABASE_URL: `file:${join(root, 'made')}` };
      for (const _time of ['first', 'second'])
        expect(await run(['migrate'], environment).ended()).to.deep.equal({ code: 0, output: upToDate, errors: '' });
    });

    it('prints the migrations of an empty database on a server, which is then up to date', async () => {
      const database = await createDatabase((await sharedPostgres()).url);
      databases.push(database);
      const environment = { HEXIPAM_DATABASE_URL: database.url };
      const first = await run(['migrate'], environment).ended();
      expect([first.code, first.errors]).to.deep.equal([0, '']);
      expect(first.output).to.match(/^(migrated: .+\n)+$/);
      expect(await run(['migrate'], environment).ended()).to.deep.equal({ code: 0, output: upToDate, errors: '' });
    });

    it('prints its result as JSON', async () => {
      const { code, output } = await run(['migrate', '--json'], await onServer()).ended();
      expect([code, JSON.parse(output)]).to.deep.equal([0, { migrated: [] }]);
    });
  });

  describe('when the database cannot be used', () => {
    it('ends with code 1 and one line that contains the reason and no password', async () => {
      const { code, output, errors } = await run([], { HEXIPAM_DATABASE_URL: 'postgres://ipam:geheim@localhost:1/ipam' }).ended();
      expect([code, output]).to.deep.equal([1, '']);
      expect(errors)
        .to.match(/^hexipam: cannot use the database: [^\n]*ECONNREFUSED[^\n]*\n$/)
        .and.not.contain('geheim');
    });

    it('ends when another process uses the directory, and does not affect that process', async () => {
      const folder = await freshFolder();
      const first = run([], {}, folder);
      const [url = ''] = await first.urls();
      const { code, errors } = await run([], {}, folder).ended();
      expect(code).to.equal(1);
      expect(errors).to.match(/^hexipam: cannot use the database: [^\n]*in use[^\n]*\n$/);
      expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    });
  });

  describe('on a first start', () => {
    it('prints credentials and repeatable shell lines that allocate an address, but not at a second start', async () => {
      const folder = await freshFolder();
      const service = run([], {}, folder);
      const [url = ''] = await service.urls();
      await service.until(() => service.output.includes('first_free'));
      const lines = service.output.slice(service.output.indexOf('  api='));
      const paste = async () => (await promisify(execFile)('bash', ['-c', lines])).stdout;
      expect(await paste()).to.match(/"data":"10\.20\.0\.1"/);
      expect(await paste()).to.match(/"data":"10\.20\.0\.2"/);
      const password = /password (\S{20}) /.exec(service.output)?.[1] ?? '';
      expect(await signIn(url, 'admin', password, 'default')).to.equal(200);
      service.signal('SIGTERM');
      expect((await service.ended()).code).to.equal(0);

      const again = run([], {}, folder);
      const [nextUrl = ''] = await again.urls();
      expect(again.output).not.to.match(/password|first start/);
      expect(await signIn(nextUrl, 'Admin', password, 'default')).to.equal(200);
    });

    it('uses the password from the environment or from a .env file, and does not print it', async () => {
      const folder = newFolder();
      writeFileSync(join(folder, '.env'), 'HEXIPAM_ADMIN_PASSWORD="from the file"\nHEXIPAM_LOG_LEVEL=nonsense\n');
      const service = run([], { ...(await onServer()), HEXIPAM_LOG_LEVEL: 'debug' }, folder);
      const [url = ''] = await service.urls();
      expect(await signIn(url, 'Admin', 'from the file', 'default')).to.equal(200);
      expect(service.output + service.errors).not.to.contain('from the file');
      expect(service.output).to.contain('"Admin:$HEXIPAM_ADMIN_PASSWORD"');
    });

    it('prints the credentials even if the port is in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const { code, output, errors } = await run([], { ...(await onServer()), HEXIPAM_PORT: String(port) }).ended();
      other.close();
      expect(code).to.equal(1);
      expect(errors).to.contain(`hexipam: cannot listen on http://127.0.0.1:${port}: the port is in use by another program\n`);
      expect(output).to.match(/password \S{20} /);
    });
  });

  describe('with a provisioning file', () => {
    it('applies it before it listens, and creates no other user', async () => {
      const { service } = provisioned({ users: [operator], apps: [app] }, await onServer());
      const [url = ''] = await service.urls();
      expect(await signIn(url, 'operator', 'secret123')).to.equal(200);
      expect(service.output).to.match(/^Hexipam \S+ listens on \S+\nOpen \S+\/ in a browser\n$/);
    });

    it('creates a missing administrator with the password of the environment, and logs a warning without one', async () => {
      const bob = { username: 'bob', password: 'a password of bob' };
      const database = await onServer();
      const first = provisioned({ users: [bob], apps: [app] }, database).service;
      await first.urls();
      first.signal('SIGTERM');
      await first.ended();
      expect(first.log().find(({ level }) => level === 'warn')).to.include({ variable: 'HEXIPAM_ADMIN_PASSWORD' });
      const secret = { HEXIPAM_ADMIN_PASSWORD: 'a password of Admin' };
      const { service } = provisioned({ users: [bob], apps: [app] }, { ...database, ...secret });
      const [url = ''] = await service.urls();
      expect(await signIn(url, 'Admin', 'a password of Admin')).to.equal(200);
      expect(service.output + service.errors).not.to.contain('a password of Admin');
    });

    it('does not start with a weak password for the first administrator', async () => {
      const { code, errors } = await run([], { ...(await onServer()), HEXIPAM_ADMIN_PASSWORD: 'qwertyuiop' }).ended();
      expect(code).to.equal(2);
      expect(errors).to.contain('hexipam: HEXIPAM_ADMIN_PASSWORD must not be one of the 10,000 most common passwords\n');
      expect(errors).not.to.contain('qwertyuiop');
    });

    it('does not start with an invalid entry, and names it', async () => {
      const { file, service } = provisioned({ users: [operator], apps: [{ ...app, security: 'crypt' }] }, await onServer());
      const { code, output, errors } = await service.ended();
      expect([code, output]).to.deep.equal([1, '']);
      expect(errors).to.contain(`hexipam: provisioning file ${file}: apps[0] "code" is missing; it must be a text\n`);
    });

    it('applies it again on SIGHUP, and logs an invalid entry without any change', async () => {
      const { file, service } = provisioned({ users: [operator], apps: [app] }, await onServer());
      const [url = ''] = await service.urls();
      writeFileSync(
        file,
        JSON.stringify({ users: [{ ...operator, password: 'changed' }], apps: [{ ...app, permission: 'everything' }] }),
      );
      service.signal('SIGHUP');
      await service.until(() => service.log().some(({ level }) => level === 'error'));
      expect(service.log().find(({ level }) => level === 'error')).to.include({
        message: 'provisioning file not applied',
        problem: `provisioning file ${file}: apps[0] "permission" must be one of disabled, read, write, admin`,
      });
      expect(await signIn(url, 'operator', 'secret123')).to.equal(200);
      writeFileSync(file, JSON.stringify({ users: [{ ...operator, password: 'changed' }], apps: [app] }));
      service.signal('SIGHUP');
      await service.until(async () => (await signIn(url, 'operator', 'changed')) === 200);
      expect(service.errors).not.to.match(/secret123|"changed"[^:]*password/);
    });

    it('logs a failed reload of the certificate on SIGHUP', async () => {
      const { certificate, key } = makeCertificate(root, 'served');
      const tls = { HEXIPAM_TLS_PORT: '0', HEXIPAM_TLS_CERT: certificate, HEXIPAM_TLS_KEY: key };
      const { service } = provisioned({ users: [operator], apps: [app] }, { ...(await onServer()), ...tls });
      const urls = await service.urls(2);
      expect(urls.map((url) => new URL(url).protocol)).to.deep.equal(['http:', 'https:']);
      writeFileSync(certificate, 'no certificate any more');
      service.signal('SIGHUP');
      await service.until(() => service.log().some(({ message }) => message === 'certificate not reloaded'));
    });
  });

  describe('on an embedded database', () => {
    it('prints one line when sync is off', async () => {
      const service = run(['serve'], { HEXIPAM_EMBEDDED_SYNC: 'off' }, await freshFolder());
      await service.urls();
      const lines = service.output.split('\n').filter((line) => line.startsWith('HEXIPAM_EMBEDDED_SYNC is off: '));
      expect(lines).to.have.length(1);
    });

    it('prints nothing when sync is on, and ends with code 1 and one fatal log line when its directory is deleted', async () => {
      const folder = await freshFolder();
      const service = run(['serve'], { HEXIPAM_EMBEDDED_SYNC: 'on' }, folder);
      await service.urls();
      expect(service.output).not.to.include('HEXIPAM_EMBEDDED_SYNC');
      rmSync(join(folder, 'hexipam-data'), { recursive: true });
      const { code, errors } = await service.ended();
      expect(code, errors).to.equal(1);
      const grave = service.log().filter(({ level }) => level === 'fatal');
      expect(grave.map(({ message }) => message)).to.deep.equal(['stopping: the database failed']);
      expect(grave[0]?.problem).to.include('removed').and.include(join(folder, 'hexipam-data'));
    });
  });

  describe('on a stop signal', () => {
    const startStopping = async (environment: Record<string, string>, folder?: string) => {
      const { service } = provisioned({ users: [operator], apps: [app] }, environment, folder);
      const [url = ''] = await service.urls();
      // A request with an incomplete body is running until the rest arrives.
      const headers = {
        Authorization: `Basic ${Buffer.from('operator:secret123').toString('base64')}`,
        'Content-Type': 'application/json',
        'Content-Length': '2',
      };
      const slow = request(`${url}/api/main/user/`, { method: 'POST', headers, agent: new Agent() });
      const answer = new Promise<number | string>((resolve) => {
        slow.on('response', (response) => resolve(response.statusCode ?? 0));
        slow.on('error', () => resolve('cut'));
      });
      slow.write('{');
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { service, slow, answer };
    };

    it('finishes running requests, closes the database and ends with code 0', async () => {
      const { service, slow, answer } = await startStopping({}, await freshFolder());
      service.signal('SIGTERM');
      await service.until(() => service.log().some(({ message }) => message === 'stopping'));
      slow.end('}');
      expect(await answer).to.equal(200);
      const { code } = await service.ended();
      expect(code).to.equal(0);
      expect(service.log().at(-1)).to.include({ message: 'stopped' });
    });

    it('ends immediately on a second signal, but not on the repeated first signal of npm', async () => {
      const { service, answer } = await startStopping(await onServer());
      service.signal('SIGINT');
      service.signal('SIGINT');
      await service.until(() => service.log().some(({ message }) => message === 'stopping'));
      await new Promise((resolve) => setTimeout(resolve, 900));
      const before = Date.now();
      service.signal('SIGINT');
      const { code } = await service.ended();
      expect(code).to.equal(1);
      expect(Date.now() - before, 'the time that is left for what is under way').to.be.lessThan(8000);
      expect(await answer).to.equal('cut');
    });
  });
});
