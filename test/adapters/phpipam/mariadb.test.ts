import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { phpIpamDatabase, phpIpamDump } from '../../../adapters/phpipam/index.js';
import { problemWithCryptHash } from '../../../adapters/system/index.js';
import type { ImportSource, ImportWriter } from '../../../application/ports/register.js';
import { importRegister } from '../../../application/transfer/register/import-register.js';
import type { Loss } from '../../../domain/transfer/imported-value.js';
import { createEmbeddedDatabase } from '../../support/databases/prepared-databases.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { customTypes, customTypesDump } from '../../support/transfer/custom-types.js';
import { freePort } from '../../support/transfer/free-port.js';
import { phpIpamDumpOf, type Row, tablesOf } from '../../support/transfer/phpipam-dump.js';
import { fillWithSamples } from '../../support/transfer/sample-register.js';

process.env.PATH = `${process.env.PATH}:/usr/sbin`; // Debian installs servers there

const isThere = ['mariadbd', 'mariadb-install-db', 'mariadb', 'mariadb-dump'].every(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** All types except the one whose default the server refuses. */
const storable = customTypes.slice(0, -1);

const options = {
  accepted: new Set<Loss>(),
  secrets: { problemWithHash: problemWithCryptHash, digest: (code: string) => code },
};

describe('The running database of a phpIPAM (MariaDB)', function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let server: ChildProcess | undefined;
  let url = '';
  let dump: (...words: readonly string[]) => string;
  let written: ReadonlyMap<string, readonly Row[]>;

  before(async function () {
    // MariaDB is not installed
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
    const typed = client(
      `create database typed character set utf8mb4; use typed; set sql_mode = '';\n${customTypesDump(storable)}
      grant select on typed.* to 'reader'@'127.0.0.1';`,
    );
    expect(typed.status, typed.stderr).to.equal(0);
    dump = (...words) =>
      spawnSync('mariadb-dump', ['--no-defaults', '--user=root', `--socket=${socket}`, ...words, 'typed'], { encoding: 'utf8' })
        .stdout;
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

  it('is imported like its dump', async () => {
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

  /** Custom values of the imported records, and the findings. */
  async function customOf(source: ImportSource): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const loading: ImportWriter = {
      add: async (part, records) => {
        if (part === 'customField') found.push(...records);
        for (const record of records) if ('custom' in record) found.push([part, record.custom]);
      },
      set: async () => {},
      addProviders: async () => {},
    };
    const { findings } = await importRegister(source, { load: (_, work) => work(loading) }, options);
    await source.close?.();
    return [...found, ...findings.filter(({ kind }) => kind !== 'note')];
  }

  it('has the same custom fields of all types as its dump', async () => {
    const path = join(folder.path, 'typed.sql');
    const fromDatabase = await customOf(phpIpamDatabase(url.replace('/phpipam', '/typed')));
    expect(fromDatabase.length).to.be.greaterThan(9 * storable.length);
    for (const words of [[], ['--complete-insert', '--hex-blob']]) {
      writeFileSync(path, dump(...words));
      expect(await customOf(phpIpamDump(path)), words.join()).to.deep.equal(fromDatabase);
    }
    expect(fromDatabase).to.deep.include([
      'address',
      {
        ...{ custom_0: 'a,b', custom_1: '12.50', custom_2: '9007199254740993', custom_3: 2024, custom_4: '-12:30:00' },
        ...{
          custom_5: true,
          custom_6: 100,
          custom_7: true,
          custom_8: 'long',
          custom_14: 5,
          custom_15: 7,
          custom_17: 'b',
          custom_18: '2024-02-03 04:05:06',
        },
      },
    ]);
  });

  it('reports problems without the password', async () => {
    const problem = async (wrong: string): Promise<unknown> => {
      const source = phpIpamDatabase(wrong);
      const error = await importRegister(source, undefined, options).catch((thrown: unknown) => thrown);
      await source.close?.();
      return error instanceof Error ? `${error.name}: ${error.message}` : error;
    };
    expect(await problem(url.replace('pass%40word', 'secret'))).to.equal(
      'SourceError: the database cannot be read: the user name or the password is wrong',
    );
    expect(await problem(url.replace('/phpipam', '/mysql2'))).to.match(
      /has no access to this database|there is no such database/,
    );
    expect(await problem('mysql://reader:secret@127.0.0.1:1/phpipam')).to.equal(
      'SourceError: the database cannot be read: no server listens at this address',
    );
  });
});
