import { noIds } from '../../../domain/catalog/id-list.js';
import type { Session } from '../sessions/session.js';
import { quoted } from './names.js';
import { addressTable, recordTables, subnetTable } from './tables.js';

/** Tables whose ids fields of type `objects` hold, by the word for them there. */
const tableOfSort: Readonly<Record<string, string>> = { ipaddresses: addressTable.name, subnets: subnetTable.name };

/** Whether an id of a list, `i.id` below the sort `o.sort`, is that of a deleted record. */
const isDeleted = `(${Object.entries(tableOfSort)
  .map(([sort, table]) => `(o.sort = '${sort}' and not exists (select from ${table} r where r.id = i.id::integer))`)
  .join(' or ')})`;

const statements = recordTables.flatMap(({ name, columns }) =>
  columns.flatMap(({ field, column }) => (field.type === 'objects' ? [statementFor(name, quoted(column))] : [])),
);

function statementFor(table: string, column: string): string {
  const lists = `json_each(t.${column}) with ordinality o(sort, ids, place)`;
  const ids = 'json_array_elements_text(o.ids) with ordinality i(id, place)';
  const kept = `select coalesce(json_agg(i.id order by i.place), '[]') from ${ids} where not ${isDeleted}`;
  return `update ${table} t set ${column} = (select json_object_agg(o.sort, (${kept}) order by o.place) from ${lists})
    where t.${column} is not null and exists (select from ${lists}, ${ids} where ${isDeleted})`;
}

/** Takes ids of addresses and subnets that are no longer there out of all fields that hold lists of them. */
export async function dropDeletedObjects(session: Session): Promise<void> {
  for (const statement of statements) await session.rows(statement);
}

/** Takes ids of deleted records of a kind or aggregate out of all fields that hold a list of them. */
export async function dropFromIdLists(session: Session, target: string, gone: readonly number[]): Promise<void> {
  const ids = gone.map(String);
  for (const { name, columns } of recordTables) {
    for (const { field, column } of columns) {
      if (field.type !== 'idList' || field.ref.kind !== target) continue;
      const list = `string_to_array(t.${quoted(column)}, ';')`;
      const left = `select string_agg(i.id, ';' order by i.place) from unnest(${list}) with ordinality i(id, place)
        where i.id <> all(?::text[])`;
      const sql = `update ${name} t set ${quoted(column)} = coalesce((${left}), ?) where ${list} && ?::text[]`;
      await session.rows(sql, [ids, noIds, ids]);
    }
  }
}
