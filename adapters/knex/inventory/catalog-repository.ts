import type { CatalogReader, CatalogRepository, KindQuery } from '../../../application/ports/inventory/records.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { type StoredRange, storedRange } from '../../../domain/allocation/stored-range.js';
import { isOpenKind, type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { FreeAddresses } from '../free-space/free-addresses.js';
import { listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { type Condition, condition, fixed, markerOf } from '../records/condition.js';
import { hasCustom, narrowedByCustom } from '../records/custom-condition.js';
import { comparedAs, lookupId } from '../records/field-columns.js';
import { countRows, listRows, type Selection } from '../records/keyset-list.js';
import type { DryRunIds } from '../records/new-ids.js';
import { dropFromIdLists } from '../records/object-ids.js';
import type { RecordTable } from '../records/record-table.js';
import { kindTable, referencesTo } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { visibleWithin } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';
import { isCounted, withUsageChangesOfRetagged } from '../usage/usage-changes.js';

export function catalogIn(
  session: Session,
  dryRunIds?: DryRunIds,
  freeAddresses = new FreeAddresses(session),
): CatalogRepository {
  const reader = catalogReaderIn(session);
  const lockToDelete: CatalogRepository['lockToDelete'] = async (kind, id) => {
    const row = knex(kindTable(kind).name)
      .select('id')
      .where({ id: lookupId(id) });
    await session.rows(row.forUpdate());
    return reader.find(kind, id);
  };
  /** @returns undefined for a record of another kind */
  const storedRangeOf = async (kind: KindName, id: number): Promise<StoredRange | undefined> => {
    const row = kindOf(kind).bandsAddresses ? await reader.find(kind, id) : undefined;
    return row && storedRange(row);
  };
  const cutGaps = async (range: StoredRange | undefined): Promise<void> => {
    if (range) await freeAddresses.rangesChanged(range.subnetId, range);
  };
  const writes: Omit<CatalogRepository, keyof CatalogReader> = {
    lock: (kind, id) => readRecord(session, kind, id, 'change'),
    lockToDelete,
    async insert(kind, values, custom) {
      const id = await kindTable(kind).insert(session, values, custom, dryRunIds?.column);
      if (id === undefined) throw new IpamError('kind.taken', { kind });
      await cutGaps(await storedRangeOf(kind, id));
      return id;
    },
    async update(kind, id, changes, custom) {
      const before = await storedRangeOf(kind, id);
      await kindTable(kind).update(session, id, changes, custom);
      if (before) for (const range of [before, await storedRangeOf(kind, id)]) await cutGaps(range);
    },
    async delete(kind, id) {
      const range = await storedRangeOf(kind, id);
      await moveReferences(session, kind, id, () => lockToDelete(kind, id));
      const isDeleted = await kindTable(kind).delete(session, id);
      await dropFromIdLists(session, kind, [id]);
      await cutGaps(range);
      return isDeleted;
    },
  };
  return Object.assign(reader, writes);
}

/** Moves references from a record that is about to be deleted. @param lock locks the record */
async function moveReferences(session: Session, kind: KindName, id: number, lock: () => Promise<unknown>): Promise<void> {
  const moves = referencesTo(kind).flatMap(({ table, column, ref: { onDelete } }) => {
    const to = typeof onDelete === 'object' ? onDelete.moveTo : null;
    return to !== null || isCounted(table, column) ? [{ table, column, to }] : []; // otherwise the foreign key sets it to null
  });
  // locked until the end, so that no new reference appears after the existing ones have moved
  if (moves.length > 0) await lock();
  for (const { table, column, to } of moves) {
    const moved = knex(table.name)
      .where(column, lookupId(id))
      .update({ [column]: to });
    await session.rows(isCounted(table, column) ? withUsageChangesOfRetagged(moved, lookupId(id), to) : moved);
  }
}

const catalogReaderIn = (session: Session): CatalogReader => ({
  find: (kind, id) => readRecord(session, kind, id),
  async *list(kind, values = {}, custom, viewer) {
    const table = kindTable(kind);
    const narrowed = await narrowedByCustom(session, table.name, custom);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...(custom ? [hasCustom(custom)] : []), ...narrowed];
    const segment = { where, keys: [{ sql: 't.id', type: 'int' }], isNarrow: where.length === 0 } as const;
    for await (const row of listRows(session, selectionOf(table), [segment])) yield table.read(row);
  },
  async *select(kind, values, listQuery, viewer) {
    const table = kindTable(kind);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...listConditions(table, listQuery)];
    const segments = listSegments(table, where, listQuery);
    for await (const row of listRows(session, selectionOf(table), segments, listQuery.max)) yield table.read(row);
  },
  async count(kind, values, listQuery, viewer) {
    const table = kindTable(kind);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...listConditions(table, listQuery)];
    return countRows(session, table.name, where);
  },
  async usedInRanges(subnetId) {
    const counted = await session.prepared(countInRanges, { subnetId: lookupId(subnetId) });
    return new Map(counted.map(({ id, used }) => [id, Number(used)]));
  },
  async *search(kind, search) {
    const table = kindTable(kind);
    for await (const row of searchRows(session, table, search, selectionOf(table))) yield table.read(row);
  },
});

async function readRecord(session: Session, kind: KindName, id: number, strength?: 'change'): Promise<KindRecord | undefined> {
  const row = await kindTable(kind).find(session, id, strength);
  return row && kindTable(kind).read(row);
}

const countInRanges = prepared<{ subnetId: number }, { readonly id: number; readonly used: string | number }>(
  'used_in_ranges',
  ({ subnetId }) => sql`
    select r.id, counted.used from ranges r cross join lateral (
      select count(*) as used from addresses a where a.subnet_id = r.subnet_id and a.ip between r.first and r.last
    ) counted
    where r.subnet_id = ${subnetId}::integer`,
);

const visible = (kind: KindName, viewer: Principal | undefined): readonly Condition[] =>
  isOpenKind(kind) ? [] : visibleWithin(kind, viewer);

const selectionOf = (table: RecordTable): Selection => ({
  name: table.name,
  table: table.name,
  columns: table.selection('t'),
});

const conditions = (table: RecordTable, where: KindQuery): Condition[] =>
  Object.entries(where).map(([name, value]) => {
    const { column, field } = table.column(name);
    if (value === null) return fixed(`no ${column}`, (query) => query.whereNull(`t.${column}`));
    const compared = typeof value === 'object' ? value.toString() : value;
    return condition(`${column} =`, { [column]: compared }, (query, markers) =>
      query.where(`t.${column}`, knex.raw(`?::${comparedAs(field)}`, [markerOf(markers, column)])),
    );
  });
