import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** Rows of a table behind an id, up to another. */
export interface IdWindow {
  readonly after: number;
  readonly last: number;
}

/** Rows that one statement looks at where no index helps: statements should be short. */
const windowSize = 5000;

/** Parts of a table by id, ascending, of so many rows each; together they cover it. */
export async function* idWindows(session: Session, table: string, size = windowSize): AsyncGenerator<IdWindow, void, undefined> {
  for (let after = 0; ; ) {
    const next = knex(table).select('id').where('id', '>', after).orderBy('id').limit(size);
    const last = (await session.row<{ last: number | null }>(knex(next.as('w')).max({ last: 'id' })))?.last ?? null;
    if (last === null) return;
    yield { after, last };
    after = last;
  }
}
