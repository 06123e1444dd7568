import type { Knex } from 'knex';
import type { Authorship, Cause, CustomValuesChange } from '../../../application/ports/change-log.js';
import { kindsWithin } from '../../../domain/catalog/kinds.js';
import { quoted } from '../names.js';
import { customReplacements } from '../records/custom-replacements.js';
import { lookupId } from '../records/field-columns.js';
import { hasGroup, subnetsWithOtherLevel, withGroupLevel, withoutGroup } from '../records/permission-levels.js';
import type { RecordTable } from '../records/record-table.js';
import { withChildren } from '../records/subnet-tree.js';
import { addressTable, kindTable, recordTables, referencesTo, sectionTable, subnetTable, tableNamed } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { knex, type Marker, prepared, sql } from '../sessions/sql.js';
import {
  deleted,
  edited,
  insertChangeLog,
  type LoggedRecords,
  logDroppedAddresses,
  logDroppedIds,
  logDroppedObjects,
  logRecords,
} from './logged-records.js';

/** Logs the effects of a pending change on other records. Each statement locks the records that it logs. */
export async function logConsequences(session: Session, cause: Cause, by: Authorship): Promise<void> {
  if (cause.of === 'addressDeletion') return logDroppedAddresses(session, cause.ids, by);
  if (cause.of !== 'gateway') await session.allowLong();
  switch (cause.of) {
    case 'truncation': {
      const id = lookupId(cause.subnetId);
      await logRecords(session, by, deletedAddresses(sql`t.subnet_id = ${id}`));
      return logDroppedObjects(session, by, { addresses: sql`a.subnet_id = ${id}` });
    }
    case 'subnetDeletion':
      return logCascade(session, by, 'subnet', cause.ids.map(lookupId));
    case 'group':
      return logGroupRelease(session, by, lookupId(cause.id));
    case 'levelOfSubnets':
      return logRecords(session, by, {
        ...permissionsOf(subnetTable, withGroupLevel(sql`r.permissions`, cause)),
        where: subnetsWithOtherLevel(cause),
      });
    case 'customValues':
      return logCustomValues(session, cause, by);
    case 'move': {
      const { fromSubnetId, toSubnetId, range } = cause;
      const [first, last] = [range.first.toString(), range.last.toString()];
      await session.prepared(logMoved, { ...by, from: lookupId(fromSubnetId), to: lookupId(toSubnetId), first, last });
      return;
    }
    case 'gateway': {
      const [id, exceptId] = [lookupId(cause.subnetId), lookupId(cause.exceptId ?? 0)];
      const where = sql`t.subnet_id = ${id} and t.is_gateway and t.id <> ${exceptId}`;
      return logRecords(session, by, edited(addressTable, where, 'is_gateway', true, false));
    }
    default:
      return logDeletion(session, by, cause.object, lookupId(cause.id));
  }
}

/** Executed once for each new network of a split. */
const logMoved = prepared<Authorship & { from: number; to: number; first: string; last: string }>(
  'tell_moved_addresses',
  (markers) => {
    const { from, to, first, last } = markers;
    const where = sql`t.subnet_id = ${from}::integer and t.ip between ${first}::inet and ${last}::inet`;
    const position = (id: Marker) => sql`jsonb_build_object('subnetId', ${id}::integer)`;
    const logged: LoggedRecords = { table: addressTable, action: 'edit', where, before: position(from), after: position(to) };
    return insertChangeLog(logged, markers);
  },
);

/**
 * Logs a change of each section and subnet whose permissions contain a group that is about to be deleted. The table lock waits for
 * transactions that may grant permissions to the group.
 */
async function logGroupRelease(session: Session, by: Authorship, groupId: number): Promise<void> {
  await session.rows(sql`lock table groups in access exclusive mode`);
  for (const table of [sectionTable, subnetTable])
    await logRecords(session, by, {
      ...permissionsOf(table, withoutGroup(sql`r.permissions`, groupId)),
      where: hasGroup(sql`t.permissions`, groupId),
    });
}

const permissionsOf = (table: RecordTable, after: Knex.Raw): Omit<LoggedRecords, 'where'> => ({
  ...{ table, action: 'edit' },
  before: sql`jsonb_build_object('permissions', r.permissions)`,
  after: sql`jsonb_build_object('permissions', ${after})`,
});

async function logDeletion(session: Session, by: Authorship, object: string, id: number): Promise<void> {
  if (object === 'section') await lockAll(session, sectionTable, doomedSections(id), 'doomed_sections');
  else if (object !== 'subnet') await session.rows(knex(tableNamed(object).name).select('id').where({ id }).forUpdate());
  if (object === 'section' || object === 'subnet') return logCascade(session, by, object, [id]);
  for (const { table, column, ref } of referencesTo(object)) {
    const { onDelete } = ref;
    if (onDelete === 'refuse' || onDelete === 'cascade') continue; // catalogue kinds do not cascade to other records
    const where = sql`${knex.raw(`t.${quoted(column)}`)} = ${id}`;
    const field = table.columns.find((candidate) => candidate.column === column)?.name ?? column;
    await logRecords(session, by, edited(table, where, field, id, onDelete === 'clear' ? null : onDelete.moveTo));
  }
  await logDroppedIds(session, by, object, { ids: sql`select ${id}::integer as id` });
}

