import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { openServerConnection } from '../../../../adapters/knex/connection/open-connection.js';
import type { Session } from '../../../../adapters/knex/sessions/session.js';
import { type PreparedStatement, preparedTexts, sql } from '../../../../adapters/knex/sessions/sql.js';
import { onPostgres, withSession } from '../fresh-database.js';

const quotient = preparedTexts<{ by: number }>('test_quotient', ({ by }) => sql`select ${10}::integer / ${by}::integer`);
const later = preparedTexts('test_later', () => sql`select name from made_later`);
const echo = preparedTexts<{ list: readonly (string | number | null)[]; text: string | null; at: Date; flag: boolean }>(
  'test_echo',
  ({ list, text, at, flag }) =>
    sql`select ${list}::text[], array_length(${list}::text[], 1), ${text}::text, ${at}::timestamptz at time zone 'UTC', ${flag}::boolean`,
);

/** Runs a statement twice on one connection without waiting in between. Returns both outcomes. */
const twice = (session: Session, statement: PreparedStatement<{ by: number }, readonly (string | null)[]>, by: number) =>
  Promise.allSettled([session.lookup(statement, { by }), session.lookup(statement, { by })]);

describe('A statement with text rows', () => {
  const inSession = (test: (session: Session) => Promise<void>) => () => withSession([], test);

  it(
    'accepts values of every kind unchanged',
    inSession(async (session) => {
      const list = ['', 'a b', 'NULL', 'null', null, '"', '\\', '{', '}', ',', "'", '\u00e4\u{1f600}', 7, 'a\nb'];
      const at = new Date('2024-03-31T01:30:00.123Z');
      const [row] = await session.prepared(echo, { list, text: '\\x{"}', at, flag: false });
      const [printed, count, text, time, flag] = row ?? [];
      expect([count, text, time, flag]).to.deep.equal([String(list.length), '\\x{"}', '2024-03-31 01:30:00.123', 'f']);
      expect(printed).to.equal(`{"","a b","NULL","null",NULL,"\\"","\\\\","{","}",",",',\u00e4\u{1f600},7,"a\nb"}`);
      const [[empty, none, nothing] = []] = await session.prepared(echo, { list: [], text: null, at, flag: true });
      expect([empty, none, nothing]).to.deep.equal(['{}', null, null]);
    }),
  );

  it('is refused with an invalid time, and leaves its connection usable', () =>
    onPostgres(async (url) => {
      const limits = limitsOf(2000);
      const { connection } = await openServerConnection(url, limits, {});
      try {
        const text = 'select $1::timestamptz';
        const refused = connection.run({ text, rows: 'texts' }, [new Date(Number.NaN)]);
        expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(RangeError);
        await delay(limits.answer + 500);
        expect(connection.lost).to.equal(undefined);
      } finally {
        await connection.close();
      }
    })).timeout(30_000);

  it(
    'that failed in its first run still works on its connection',
    inSession(async (session) => {
      for (let round = 0; round < 20; round++) {
        const outcomes = await twice(session, quotient, round % 2);
        expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(2).fill(round % 2 === 0 ? 'rejected' : 'fulfilled'));
      }
    }),
  );

  it(
    'that could not be compiled is compiled once its table exists',
    inSession(async (session) => {
      for (let round = 0; round < 6; round++)
        expect(await session.prepared(later).catch((error) => error.code)).to.equal('42P01');
      await session.rows(sql`create table made_later as select 'now' as name`);
      expect(await Promise.all(Array.from({ length: 6 }, () => session.prepared(later)))).to.deep.equal(Array(6).fill([['now']]));
    }),
  );
});
