import { noIds } from '../../../domain/fields/id-list.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';
import { addressTable, objectColumns, recordTables, subnetTable } from './tables.js';

/** Tables referenced by fields of type `objects`, by their key in those fields. */
export const tableOfSort: Readonly<Record<string, string>> = { ipaddresses: addressTable.name, subnets: subnetTable.name };

/** SQL condition: the table of the key `o.sort` has no record with the id `i.id`. */
const isDeleted = `(${Object.entries(tableOfSort)
  .map(([sort, table]) => `(o.sort = '${sort}' and not exists (select from ${table} r where r.id = i.id::integer))`)
  .join(' or ')})`;

const dropStatements = objectColumns.map(({ table: { name: table }, column }) => {
  const objects = knex.ref(`t.${column}`);
  return prepared(`drop_from_${table}_${column}`, () => {
    const lists = sql`json_each(${objects}) with ordinality o(sort, ids, place)`;
    const ids = sql`json_array_elements_text(o.ids) with ordinality i(id, place)`;
    const gone = knex.raw(isDeleted);
    const remaining = sql`select coalesce(json_agg(i.id order by i.place), '[]') from ${ids} where not ${gone}`;
    return sql`update ${knex.ref(table)} t set ${knex.ref(column)} = (
        select json_object_agg(o.sort, (${remaining}) order by o.place) from ${lists}
      ) where ${objects} is not null and exists (select from ${lists}, ${ids} where ${gone})`;
  });
});

export async function dropDeletedObjects(session: Session): Promise<void> {
  for (const statement of dropStatements) await session.deferred(statement);
}

export async function dropFromIdLists(session: Session, target: string, gone: readonly number[]): Promise<void> {
  const ids = gone.map(String);
  for (const { name, columns } of recordTables) {
    for (const { field, column } of columns) {
      if (field.type !== 'idList' || field.ref.kind !== target) continue;
      const list = sql`string_to_array(${knex.ref(`t.${column}`)}, ';')`;
      const left = sql`select string_agg(i.id, ';' order by i.place) from unnest(${list}) with ordinality i(id, place)
        where i.id <> all(${ids}::text[])`;
      await session.rows(
        knex({ t: name }).where(list, '&&', sql`${ids}::text[]`).update(column, sql`coalesce((${left}), ${noIds})`),
      );
    }
  }
}