/** An array makes the planner use the index regardless of its estimates. A join may scan the tables. */
const isDoomed = sql`= any (array(select id from doomed))`;
const isDoomedSection = sql`= any (array(select id from doomed_sections))`;

/**
 * Logs what the deletion of a section or of subnets changes besides them: descendants, all records within them, and references
 * to them.
 */
async function logCascade(session: Session, by: Authorship, object: 'section' | 'subnet', ids: readonly number[]): Promise<void> {
  const [id = 0] = ids;
  const sources = object === 'section' ? doomedInSection(id) : doomedSubnets(ids);
  await lockAll(session, subnetTable, sources, 'doomed');
  await logRecords(session, by, { ...deletedAddresses(sql`t.subnet_id ${isDoomed}`), sources });
  for (const kind of kindsWithin)
    await logRecords(session, by, { ...deleted(kindTable(kind), sql`t.subnet_id ${isDoomed}`), sources });
  const linked = sql`t.linked_subnet ${isDoomed} and t.id not in (select id from doomed)`;
  await logRecords(session, by, { ...edited(subnetTable, linked, 'linked_subnet', undefined, null), sources });
  const others = sql`t.id ${isDoomed} and t.id <> all(${object === 'subnet' ? ids : []}::integer[])`;
  await logRecords(session, by, { ...deleted(subnetTable, others), sources });
  const addresses = sql`a.subnet_id ${isDoomed}`;
  await logDroppedObjects(session, by, { addresses, subnets: sql`select id from doomed`, sources });
  if (object === 'subnet') return;
  const children = sql`t.id ${isDoomedSection} and t.id <> ${id}`;
  await logRecords(session, by, { ...deleted(sectionTable, children), sources: doomedSections(id) });
  await logDroppedIds(session, by, 'section', { ids: sql`select id from doomed_sections`, sources: doomedSections(id) });
}

const doomedSections = (id: number) => sql`doomed_sections(id) as (
    select ${id}::integer union select s.id from sections s join doomed_sections d on s.master_section = d.id)`;

const below = sql`select child.id from ${withChildren('doomed')}`;

const doomedSubnets = (ids: readonly number[]) => sql`doomed(id) as (select unnest(${ids}::integer[]) union ${below})`;

const doomedInSection = (id: number) => sql`${doomedSections(id)}, doomed(id) as (
    select id from subnets where section_id ${isDoomedSection} union ${below})`;

/** Locks rows until the transaction ends. Repeats until no row was added during the wait; afterwards none can be added. */
async function lockAll(
  session: Session,
  { name }: RecordTable,
  sources: Knex.Raw,
  source: 'doomed' | 'doomed_sections',
): Promise<void> {
  const isSource = sql`any (array(${knex(source).select('id')}))`;
  const rows = knex({ t: name }).select('t.id').where('t.id', isSource).orderBy('t.id').forUpdate();
  const count = sql`with recursive ${sources}, held as materialized (${rows}) select count(*)::integer as held from held`;
  for (let known = -1; ; ) {
    const { held = 0 } = (await session.row<{ held: number }>(count)) ?? {};
    if (held === known) return;
    known = held;
  }
}

const deletedAddresses = (where: Knex.Raw): LoggedRecords => deleted(addressTable, where);

export async function logCustomValues(session: Session, cause: CustomValuesChange, by: Authorship): Promise<void> {
  const { on, name, change } = cause;
  const table = tableWithCustom(on);
  const own = sql`r.custom -> (${name}::text)`;
  const edit = (where: Knex.Raw, before: Knex.Raw, after: Knex.Raw): Promise<void> =>
    logRecords(session, by, { table, action: 'edit', where, before: memberOf(name, before), after: memberOf(name, after) });
  const isUnset = sql`(t.custom ->> (${name}::text)) is null`;
  const isSet = sql`(t.custom ->> (${name}::text)) is not null`;
  if ('fill' in change) return edit(isUnset, none, sql`${JSON.stringify(change.fill)}::jsonb`);
  if ('remove' in change) return edit(isSet, own, none);
  for await (const { window, replaced } of customReplacements(session, { on, name }, change.convert)) {
    const pairs = sql`(select p.old, p.new from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) p(old jsonb, new jsonb))`;
    const within = sql`t.id > ${window.after} and t.id <= ${window.last}`;
    const where = sql`${within} and t.custom -> (${name}::text) in (select q.old from ${pairs} q)`;
    const after = sql`(select q.new from ${pairs} q where q.old = r.custom -> (${name}::text))`;
    await edit(where, own, after);
  }
}

const none = sql`null::jsonb`;

const memberOf = (name: string, value: Knex.Raw) =>
  sql`jsonb_build_object('custom', jsonb_build_object(${name}::text, ${value}))`;

function tableWithCustom(on: string): RecordTable {
  const table = recordTables.find(({ name }) => name === on);
  if (!table) throw new Error(`nothing carries custom fields of ${on}`);
  return table;
}
