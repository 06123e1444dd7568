import type { SectionRepository } from '../../../application/ports/inventory/sections.js';
import type { Changes, LockStrength, NewValues } from '../../../application/ports/inventory/values.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { IpamError } from '../../../domain/errors.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { Section } from '../../../domain/section/section.js';
import type { TextRow } from '../connection/statement.js';
import { FreeBlocks } from '../free-space/free-blocks.js';
import { listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { foldCase, lookupId } from '../records/field-columns.js';
import { countRows, listRows, type Selection, type SortKey } from '../records/keyset-list.js';
import { dropDeletedObjects, dropFromIdLists } from '../records/object-ids.js';
import { type ExtraColumns, splitValues } from '../records/record-table.js';
import { SessionRepository } from '../records/repository.js';
import { sectionTable as table } from '../records/tables.js';
import { visibleSections } from '../records/visibility.js';
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

export class KnexSectionRepository extends SessionRepository implements SectionRepository {
  async find(id: number): Promise<Section | undefined> {
    return section(await table.find(this.session, id));
  }

  async findByName(name: string): Promise<Section | undefined> {
    return section((await this.session.prepared(sectionByName, { name: foldCase(name) }))[0]);
  }

  async *list(viewer?: Principal, listQuery?: StoredQuery): AsyncGenerator<Section> {
    const where = [...visibleSections(viewer), ...listConditions(table, listQuery)];
    const segments = listQuery ? listSegments(table, where, listQuery) : [{ where, keys: listOrder }];
    for await (const row of listRows(this.session, selection, segments, listQuery?.max)) yield table.readFlat<Section>(row);
  }

  async count(viewer?: Principal, listQuery?: StoredQuery): Promise<number> {
    return countRows(this.session, table.name, [...visibleSections(viewer), ...listConditions(table, listQuery)]);
  }

  async hasChildren(id: number): Promise<boolean> {
    return (await this.session.prepared(oneChild, { id: lookupId(id) })).length > 0;
  }

  async lock(id: number, strength: LockStrength): Promise<Section | undefined> {
    return section(await table.find(this.session, id, strength));
  }

  async insert(section: NewValues<Section>): Promise<number> {
    const { values, custom } = splitValues(section);
    const id = await table.insert(this.session, values, custom, { ...nameColumns(section.name), ...this.dryRunIds?.column });
    if (id === undefined) throw new IpamError('section.nameTaken', { name: section.name });
    return id;
  }

  async update(id: number, changes: Changes<Section>): Promise<void> {
    const { values, custom } = splitValues(changes);
    try {
      await table.update(this.session, id, values, custom, nameColumns(changes.name));
    } catch (error) {
      if (changes.name !== undefined && IpamError.is(error, 'section.nameTaken'))
        throw new IpamError('section.nameTaken', { name: changes.name });
      throw error;
    }
  }

  async delete(id: number): Promise<boolean> {
    await this.session.allowLong(); // cascades to its subnets and their addresses
    const masters = await this.session.rows<{ id: number }>(lockMastersElsewhere(lookupId(id)));
    for (const master of masters) await new FreeBlocks(this.session).invalidate(master.id);
    const gone = await this.session.rows<{ id: number }>(sql`${withChildSections(lookupId(id))} select id from tree`);
    const theirs = sql`select id from subnets where section_id = any(${gone.map((section) => section.id)}::integer[])`;
    await this.session.rows(recordDeletion(theirs));
    const found = await table.delete(this.session, id);
    if (!found) return false;
    await dropDeletedObjects(this.session);
    await dropFromIdLists(
      this.session,
      'section',
      gone.map((section) => section.id),
    );
    return true;
  }
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
