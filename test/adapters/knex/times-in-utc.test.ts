import { expect } from 'chai';
import pg from 'pg';
import { openData } from '../../../adapters/knex/embedded/opening.js';
import { openDatabase } from '../../../adapters/knex/index.js';
import { migrations } from '../../../adapters/knex/migrations/index.js';
import { queriesOf } from '../../../adapters/knex/migrations/migration.js';
import { dropSchema } from '../../support/databases/schema-lines.js';
import { enterTimeZone } from '../../support/time/time-zone.js';
import { onEmptyPostgres } from './fresh-database.js';
import { inTemporaryDirectory } from './temporary-directory.js';

type Run = (sql: string) => Promise<readonly object[]>;

/** A database on which a test runs statements. */
interface Place {
  readonly url: string;
  run<T>(work: (run: Run) => Promise<T>): Promise<T>;
}

const onServer = (test: (place: Place) => Promise<void>): Promise<void> =>
  onEmptyPostgres((url) =>
    test({
      url,
      run: async (work) => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        try {
          return await work(async (sql) => (await client.query<object>(sql)).rows ?? []);
        } finally {
          await client.end();
        }
      },
    }),
  );

const inDirectory = (test: (place: Place) => Promise<void>): Promise<void> =>
  inTemporaryDirectory((directory) =>
    test({
      url: `file:${directory}`,
      run: async (work) => {
        const { pglite } = await openData(directory, { sync: false });
        try {
          return await work(async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? []);
        } finally {
          await pglite.close();
        }
      },
    }),
  );

/** Resets a database to the schema before the migration, with times of a local zone. */
async function storeLocalTimes(run: Run): Promise<void> {
  for (const statement of dropSchema) await run(statement);
  await run(
    'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz default now())',
  );
  for (const [index, migration] of migrations.entries()) {
    if (migration.name === 'times-in-utc') break;
    for (const query of queriesOf(migration)) await run(String(query));
    await run(`insert into schema_migrations (number, name) values (${index + 1}, '${migration.name}')`);
  }
  await run(`
    insert into users (username, name_key, password_hash, role, real_name, email, disabled, edit_date, last_login)
    values ('ann', 'ann', '', 'User', '', '', false, '2024-01-01 12:00:00', '2024-07-01 12:00:00');
    insert into sections (name, name_key, edit_date) values ('s', 's', '2024-01-01 00:00:00');
    insert into subnets (section_id, network, edit_date, last_scan) values (1, '10.0.0.0/24', '2024-03-10 02:30:00', '2024-11-03 01:30:00');
    insert into addresses (subnet_id, ip, last_seen, edit_date) values
      (1, '10.0.0.1', '2023-12-31 20:00:00', null), (1, '10.0.0.2', '1970-01-01 00:00:01', '2024-07-01 00:00:00'),
      (1, '10.0.0.3', '9999-12-31 23:59:59', null), (1, '10.0.0.4', '0001-01-01 00:00:00', null), (1, '10.0.0.5', null, null);
    update scan_agents set last_access = '2024-07-01 12:00:00';
    insert into change_log (object, object_id, action, differences, at, by) values
      ('address', 1, 'add', '["[ip]:  => 10.0.0.1", "[lastSeen]:  => 1970-01-01 00:00:01", "[PTR]:  => 0"]', '2024-07-01 12:00:00', 'a'),
      ('address', 1, 'edit', '["[note]: 2024-01-01 00:00:00 => [lastSeen]: x", "[lastSeen]: 1970-01-01 00:00:01 => 2024-01-01 12:00:00"]', '2024-01-01 12:00:00', 'a'),
      ('address', 1, 'edit', '["[lastSeen]: 2024-01-01 12:00:00 => "]', '2024-01-01 12:00:00', 'a')`);
}

/** All stored times, and the versions (xmin) of rows with times. */
async function read(run: Run): Promise<{ times: object; rows: readonly object[] }> {
  const times = await run(`
    select (select json_agg(json_build_array(edit_date, last_login, last_activity)) from users) as users,
      (select json_agg(edit_date) from sections) as sections,
      (select json_agg(json_build_array(edit_date, last_scan, last_discovery)) from subnets) as subnets,
      (select json_agg(json_build_array(last_seen, edit_date) order by ip) from addresses) as addresses,
      (select json_agg(last_access) from scan_agents) as agents,
      (select json_agg(json_build_array(at, differences) order by id) from change_log) as changes`);
  const rows = await run(
    'select xmin::text from users union all select xmin::text from addresses union all select xmin::text from change_log',
  );
  return { times: times[0] ?? {}, rows };
}

/** Migrates like a service in a time zone. */
async function migrateIn(zone: string, url: string): Promise<void> {
  const database = await openDatabase({ url, sync: false });
  const leave = enterTimeZone(zone);
  try {
    expect(await database.migrate()).to.contain('times-in-utc');
  } finally {
    leave();
    await database.close();
  }
}

const [never, first, last] = ['1970-01-01T00:00:01', '0001-01-01T00:00:00', '9999-12-31T23:59:59'];

describe('Times that were stored in the zone of the service', () => {
  for (const [sort, on] of [
    ['a server', onServer],
    ['an embedded database', inDirectory],
  ] as const)
    it(`are converted to UTC, on ${sort}`, () =>
      on(async ({ url, run }) => {
        await run(storeLocalTimes);
        await migrateIn('America/New_York', url);
        expect((await run(read)).times).to.deep.equal({
          users: [['2024-01-01T17:00:00', '2024-07-01T16:00:00', null]],
          sections: ['2024-01-01T05:00:00'],
          subnets: [['2024-03-10T07:30:00', '2024-11-03T06:30:00', null]],
          addresses: [
            ['2024-01-01T01:00:00', null],
            [never, '2024-07-01T04:00:00'],
            [last, null],
            [first, null],
            [null, null],
          ],
          agents: ['2024-07-01T16:00:00'],
          changes: [
            ['2024-07-01T16:00:00', ['[ip]:  => 10.0.0.1', '[lastSeen]:  => 1970-01-01 00:00:01', '[PTR]:  => 0']],
            [
              '2024-01-01T17:00:00',
              ['[note]: 2024-01-01 00:00:00 => [lastSeen]: x', '[lastSeen]: 1970-01-01 00:00:01 => 2024-01-01 17:00:00'],
            ],
            ['2024-01-01T17:00:00', ['[lastSeen]: 2024-01-01 17:00:00 => ']],
          ],
        });
      }));

  for (const [zone, hour] of [
    ['Asia/Kathmandu', '06:15:00'],
    ['UTC+2', '14:00:00'],
  ] as const)
    it(`are converted to UTC from the zone ${zone}`, () =>
      onServer(async ({ url, run }) => {
        await run(storeLocalTimes);
        await migrateIn(zone, url);
        expect((await run(read)).times).to.have.nested.property('users[0][0]', `2024-01-01T${hour}`);
      }));

  it('stay unchanged when the zone is UTC', () =>
    onServer(async ({ url, run }) => {
      await run(storeLocalTimes);
      const before = await run(read);
      await migrateIn('UTC', url);
      expect(await run(read)).to.deep.equal(before);
    }));
});
