import type { Authorship, Consequence } from '../../../application/ports/change-log.js';
import { isDocument, soughtId } from '../records/field-columns.js';
import { quoted } from '../records/names.js';
import type { RecordTable } from '../records/record-table.js';
import { addressTable, kindNames, kindTable, referencesTo, sectionTable, subnetTable } from '../records/tables.js';
import { knex } from '../sessions/query.js';
import type { Binding, Session } from '../sessions/session.js';

const aggregates = new Map([
  ['section', sectionTable],
  ['subnet', subnetTable],
  ['address', addressTable],
]);

/** A part of a statement, with the values for its question marks. */
interface Fragment {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

/** The records of a table `t`, held, of each of which one entry tells. */
interface Told {
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

/**
 * Writes down what something that is about to be done does to other records: a statement for each table, whatever the number of
 * rows. They are held, so that what is told is what is done.
 */
export async function tellConsequences(session: Session, consequence: Consequence, by: Authorship): Promise<void> {
  if (consequence.of !== 'gateway') await session.allowLong();
  switch (consequence.of) {
    case 'truncation':
      return tell(session, by, deletedAddresses({ sql: 't.subnet_id = ?', bindings: [soughtId(consequence.subnetId)] }));
    case 'move': {
      const { fromSubnetId, toSubnetId, range } = consequence;
      const bindings = [soughtId(fromSubnetId), range.first.toString(), range.last.toString()];
      const where = { sql: 't.subnet_id = ? and t.ip between ?::inet and ?::inet', bindings };
      return tell(session, by, edited(addressTable, where, 'subnetId', fromSubnetId, toSubnetId));
    }
    case 'gateway': {
      const bindings = [soughtId(consequence.subnetId), soughtId(consequence.exceptId ?? 0)];
      const where = { sql: 't.subnet_id = ? and t.is_gateway and t.id <> ?', bindings };
      return tell(session, by, edited(addressTable, where, 'is_gateway', true, false));
    }
    default:
      return tellDeletion(session, by, consequence.object, soughtId(consequence.id));
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
  if (object === 'subnet') return;
  const children = { sql: 't.id in (select id from doomed_sections) and t.id <> ?', bindings: [id] };
  await tell(session, by, { ...deleted(sectionTable, children), sources: doomedSections(id) });
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

const deleted = (table: RecordTable, where: Fragment): Told => ({
  table,
  action: 'delete',
  where,
  before: { sql: documentOf(table), bindings: [] },
  after: nothing,
});

/** Records of which one field gets another value. @param from undefined: what each of them has */
function edited(
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

async function tell(session: Session, by: Authorship, { table, action, sources, where, before, after }: Told): Promise<void> {
  const object = objectNames.get(table) ?? table.name;
  const subnet = table === addressTable ? 'r.subnet_id' : table === subnetTable ? 'r.id' : 'null::integer';
  const text = `
    insert into change_log (object, object_id, action, differences, before, after, subnet_id, is_consequence,
      at, user_id, by, app_id, client_address)
    ${sources ? `with recursive ${sources.sql}` : ''}
    select ?, r.id, ?, '[]', ${before.sql}, ${after.sql}, ${subnet}, true, ?::timestamp, ?::integer, ?, ?, ?
    from (select t.* from ${table.name} t where ${where.sql} order by t.id for update) r`;
  const bindings: Binding[] = [
    ...(sources?.bindings ?? []),
    ...[object, action],
    ...[...before.bindings, ...after.bindings],
    ...[by.at, by.userId, by.by, by.appId, by.clientAddress],
    ...where.bindings,
  ];
  await session.rows(knex.raw(text, bindings as string[]));
}
