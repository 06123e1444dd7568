import type { TextSearch } from '../../../application/ports/inventory.js';
import { caseVariants } from '../../../domain/search/text-match.js';
import type { Fragment, Row, Session } from '../sessions/session.js';
import { idWindows } from './id-windows.js';
import { listRows, type Selection } from './keyset-list.js';
import { quoted } from './names.js';
import type { RecordTable } from './record-table.js';

/** Lists the rows in which a text occurs, by id, part by part of the table. @param where further conditions */
export async function* searchRows(
  session: Session,
  table: RecordTable,
  search: TextSearch,
  { columns, joins, where = [] }: Pick<Selection, 'columns' | 'joins'> & { readonly where?: readonly Fragment[] },
): AsyncGenerator<Row, void, undefined> {
  const selection: Selection = {
    columns,
    from: { sql: `${table.name} t`, bindings: [] },
    ...(joins === undefined ? {} : { joins }),
  };
  const occurs = occursIn(table, search);
  for await (const window of idWindows(session, table.name))
    yield* listRows(session, selection, [{ where: [window, ...where, occurs], keys: [{ sql: 't.id', type: 'int' }] }]);
}

/** Holds where the text occurs in one of the fields, or in one of the custom fields. */
function occursIn(table: RecordTable, { text, fields, custom }: TextSearch): Fragment {
  const pattern = patternOf(text);
  const inFields = fields.map((field) => ({ sql: `t.${quoted(table.column(field).column)}::text ~ ?`, bindings: [pattern] }));
  const inCustom = custom.map((name) => ({ sql: 't.custom ->> (?::text) ~ ?', bindings: [name, pattern] }));
  const tests = [...inFields, ...inCustom];
  return {
    sql: tests.length > 0 ? tests.map(({ sql }) => sql).join(' or ') : 'false',
    bindings: tests.flatMap(({ bindings }) => bindings),
  };
}

/** A regular expression of PostgreSQL that matches the text in any case, whatever the locale of the database. */
function patternOf(text: string): string {
  const characters = [...text].map((character) => {
    const variants = caseVariants(character);
    return variants.length > 1 ? `[${variants.join('')}]` : character.replace(/^[!-/:-@[-`{-~]$/, '\\$&');
  });
  return characters.join('');
}
