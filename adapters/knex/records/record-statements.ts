import type { Knex } from 'knex';
import { knex, type Marker, prepared, preparedById, preparedTexts, sql } from '../sessions/sql.js';
import { quoted } from './names.js';

export type SelectedColumn = string | Knex.Raw;

/** The frequent statements by record id. @param changed columns that updates may contain, besides custom values */
export function statementsOf(table: string, selection: readonly SelectedColumn[], changed: readonly string[]) {
  const byId = (id: Marker | Knex.Raw) =>
    knex({ t: table })
      .select(...selection)
      .where('t.id', id);
  const locking = (name: string, lock: 'forShare' | 'forNoKeyUpdate') =>
    preparedTexts<{ id: number }>(`${name}_${table}`, ({ id }) => byId(id)[lock]());
  return {
    find: preparedById(`find_${table}`, byId),
    share: locking('share', 'forShare'),
    change: locking('lock', 'forNoKeyUpdate'),
    update: updateOf(table, changed),
    delete: prepared<{ id: number }>(`delete_${table}`, ({ id }) => knex(table).where({ id }).delete().returning('id')),
  };
}

/**
 * Updates from a JSON document, so that the SQL text is constant. A different text for each set of columns took a sixth of the time
 * of PATCH /addresses/.
 */
const updateOf = (table: string, columns: readonly string[]) =>
  prepared<{ id: number; changes: string; custom: string }>(`update_${table}`, ({ id, changes, custom }) => {
    const names = knex.raw(columns.map(quoted).join());
    const values = knex.raw(columns.map((column) => `changed.${quoted(column)}`).join());
    return sql`
      update ${knex.ref(table)} t set custom = t.custom || ${custom}::jsonb,
        (${names}) = (select ${values} from json_populate_record(t, ${changes}::json) changed)
      where t.id = ${id}::integer`;
  });
