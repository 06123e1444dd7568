import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { expect } from 'chai';
import pg from 'pg';
import { openDirectory } from '../../../adapters/knex/embedded/pglite.js';
import { migrations } from '../../../adapters/knex/migrations/index.js';
import { createDatabase, type TestDatabase } from '../../support/databases/postgres-server.js';
import { dropSchema } from '../../support/databases/schema-lines.js';
import { sharedPostgres } from '../../support/databases/shared-postgres.js';
import { ProgramProcess } from '../../support/processes/program-process.js';
import { runInProcess } from '../../support/processes/run-in-process.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { makeTemporaryFolder } from '../../support/temporary-folder.js';

const fixtures = 'test/e2e/transfer/fixtures';

/** A database of version 0.1.0 with migration 30, dumped by pg_dump: schema and rows. The REST interface wrote the rows. */
const dump = gunzipSync(readFileSync(`${fixtures}/schema-30.sql.gz`)).toString();
const password = 'of the earlier version';

/** Responses of that version to reads, by path. */
const answers: Readonly<Record<string, { readonly status: number; readonly data: unknown }>> = JSON.parse(
  readFileSync(`${fixtures}/schema-30.json`, 'utf8'),
);

async function embeddedOfThen(): Promise<TestDatabase> {
  const folder = makeTemporaryFolder();
  await inDirectory(folder.path, [...dropSchema, dump].join(';\n')); // a new database already has the present tables
  return { url: `file:${folder.path}`, drop: async () => folder.remove() };
}

/** Runs statements in the directory of an embedded database, which is created when missing. */
async function inDirectory(directory: string, text: string): Promise<void> {
  await (await openDirectory(directory, { sync: false })).close();
  const engine = await PGlite.create(join(directory, 'postgres'));
  await engine.exec(text);
  await engine.close();
}

async function serverOfThen(): Promise<TestDatabase> {
  const database = await createDatabase((await sharedPostgres()).url);
  await query(database.url, dump);
  return database;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Expects all members of an earlier value. Later versions add members, and set `domainId` of L2 domains to its default. */
function expectAll(found: unknown, then: unknown, path: string): void {
  if (then === null && /l2domains.*\.domainId$/.test(path)) {
    expect(found, path).to.equal('1');
    return;
  }
  if (typeof then !== 'object' || then === null) {
    expect(found, path).to.equal(then);
    return;
  }
  expect(typeof found, path).to.equal('object');
  if (Array.isArray(then)) expect(found, path).to.have.lengthOf(then.length);
  for (const [name, value] of Object.entries(then)) expectAll(Object(found)[name], value, `${path}.${name}`);
}

for (const [kind, create] of [
  ['an embedded database', embeddedOfThen],
  ['a PostgreSQL server', serverOfThen],
] as const)
  describe(`Data of an earlier version on ${kind}`, function () {
    this.timeout(240_000);
    let database: TestDatabase;

    before(async () => {
      database = await create();
    });
    after(() => database?.drop());

    it('is upgraded at a start, and reads return the same as before', async () => {
      const service = await ServiceProcess.start({ databaseUrl: database.url, variables: { TZ: 'UTC' } });
      try {
        const client = await service.signIn({ password });
        for (const [path, { status, data }] of Object.entries(answers)) {
          const answer = await client.get(`/${path}`);
          expect(answer.status, path).to.equal(status);
          expectAll(answer.envelope.data ?? null, data, path);
        }
        client.close();
        expect(service.logs).to.contain('"database migrated"');
        expect(service.complaints).to.deep.equal([]);
      } finally {
        await service.stop();
      }
    });

    it('passes hexipam check after the upgrade', async () => {
      const folder = makeTemporaryFolder();
      const { code, output } = await runInProcess(['check'], { databaseUrl: database.url, folder: folder.path });
      folder.remove();
      expect({ code, output }).to.deep.include({ code: 0 });
    });

    it('is refused with a clear error by a version that does not know its schema', async () => {
      const later = `insert into schema_migrations (number, name) values (${migrations.length + 1}, 'later')`;
      if (database.url.startsWith('postgres')) await query(database.url, later);
      else await inDirectory(database.url.slice('file:'.length), later);
      for (const words of [['serve'], ['migrate']]) {
        const environment = { PATH: process.env.PATH ?? '', HEXIPAM_DATABASE_URL: database.url, HEXIPAM_PORT: '0' };
        const folder = makeTemporaryFolder();
        const { code, errors } = await new ProgramProcess(words, { environment, folder: folder.path }).ended();
        folder.remove();
        expect(code).to.equal(1);
        expect(errors).to.match(/the database has migration \d+, this version knows \d+ only: start the later version\n/);
      }
    });
  });
