import type { SectionRepository } from '../../../application/ports/inventory/records.js';
import { IpamError } from '../../../domain/errors.js';
import type { Section } from '../../../domain/section/section.js';
import type { TextRow } from '../connection/statement.js';
import { FreeBlocks } from '../free-space/free-blocks.js';
import { listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { foldCase, lookupId } from '../records/field-columns.js';
import { countRows, listRows, type Selection, type SortKey } from '../records/keyset-list.js';
import type { DryRunIds } from '../records/new-ids.js';
import { dropDeletedObjects, dropFromIdLists } from '../records/object-ids.js';
import { type ExtraColumns, splitValues } from '../records/record-table.js';
import { sectionTable as table } from '../records/tables.js';
import { visibleSections } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import { knex, preparedTexts, sql } from '../sessions/sql.js';
import { recordDeletion } from '../usage/usage-changes.js';

const listOrder: readonly SortKey[] = [
  { sql: 'coalesce(t."order", -1)', type: 'int' },
  { sql: 'octet_length(t.name)', type: 'int' },
  { sql: 't.name', type: 'text' },
  { sql: 't.id', type: 'int' },
];

const selection: Selection = { name: table.name, table: table.name, columns: table.selection('t') };

const sectionByName = preparedTexts<{ name: string }>('section_by_name', ({ name }) =>
  knex({ t: table.name })
    .select(...selection.columns)
    .where('t.name_key', name),
);

const oneChild = preparedTexts<{ id: number }>('child_of_section', ({ id }) =>
  knex('sections').select('id').where('master_section', id).limit(1),
);

export const sectionsIn = (session: Session, dryRunIds?: DryRunIds): SectionRepository => ({
  find: async (id) => section(await table.find(session, id)),
  findByName: async (name) => section((await session.prepared(sectionByName, { name: foldCase(name) }))[0]),
  async *list(viewer, listQuery) {
    const where = [...visibleSections(viewer), ...listConditions(table, listQuery)];
    const segments = listQuery ? listSegments(table, where, listQuery) : [{ where, keys: listOrder }];
    for await (const row of listRows(session, selection, segments, listQuery?.max)) yield table.readFlat<Section>(row);
  },
  count: async (viewer, listQuery) =>
    countRows(session, table.name, [...visibleSections(viewer), ...listConditions(table, listQuery)]),
  hasChildren: async (id) => (await session.prepared(oneChild, { id: lookupId(id) })).length > 0,
  lock: async (id, strength) => section(await table.find(session, id, strength)),
  async insert(record) {
    const { values, custom } = splitValues(record);
    const id = await table.insert(session, values, custom, { ...nameColumns(record.name), ...dryRunIds?.column });
    if (id === undefined) throw new IpamError('section.nameTaken', { name: record.name });
    return id;
  },
  async update(id, changes) {
    const { values, custom } = splitValues(changes);
    try {
      await table.update(session, id, values, custom, nameColumns(changes.name));
    } catch (error) {
      if (changes.name !== undefined && IpamError.is(error, 'section.nameTaken'))
        throw new IpamError('section.nameTaken', { name: changes.name });
      throw error;
    }
  },
  delete: (id) => deleteSection(session, id),
});

async function deleteSection(session: Session, id: number): Promise<boolean> {
  await session.allowLong(); // cascades to its subnets and their addresses
  const masters = await session.rows<{ id: number }>(lockMastersElsewhere(lookupId(id)));
  for (const master of masters) await new FreeBlocks(session).invalidate(master.id);
  const rows = await session.rows<{ id: number }>(sql`${withChildSections(lookupId(id))} select id from tree`);
  const gone = rows.map((each) => each.id);
  await session.rows(recordDeletion(sql`select id from subnets where section_id = any(${gone}::integer[])`));
  if (!(await table.delete(session, id))) return false;
  await dropDeletedObjects(session);
  await dropFromIdLists(session, 'section', gone);
  return true;
}

const section = (row: TextRow | undefined): Section | undefined => row && table.readFlat<Section>(row);
const nameColumns = (name: string | undefined): ExtraColumns => (name === undefined ? {} : { name_key: foldCase(name) });

const withChildSections = (id: number) => sql`
  with recursive tree(id) as (
    select id from sections where id = ${id} union select s.id from sections s join tree on s.master_section = tree.id
  )`;

/**
 * Locks subnets of other sections that are parents of subnets in a section or its child sections. Arrays make the planner use the
 * index.
 */
const lockMastersElsewhere = (id: number) => sql`${withChildSections(id)}
  select id from subnets where section_id <> all (array(select id from tree)) and id = any (array(
    select master_subnet_id from subnets where section_id = any (array(select id from tree)) and master_subnet_id is not null
  )) order by id for no key update`;
