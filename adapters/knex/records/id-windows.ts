import type { Fragment, Session } from '../sessions/session.js';

/** Rows that one statement looks at where no index helps: statements should be short. */
const windowSize = 20_000;

/** Conditions on rows `t` that part a table by id, ascending; together they cover it. */
export async function* idWindows(session: Session, table: string): AsyncGenerator<Fragment, void, undefined> {
  const sql = `select max(id) as last from (select id from ${table} where id > ? order by id limit ${windowSize}) w`;
  for (let after = 0; ; ) {
    const last = (await session.row<{ last: number | null }>(sql, [after]))?.last ?? null;
    if (last === null) return;
    yield { sql: 't.id > ? and t.id <= ?', bindings: [after, last] };
    after = last;
  }
}
