import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { phpIpamDatabase } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash } from '../../../adapters/system/index.js';
import { importRegister } from '../../../application/moving/import-register.js';
import type { Loss } from '../../../domain/moving/loss.js';
import { createEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { freePort } from '../../support/moving/free-port.js';
import { phpIpamDumpOf, type Row, tablesOf } from '../../support/moving/phpipam-dump.js';
import { fillWithSamples } from '../../support/moving/sample-register.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';

process.env.PATH = `${process.env.PATH}:/usr/sbin`; // where Debian has servers

const isThere = ['mariadbd', 'mariadb-install-db', 'mariadb'].every((name) => spawnSync(name, ['--version']).status === 0);

const options = {
  accepted: new Set<Loss>(),
  secrets: { problemWithHash: problemWithCryptHash, digest: (code: string) => code },
};

describe('The running database of a phpIPAM (MariaDB)', function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let server: ChildProcess | undefined;
  let url = '';
  let written: ReadonlyMap<string, readonly Row[]>;

  before(async function () {
    if (!isThere) this.skip();
    folder = makeTemporaryFolder();
    const port = await freePort();
    const data = `--datadir=${join(folder.path, 'data')}`;
    const installed = spawnSync(
      'mariadb-install-db',
      ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db', '--user=root'],
      { encoding: 'utf8' },
    );
    expect(installed.status, installed.stderr).to.equal(0);
    const socket = join(folder.path, 's');
    server = spawn(
      'mariadbd',
      ['--no-defaults', '--user=root', data, `--port=${port}`, `--socket=${socket}`, '--bind-address=127.0.0.1'],
      { stdio: 'ignore' },
    );
    const client = (input: string) =>
      spawnSync('mariadb', ['--no-defaults', '--user=root', `--socket=${socket}`], { input, encoding: 'utf8' });
    for (let tries = 0; client('select 1;').status !== 0 && tries < 300; tries++) await delay(200);
    const database = await createEmbeddedDatabase();
    const open = await openDatabase({ url: database.url, sync: false });
    if (open.loader) await fillWithSamples(open.loader);
    written = await tablesOf(open);
    await open.close();
    await database.drop();
    const made = client(
      `create database phpipam character set utf8mb4; use phpipam; set sql_mode = '';\n${phpIpamDumpOf(written, { hasDatetimes: true })}
      create user 'reader'@'127.0.0.1' identified by 'pass@word'; grant select on phpipam.* to 'reader'@'127.0.0.1';`,
    );
    expect(made.status, made.stderr).to.equal(0);
    url = `mysql://reader:pass%40word@127.0.0.1:${port}/phpipam`;
  });

  after(async () => {
    if (server?.pid !== undefined) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    folder?.remove();
  });

  it('comes in as its dump does', async () => {
    const { url: target, drop } = await createEmbeddedDatabase();
    const database = await openDatabase({ url: target, sync: false });
    const source = phpIpamDatabase(url);
    try {
      const { findings } = await importRegister(source, database.loader, options);
      expect(findings.filter(({ kind }) => kind !== 'note')).to.deep.equal([]);
      const found = await tablesOf(database);
      for (const name of [
        'sections',
        'subnets',
        'addresses',
        'vlans',
        'devices',
        'users',
        'user_groups',
        'apps',
        'locations',
        'nats',
        'tags',
      ])
        expect(found.get(name), name).to.deep.equal(written.get(name));
    } finally {
      await source.close?.();
      await database.close();
      await drop();
    }
  });

  it('is told what is wrong, without the password', async () => {
    const problem = async (wrong: string): Promise<unknown> => {
      const source = phpIpamDatabase(wrong);
      const error = await importRegister(source, undefined, options).catch((thrown: unknown) => thrown);
      await source.close?.();
      return error instanceof Error ? `${error.name}: ${error.message}` : error;
    };
    expect(await problem(url.replace('pass%40word', 'secret'))).to.equal(
      'SourceError: the database cannot be read: it does not know this user with this password',
    );
    expect(await problem(url.replace('/phpipam', '/mysql2'))).to.match(/may not use this database|there is no such database/);
    expect(await problem('mysql://reader:secret@127.0.0.1:1/phpipam')).to.equal(
      'SourceError: the database cannot be read: nobody listens there',
    );
  });
});
