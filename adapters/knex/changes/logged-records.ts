import type { Knex } from 'knex';
import type { Authorship } from '../../../application/ports/change-log.js';
import { kindsWithin } from '../../../domain/catalog/kinds.js';
import { noIds } from '../../../domain/fields/id-list.js';
import { quoted } from '../names.js';
import { isDocument } from '../records/field-columns.js';
import type { RecordTable } from '../records/record-table.js';
import { addressTable, kindTable, objectColumns, objectNames, recordTables, subnetTable } from '../records/tables.js';
import type { Binding, Session } from '../sessions/session.js';
import { hiddenFromPlanner, knex, type Marker, prepared, sql } from '../sessions/sql.js';

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

interface Doomed {
  /** Condition on rows of `addresses`, with the alias `a`. */
  readonly addresses: Knex.Raw;
  readonly subnets?: Knex.Raw;
  readonly sources?: Knex.Raw;
}

/** Logs fields of type `objects` before ids are removed from them. */
export async function logDroppedObjects(
  session: Session,
  by: Authorship,
  { addresses, subnets, sources }: Doomed,
): Promise<void> {
  const ofAddress = sql`(o.sort = 'ipaddresses' and exists (select from addresses a where a.id = i.id::integer and ${addresses}))`;
  const gone = subnets ? sql`(${ofAddress} or (o.sort = 'subnets' and i.id::integer in (${subnets})))` : sql`(${ofAddress})`;
  for (const field of objectColumns)
    await logRecords(session, by, { ...withoutObjects(field, gone), ...(sources && { sources }) });
}

/** @param gone condition on an id `i.id` under the key `o.sort` */
function withoutObjects({ table, name, column }: (typeof objectColumns)[number], gone: Knex.Raw): LoggedRecords {
  const own = (row: 'r' | 't') => knex.raw(`${row}.${quoted(column)}`);
  const lists = (row: 'r' | 't') => sql`json_each(${own(row)}) with ordinality o(sort, ids, place)`;
  const ids = sql`json_array_elements_text(o.ids) with ordinality i(id, place)`;
  const remaining = sql`select coalesce(json_agg(i.id order by i.place), '[]') from ${ids} where not ${gone}`;
  const left = sql`select json_object_agg(o.sort, (${remaining}) order by o.place) from ${lists('r')}`;
  const where = sql`${own('t')} is not null and exists (select from ${lists('t')}, ${ids} where ${gone})`;
  const key = knex.raw(`'${name}'`);
  const before = sql`jsonb_build_object(${key}, ${own('r')})`;
  return { table, action: 'edit', where, before, after: sql`jsonb_build_object(${key}, (${left}))` };
}

/** Logs fields of type `idList` before ids of deleted records are removed from them. @param target type of these records */
export async function logDroppedIds(
  session: Session,
  by: Authorship,
  target: string,
  { ids, sources }: { readonly ids: Knex.Raw; readonly sources?: Knex.Raw },
): Promise<void> {
  for (const table of recordTables)
    for (const { name, field, column } of table.columns) {
      if (field.type !== 'idList' || field.ref.kind !== target) continue;
      const own = (row: 'r' | 't') => knex.raw(`${row}.${quoted(column)}`);
      const list = (row: 'r' | 't') => sql`unnest(string_to_array(${own(row)}, ';')) with ordinality i(id, place)`;
      const gone = sql`i.id in (select d.id::text from (${ids}) d)`;
      const left = sql`select string_agg(i.id, ';' order by i.place) from ${list('r')} where not ${gone}`;
      const key = knex.raw(`'${name}'`);
      await logRecords(session, by, {
        ...{ table, action: 'edit', ...(sources && { sources }) },
        where: sql`exists (select from ${list('t')} where ${gone})`,
        before: sql`jsonb_build_object(${key}, ${own('r')})`,
        after: sql`jsonb_build_object(${key}, coalesce((${left}), ${noIds}::text))`,
      });
    }
}

/** One compiled statement for each field, because addresses are deleted often. */
const dropsOfAddresses = objectColumns.map((field, index) =>
  prepared<Authorship & { readonly ids: readonly string[] }>(`tell_dropped_addresses_${index}`, (markers) => {
    const ids = sql`${hiddenFromPlanner(sql`${markers.ids}::text[]`)}::text[]`;
    return insertChangeLog(withoutObjects(field, sql`(o.sort = 'ipaddresses' and i.id = any(${ids}))`), markers);
  }),
);

/**
 * Logs fields of type `objects` before ids of addresses are removed. The logging runs before later statements of the transaction.
 */
export async function logDroppedAddresses(session: Session, ids: readonly number[], by: Authorship): Promise<void> {
  for (const statement of dropsOfAddresses) await session.deferred(statement, { ...by, ids: ids.map(String) });
}
