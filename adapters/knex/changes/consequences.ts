import type { Authorship, Cause } from '../../../application/ports/change-log.js';
import { soughtId } from '../records/field-columns.js';
import { quoted } from '../records/names.js';
import type { RecordTable } from '../records/record-table.js';
import { addressTable, kindTable, referencesTo, sectionTable, subnetTable } from '../records/tables.js';
import { knex, sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';
import { tellCustomValues } from './custom-value-consequences.js';
import { tellDroppedAddress, tellDroppedObjects, tellDroppedSections } from './dropped-ids.js';
import { aggregates, deleted, edited, type Fragment, type Told, tell } from './told-rows.js';

/**
 * Writes down what something that is about to be done does to other records: a statement for each table, whatever the number of
 * rows. They are held, so that what is told is what is done.
 */
export async function tellConsequences(session: Session, cause: Cause, by: Authorship): Promise<void> {
  if (cause.of === 'addressDeletion') return tellDroppedAddress(session, cause.id, by);
  if (cause.of !== 'gateway') await session.allowLong();
  switch (cause.of) {
    case 'truncation': {
      const bindings = [soughtId(cause.subnetId)];
      await tell(session, by, deletedAddresses({ sql: 't.subnet_id = ?', bindings }));
      return tellDroppedObjects(session, by, { addresses: { sql: 'a.subnet_id = ?', bindings } });
    }
    case 'group':
      return tellRelease(session, by, soughtId(cause.id));
    case 'customValues':
      return tellCustomValues(session, cause, by);
    case 'move': {
      const { fromSubnetId, toSubnetId, range } = cause;
      const bindings = [soughtId(fromSubnetId), range.first.toString(), range.last.toString()];
      const where = { sql: 't.subnet_id = ? and t.ip between ?::inet and ?::inet', bindings };
      return tell(session, by, edited(addressTable, where, 'subnetId', fromSubnetId, toSubnetId));
    }
    case 'gateway': {
      const bindings = [soughtId(cause.subnetId), soughtId(cause.exceptId ?? 0)];
      const where = { sql: 't.subnet_id = ? and t.is_gateway and t.id <> ?', bindings };
      return tell(session, by, edited(addressTable, where, 'is_gateway', true, false));
    }
    default:
      return tellDeletion(session, by, cause.object, soughtId(cause.id));
  }
}

/** Tells of the permissions that lose a group. Who has read groups, and may give it some, is waited for. */
async function tellRelease(session: Session, by: Authorship, groupId: number): Promise<void> {
  await session.rows(sql`lock table groups in access exclusive mode`);
  for (const table of [sectionTable, subnetTable]) {
    const ofGroup = '(pair.value->>0)::integer';
    const pairs = (row: string) => `jsonb_array_elements(${row}.permissions) with ordinality pair(value, place)`;
    const where = { sql: `exists (select from ${pairs('t')} where ${ofGroup} = ?)`, bindings: [groupId] };
    const left = `select coalesce(jsonb_agg(pair.value order by pair.place), '[]') from ${pairs('r')} where ${ofGroup} <> ?`;
    await tell(session, by, {
      ...{ table, action: 'edit', where },
      before: { sql: `jsonb_build_object('permissions', r.permissions)`, bindings: [] },
      after: { sql: `jsonb_build_object('permissions', (${left}))`, bindings: [groupId] },
    });
  }
}

async function tellDeletion(session: Session, by: Authorship, object: string, id: number): Promise<void> {
  if (object === 'section') await hold(session, sectionTable, doomedSections(id), 'doomed_sections');
  else if (object !== 'subnet') await session.rows(knex.raw(`select from ${tableOf(object).name} where id = ? for update`, [id]));
  if (object === 'section' || object === 'subnet') return tellDoomed(session, by, object, id);
  for (const { table, column, ref } of referencesTo(object)) {
    const { onDelete } = ref;
    if (onDelete === 'refuse' || onDelete === 'cascade') continue; // no kind has others go with it
    const where = { sql: `t.${quoted(column)} = ?`, bindings: [id] };
    const field = table.columns.find((candidate) => candidate.column === column)?.name ?? column;
    await tell(session, by, edited(table, where, field, id, onDelete === 'clear' ? null : onDelete.moveTo));
  }
}

/** Tells what goes with a section or subnet: subnets, their addresses, child sections; and what was linked to the subnets. */
async function tellDoomed(session: Session, by: Authorship, object: 'section' | 'subnet', id: number): Promise<void> {
  const sources = object === 'section' ? doomedInSection(id) : doomedSubnets(id);
  await hold(session, subnetTable, sources, 'doomed');
  const inDoomed = (column: string): Fragment => ({ sql: `t.${column} in (select id from doomed)`, bindings: [] });
  await tell(session, by, { ...deletedAddresses(inDoomed('subnet_id')), sources });
  const linked = { sql: 't.linked_subnet in (select id from doomed) and t.id not in (select id from doomed)', bindings: [] };
  await tell(session, by, { ...edited(subnetTable, linked, 'linked_subnet', undefined, null), sources });
  const others = { sql: 't.id in (select id from doomed) and t.id <> ?', bindings: [object === 'subnet' ? id : 0] };
  await tell(session, by, { ...deleted(subnetTable, others), sources });
  const addresses = { sql: 'a.subnet_id in (select id from doomed)', bindings: [] };
  await tellDroppedObjects(session, by, { addresses, subnets: 'select id from doomed', sources });
  if (object === 'subnet') return;
  const children = { sql: 't.id in (select id from doomed_sections) and t.id <> ?', bindings: [id] };
  await tell(session, by, { ...deleted(sectionTable, children), sources: doomedSections(id) });
  await tellDroppedSections(session, by, { ids: 'select id from doomed_sections', sources: doomedSections(id) });
}

const doomedSections = (id: number): Fragment => ({
  sql: `doomed_sections(id) as (
    select ?::integer union select s.id from sections s join doomed_sections d on s.master_section = d.id)`,
  bindings: [id],
});

const below = 'select s.id from subnets s join doomed d on s.master_subnet_id = d.id';

const doomedSubnets = (id: number): Fragment => ({ sql: `doomed(id) as (select ?::integer union ${below})`, bindings: [id] });

function doomedInSection(id: number): Fragment {
  const sections = doomedSections(id);
  const own = 'select id from subnets where section_id in (select id from doomed_sections)';
  return { sql: `${sections.sql}, doomed(id) as (${own} union ${below})`, bindings: sections.bindings };
}

/** Holds rows for good, and those that came while it waited for some, so that nothing is added to them any more. */
async function hold(session: Session, { name }: RecordTable, { sql, bindings }: Fragment, source: string): Promise<void> {
  const rows = `select t.id from ${name} t where t.id in (select id from ${source}) order by t.id for update`;
  const text = `with recursive ${sql}, held as materialized (${rows}) select count(*)::integer as held from held`;
  for (let known = -1; ; ) {
    const { held = 0 } = (await session.row<{ held: number }>(knex.raw(text, [...bindings] as string[]))) ?? {};
    if (held === known) return;
    known = held;
  }
}

const tableOf = (object: string): RecordTable => aggregates.get(object) ?? kindTable(object as Parameters<typeof kindTable>[0]);

const deletedAddresses = (where: Fragment): Told => deleted(addressTable, where);
