import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { PoolSession } from '../../../../adapters/knex/sessions/pool-session.js';
import { knex, prepared, preparedById, preparedTexts, sql } from '../../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../../adapters/knex/waiting/connections.js';
import { onPostgres } from '../fresh-database.js';

const squareOf = preparedById('test_square', (id) => knex('squares').select('id', 'square').where({ id }));
const inverseOf = preparedById('test_inverse', (id) => sql`select id, 1 / (id - 5) from squares where id = ${id}`);
const slow = preparedTexts<{ seconds: number }>('test_slow', ({ seconds }) => sql`select pg_sleep(${seconds}::float8)`);
const allSquares = prepared<Record<never, never>, { readonly square: unknown }>('test_squares', () =>
  knex('squares').select('square').orderBy('id').limit(2),
);

interface Opened {
  readonly session: PoolSession;
  /** Number of executed statements. */
  readonly count: () => number;
  /** Runs SQL on another connection. */
  readonly sql: (text: string) => Promise<unknown>;
}

async function withSquares(test: (opened: Opened) => Promise<void>): Promise<void> {
  await onPostgres(async (url) => {
    const direct = new pg.Client({ connectionString: url });
    await direct.connect();
    await direct.query('create table squares as select id, id * id as square from generate_series(1, 100) id');
    let count = 0;
    const observer = { statementEnded: () => void count++ };
    const connections = Connections.toServer(url, { poolSize: 8, limits: limitsOf(10_000), keepStatements: true, observer });
    try {
      await test({ session: new PoolSession(connections), count: () => count, sql: (text) => direct.query(text) });
    } finally {
      await connections.close();
      await direct.end();
    }
  });
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('Concurrent lookups', () => {
  it('by id share one statement, and each gets its own record', () =>
    withSquares(async ({ session, count }) => {
      const ids = [7, 101, 3, 7, 100];
      const found = await Promise.all(ids.map((id) => session.lookup(squareOf, { id })));
      expect(found).to.deep.equal([[['7', '49']], [], [['3', '9']], [['7', '49']], [['100', '10000']]]);
      expect(count()).to.equal(1);
      expect(await session.lookup(squareOf, { id: 2 })).to.deep.equal([['2', '4']]);
      expect(count()).to.equal(2);
    }));

  it('share one statement per 32 records', () =>
    withSquares(async ({ session, count }) => {
      const found = await Promise.all(upTo(70).map((id) => session.lookup(squareOf, { id })));
      expect(found).to.deep.equal(upTo(70).map((id) => [[String(id), String(id * id)]]));
      expect(count()).to.equal(3);
    }));

  it('fail only with the error of their own statement', () =>
    withSquares(async ({ session }) => {
      const both = await Promise.allSettled(
        [4, 5, 6].flatMap((id) => [inverseOf, squareOf].map((one) => session.lookup(one, { id }))),
      );
      expect(both.map(({ status }) => status)).to.deep.equal(Array(3).fill(['rejected', 'fulfilled']).flat());
      expect(await session.lookup(inverseOf, { id: 4 })).to.deep.equal([['4', '-1']]);
    }));

  it('see the changes of their own transaction, in which they run alone', () =>
    withSquares(async ({ session }) => {
      const inside = session.transact(async (transaction) => {
        await transaction.rows(sql`insert into squares values (200, 40000)`);
        return Promise.all([200, 1].map((id) => transaction.lookup(squareOf, { id })));
      });
      expect(await inside).to.deep.equal([[['200', '40000']], [['1', '1']]]);
    }));

  it('are all answered although their shared connection ends', () =>
    withSquares(async ({ session, sql: run }) => {
      const lookups = upTo(10).map((n) => session.lookup(slow, { seconds: 0.05 + n / 1000 }));
      const all = Promise.allSettled(lookups);
      await delay(100);
      await run(`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()`);
      expect((await all).filter(({ status }) => status === 'rejected')).to.deep.equal([]);
    })).timeout(30_000);

  it('and all other statements still work after a change of column types', () =>
    withSquares(async ({ session, sql: run }) => {
      const work = () => [
        ...upTo(5).map((id) => session.lookup(squareOf, { id })),
        ...upTo(4).map(() => session.prepared(allSquares)),
        ...upTo(4).map(() => session.transact((transaction) => transaction.prepared(allSquares))),
      ];
      await Promise.all(work());
      for (const type of ['text', 'bigint', 'text']) {
        await run(`alter table squares alter column square type ${type} using square::${type}`);
        const outcomes = await Promise.allSettled(work());
        expect(
          outcomes.filter(({ status }) => status === 'rejected'),
          type,
        ).to.deep.equal([]);
      }
      expect(await session.prepared(allSquares)).to.deep.equal([{ square: '1' }, { square: '4' }]);
    }));

  it('return times in ISO format, whatever the default date style of the database', () =>
    withSquares(async ({ session, sql: run }) => {
      await run("do $$ begin execute format('alter database %I set datestyle = ''German''', current_database()); end $$");
      const [row] = await session.rows<{ printed: string }>(sql`select '2026-11-24 10:00:00'::timestamp::text as printed`);
      expect(row?.printed).to.equal('2026-11-24 10:00:00');
    }));
});
