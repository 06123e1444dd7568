import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

export interface IdWindow {
  readonly after: number;
  readonly last: number;
}

/** Number of rows that one statement scans without an index. Short statements block others less. */
const windowSize = 5000;

/** Yields consecutive, ascending id intervals (`after` < id <= `last`) with at most `size` rows each. They cover the table. */
export async function* idWindows(session: Session, table: string, size = windowSize): AsyncGenerator<IdWindow, void, undefined> {
  for (let after = 0; ; ) {
    const next = knex(table).select('id').where('id', '>', after).orderBy('id').limit(size);
    const last = (await session.row<{ last: number | null }>(knex(next.as('w')).max({ last: 'id' })))?.last ?? null;
    if (last === null) return;
    yield { after, last };
    after = last;
  }
}
