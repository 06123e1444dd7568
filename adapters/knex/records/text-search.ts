import type { TextSearch } from '../../../application/ports/inventory/records.js';
import { caseVariants } from '../../../domain/listing/text-match.js';
import type { TextRow } from '../connection/statement.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';
import { type Condition, condition } from './condition.js';
import { type IdWindow, idWindows } from './id-windows.js';
import { listRows, type Selection } from './keyset-list.js';
import type { RecordTable } from './record-table.js';

/** In longer texts a statement scans fewer rows, because the search time grows with the length (5,000 rows took 0.2 s). */
const longText = 32;
const shortWindow = 1000;

/** Lists the rows that contain a text, by id, one id interval at a time. @param where further conditions */
export async function* searchRows(
  session: Session,
  table: RecordTable,
  search: TextSearch,
  selection: Selection,
  where: readonly Condition[] = [],
): AsyncGenerator<TextRow, void, undefined> {
  const occurs = occursIn(table, search);
  for await (const window of idWindows(session, table.name, search.text.length > longText ? shortWindow : undefined)) {
    if (search.isAwaited?.() === false) return;
    yield* listRows(session, selection, [{ where: [isWithin(window), ...where, occurs], keys: [{ sql: 't.id', type: 'int' }] }]);
  }
}

const isWithin = (window: IdWindow): Condition =>
  condition('window', { ...window }, (query, { after, last }) => query.where('t.id', '>', after).where('t.id', '<=', last));

function occursIn(table: RecordTable, { text, fields, custom }: TextSearch): Condition {
  const pattern = patternOf(text);
  return condition(undefined, {}, (query) =>
    query.where((either) => {
      either.whereRaw('false');
      for (const field of fields) either.orWhere(knex.raw('??::text', [`t.${table.column(field).column}`]), '~', pattern);
      for (const name of custom) either.orWhere(knex.raw('t.custom ->> (?::text)', [name]), '~', pattern);
    }),
  );
}

/** A PostgreSQL regular expression that ignores case in any locale of the database. */
function patternOf(text: string): string {
  const characters = [...text].map((character) => {
    const variants = caseVariants(character);
    return variants.length > 1 ? `[${variants.join('')}]` : character.replace(/^[!-/:-@[-`{-~]$/, '\\$&');
  });
  return characters.join('');
}
