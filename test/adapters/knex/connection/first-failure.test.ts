import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { PoolSession } from '../../../../adapters/knex/sessions/pool-session.js';
import { prepared, sql } from '../../../../adapters/knex/sessions/sql.js';
import type { DatabaseFailure } from '../../../../adapters/knex/storage-error.js';
import { Connections } from '../../../../adapters/knex/waiting/connections.js';
import { createDatabase, type TestDatabase } from '../../../support/databases/postgres-server.js';
import { sharedPostgres } from '../../../support/databases/shared-postgres.js';
import { TcpProxy } from '../../../support/databases/tcp-proxy.js';

const lockHeld = prepared('test_lock_held', () => sql`select 1 from held where id = 1 for update nowait`);
const selectOne = prepared('test_select_one', () => sql`select 1 as one`);
const selectTwo = prepared('test_select_two', () => sql`select 2 as two`);

describe('A PostgreSQL transaction with a failed statement before queued ones', () => {
  let database: TestDatabase;
  let network: TcpProxy;
  let connections: Connections;
  let observer: pg.Client;

  before(async () => {
    database = await createDatabase((await sharedPostgres()).url);
    network = await TcpProxy.inFrontOf(database.url);
    const options = { poolSize: 4, limits: limitsOf(10_000), keepStatements: true };
    connections = Connections.toServer(network.urlOf(database.url), options);
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
    await observer.query('create table held (id int primary key)');
    await observer.query('insert into held values (1)');
  });
  after(async () => {
    await connections?.close();
    await network?.close();
    await observer?.end();
    await database?.drop();
  });

  /** Resolves when the server has answered the failed statement. It runs the queued ones immediately afterwards. */
  const aborted = async (): Promise<void> => {
    const found = `select 1 from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction (aborted)'`;
    // A transaction caches its first snapshot of the statistics.
    while ((await observer.query(found)).rows.length === 0) {
      await sleep(5);
      await observer.query('select pg_stat_clear_snapshot()');
    }
  };

  it('fails with the first error, also when all answers arrive at once', async () => {
    await observer.query('begin');
    await observer.query('select 1 from held for update');
    const session = new PoolSession(connections);
    await session.transact((work) => work.rows(sql`select 1`)); // opens a connection
    network.holdAnswers();
    const failing = session.transact((work) =>
      Promise.all([work.lock('held 1', lockHeld), work.prepared(selectOne), work.prepared(selectTwo)]),
    );
    const failure = failing.catch((error: unknown) => error as DatabaseFailure);
    await aborted();
    network.pass();
    expect(await failure).to.include({ code: '55P03', trouble: 'unavailable' });
    await observer.query('rollback');
  });
});
