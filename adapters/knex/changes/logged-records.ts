import type { Knex } from 'knex';
import type { Authorship } from '../../../application/ports/change-log.js';
import { kindNames, kindsWithin } from '../../../domain/catalog/kinds.js';
import { isDocument } from '../records/field-columns.js';
import { quoted } from '../records/names.js';
import type { RecordTable } from '../records/record-table.js';
import { addressTable, kindTable, sectionTable, subnetTable } from '../records/tables.js';
import type { Binding, Session } from '../sessions/session.js';
import { knex, type Marker, sql } from '../sessions/sql.js';

export const aggregates = new Map([
  ['section', sectionTable],
  ['subnet', subnetTable],
  ['address', addressTable],
]);

/** The records of a table `t` to lock and log, with one entry each. */
export interface LoggedRecords {
  readonly table: RecordTable;
  readonly action: 'edit' | 'delete';
  /** Common table expressions that the condition uses. */
  readonly sources?: Knex.Raw;
  readonly where: Knex.Raw;
  /** SQL expression for the JSON of a record before the change. `r` is the alias of its row. */
  readonly before: Knex.Raw;
  readonly after: Knex.Raw;
}

const nothing = sql`null::jsonb`;

export const deleted = (table: RecordTable, where: Knex.Raw): LoggedRecords => ({
  table,
  action: 'delete',
  where,
  before: knex.raw(documentOf(table)),
  after: nothing,
});

/** @param from the old value for the log; undefined for the current value of each record */
export function edited(
  table: RecordTable,
  where: Knex.Raw,
  field: string,
  from: number | boolean | undefined,
  to: number | boolean | null,
): LoggedRecords {
  const value = (input: number | boolean | null) => sql`${JSON.stringify({ [field]: input })}::jsonb`;
  const own = knex.raw(`jsonb_build_object('${field}', r.${quoted(table.column(field).column)})`);
  return { table, action: 'edit', where, before: from === undefined ? own : value(from), after: value(to) };
}

/** JSON of a row `r`, in the format of the domain's documentOf. */
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

const withinSubnets: ReadonlySet<RecordTable> = new Set([addressTable, ...kindsWithin.map(kindTable)]);

export async function logRecords(session: Session, by: Authorship, logged: LoggedRecords): Promise<void> {
  await session.rows(insertChangeLog(logged, by));
}

export function insertChangeLog(
  { table, action, sources, where, before, after }: LoggedRecords,
  { at, userId, by, appId, clientAddress }: Readonly<Record<keyof Authorship, Binding | Marker>>,
): Knex.Raw {
  const object = objectNames.get(table) ?? table.name;
  const subnet = knex.raw(withinSubnets.has(table) ? 'r.subnet_id' : table === subnetTable ? 'r.id' : 'null::integer');
  const into = sql`
    insert into change_log (object, object_id, action, differences, before, after, subnet_id, is_consequence,
      at, user_id, by, app_id, client_address)`;
  const entries = sql`
    select ${object}, r.id, ${action}, '[]', ${before}, ${after}, ${subnet}, true,
      ${at}::timestamp, ${userId}::integer, ${by}, ${appId}, ${clientAddress}
    from (select t.* from ${knex.raw(table.name)} t where ${where} order by t.id for update) r`;
  return sources ? sql`${into} with recursive ${sources} ${entries}` : sql`${into} ${entries}`;
}
