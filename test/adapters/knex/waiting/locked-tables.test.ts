import { expect } from 'chai';
import pg from 'pg';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { PoolSession } from '../../../../adapters/knex/sessions/pool-session.js';
import { knex, prepared, sql } from '../../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../../adapters/knex/waiting/connections.js';
import { onPostgres } from '../fresh-database.js';

const wordOf = prepared<{ n: number }, { readonly word: string }>('test_word', ({ n }) =>
  knex('words').select('word').where({ n }),
);
const squareOf = prepared<{ n: number }, { readonly square: number }>('test_free_square', ({ n }) =>
  knex('squares').select('square').where({ n }),
);

interface Opened {
  readonly session: PoolSession;
  /** Locks the table of words in another transaction, until letGo(). */
  readonly lockWords: () => Promise<void>;
  readonly letGo: () => Promise<void>;
}

async function withTables(timeout: number, test: (opened: Opened) => Promise<void>): Promise<void> {
  await onPostgres(async (url) => {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query(`create table words as select n, 'word ' || n as word from generate_series(1, 100) n`);
    await holder.query('create table squares as select n, n * n as square from generate_series(1, 100) n');
    const connections = Connections.toServer(url, { poolSize: 8, limits: limitsOf(timeout), keepStatements: true });
    try {
      await test({
        session: new PoolSession(connections),
        lockWords: async () => void (await holder.query('begin; lock table words in access exclusive mode')),
        letGo: async () => void (await holder.query('rollback')),
      });
    } finally {
      await connections.close();
      await holder.end();
    }
  });
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Reads words by lookups, and again by separate statements. */
const readWords = (session: PoolSession, count: number): Promise<unknown>[] => [
  ...upTo(count).map((n) => session.lookup(wordOf, { n })),
  ...upTo(count).map((n) => session.rows(sql`select word from words where n = ${n}`)),
];

describe('Reads of a table that another transaction has locked', () => {
  it('do not delay reads of another table, by a lookup or otherwise', () =>
    withTables(20_000, async ({ session, lockWords, letGo }) => {
      await lockWords();
      let read = 0;
      const words = readWords(session, 40).map((word) => word.then(() => read++));
      const squares = upTo(20).map((n) => session.lookup(squareOf, { n }));
      const listed = upTo(5).map((n) => session.rows(sql`select square from squares where n = ${n}`));
      expect(await Promise.all(squares)).to.deep.equal(upTo(20).map((n) => [{ square: n * n }]));
      expect(await Promise.all(listed)).to.deep.equal(upTo(5).map((n) => [{ square: n * n }]));
      expect(read).to.equal(0);
      await letGo();
      await Promise.all(words);
    }));

  it('continue after the release, each with its own result', () =>
    withTables(20_000, async ({ session, lockWords, letGo }) => {
      await lockWords();
      const words = readWords(session, 40);
      await session.lookup(squareOf, { n: 1 });
      await letGo();
      expect(await Promise.all(words)).to.deep.equal([...upTo(40), ...upTo(40)].map((n) => [{ word: `word ${n}` }]));
      expect(await session.lookup(wordOf, { n: 7 })).to.deep.equal([{ word: 'word 7' }]);
    }));

  it('all fail as unavailable within the limit of one read when the lock is not released', () =>
    withTables(1000, async ({ session, lockWords, letGo }) => {
      await session.lookup(wordOf, { n: 1 });
      await lockWords();
      const began = performance.now();
      const outcomes = await Promise.allSettled(readWords(session, 40));
      const took = performance.now() - began;
      await letGo();
      for (const outcome of outcomes)
        expect(outcome).to.deep.include({ status: 'rejected' }).and.have.nested.property('reason.trouble', 'unavailable');
      expect(took).to.be.lessThan(20_000); // one after the other they would take 40 s
    }));

  it('in units of work wait for the lock themselves', () =>
    withTables(20_000, async ({ session, lockWords, letGo }) => {
      await lockWords();
      const inside = session.transact((transaction) => transaction.lookup(wordOf, { n: 3 }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await letGo();
      expect(await inside).to.deep.equal([{ word: 'word 3' }]);
    }));
});
