import type { Authorship } from '../../../application/ports/change-log.js';
import { isDocument } from '../records/field-columns.js';
import { quoted } from '../records/names.js';
import type { RecordTable } from '../records/record-table.js';
import { addressTable, kindNames, kindTable, sectionTable, subnetTable } from '../records/tables.js';
import type { Marker } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import type { Binding, Session } from '../sessions/session.js';

/** The tables that are no kinds, by what their records are called in the history. */
export const aggregates = new Map([
  ['section', sectionTable],
  ['subnet', subnetTable],
  ['address', addressTable],
]);

/** A part of a statement, with the values for its question marks. */
export interface Fragment {
  readonly sql: string;
  readonly bindings: readonly (Binding | Marker)[];
}

/** The records of a table `t`, held, of each of which one entry tells. */
export interface Told {
  readonly table: RecordTable;
  readonly action: 'edit' | 'delete';
  /** Queries that the condition uses, between `with recursive` and the statement. */
  readonly sources?: Fragment;
  readonly where: Fragment;
  /** JSON of a row `r`. */
  readonly before: Fragment;
  readonly after: Fragment;
}

const nothing: Fragment = { sql: 'null::jsonb', bindings: [] };

/** Records that are about to be deleted. */
export const deleted = (table: RecordTable, where: Fragment): Told => ({
  table,
  action: 'delete',
  where,
  before: { sql: documentOf(table), bindings: [] },
  after: nothing,
});

/** Records of which one field gets another value. @param from undefined: what each of them has */
export function edited(
  table: RecordTable,
  where: Fragment,
  field: string,
  from: number | boolean | undefined,
  to: number | boolean | null,
): Told {
  const value = (given: number | boolean | null): Fragment => ({
    sql: '?::jsonb',
    bindings: [JSON.stringify({ [field]: given })],
  });
  const own = { sql: `jsonb_build_object('${field}', r.${quoted(table.column(field).column)})`, bindings: [] };
  return { table, action: 'edit', where, before: from === undefined ? own : value(from), after: value(to) };
}

/** JSON of a row `r`, as documentOf of the domain makes it of a record. */
function documentOf(table: RecordTable): string {
  const members = table.columns.flatMap(({ name, field, column }) => {
    if (field.secret) return [];
    const value = `r.${quoted(column)}`;
    switch (field.type) {
      case 'address':
        return [`'${name}', host(${value})`];
      case 'prefix':
      case 'timestamp':
      case 'date':
        return [`'${name}', ${value}::text`];
      case 'flag':
        return [`'${name}', nullif(${value}, false)`];
      default:
        return [`'${name}', ${isDocument(field) ? `${value}::jsonb` : value}`];
    }
  });
  const custom = "nullif(jsonb_strip_nulls(r.custom), '{}')";
  return `jsonb_strip_nulls(jsonb_build_object(${members.join(', ')}, 'custom', ${custom}))`;
}

const objectNames = new Map<RecordTable, string>([
  ...[...aggregates].map(([name, table]) => [table, name] as const),
  ...kindNames.map((name) => [kindTable(name), name] as const),
]);

/** Holds the records, and writes an entry of each. */
export async function tell(session: Session, by: Authorship, told: Told): Promise<void> {
  const { text, bindings } = textOfTell(told, by);
  await session.rows(knex.raw(text, bindings as string[]));
}

/** The statement that does so, and the values for its question marks. */
export function textOfTell(
  { table, action, sources, where, before, after }: Told,
  by: Readonly<Record<keyof Authorship, Binding | Marker>>,
): { readonly text: string; readonly bindings: readonly (Binding | Marker)[] } {
  const object = objectNames.get(table) ?? table.name;
  const subnet = table === addressTable ? 'r.subnet_id' : table === subnetTable ? 'r.id' : 'null::integer';
  const text = `
    insert into change_log (object, object_id, action, differences, before, after, subnet_id, is_consequence,
      at, user_id, by, app_id, client_address)
    ${sources ? `with recursive ${sources.sql}` : ''}
    select ?, r.id, ?, '[]', ${before.sql}, ${after.sql}, ${subnet}, true, ?::timestamp, ?::integer, ?, ?, ?
    from (select t.* from ${table.name} t where ${where.sql} order by t.id for update) r`;
  const bindings = [
    ...(sources?.bindings ?? []),
    ...[object, action],
    ...[...before.bindings, ...after.bindings],
    ...[by.at, by.userId, by.by, by.appId, by.clientAddress],
    ...where.bindings,
  ];
  return { text, bindings };
}
