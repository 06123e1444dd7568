import type { CatalogRepository, KindQuery } from '../../../application/ports/inventory/catalog.js';
import type { CustomCondition, TextSearch } from '../../../application/ports/inventory/values.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { type StoredRange, storedRange } from '../../../domain/allocation/stored-range.js';
import { isOpenKind, type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomValues } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import { FreeAddresses } from '../free-space/free-addresses.js';
import { listConditions } from '../lists/list-conditions.js';
import { listSegments } from '../lists/list-order.js';
import { type Condition, condition, fixed, markerOf } from '../records/condition.js';
import { hasCustom, narrowedByCustom } from '../records/custom-condition.js';
import { comparedAs, lookupId } from '../records/field-columns.js';
import { countRows, listRows, type Selection } from '../records/keyset-list.js';
import type { DryRunIds } from '../records/new-ids.js';
import { dropFromIdLists } from '../records/object-ids.js';
import type { RecordTable, Values } from '../records/record-table.js';
import { SessionRepository } from '../records/repository.js';
import { kindTable, referencesTo } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { visibleWithin } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';
import { isCounted, withUsageChangesOfRetagged } from '../usage/usage-changes.js';

export class KnexCatalogRepository extends SessionRepository implements CatalogRepository {
  readonly #freeAddresses: FreeAddresses;

  constructor(session: Session, dryRunIds?: DryRunIds, freeAddresses = new FreeAddresses(session)) {
    super(session, dryRunIds);
    this.#freeAddresses = freeAddresses;
  }

  async find(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.session, id);
    return row && kindTable(kind).read(row);
  }

  async *list(kind: KindName, values: KindQuery = {}, custom?: CustomCondition, viewer?: Principal): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    const narrowed = await narrowedByCustom(this.session, table.name, custom);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...(custom ? [hasCustom(custom)] : []), ...narrowed];
    const segment = { where, keys: [{ sql: 't.id', type: 'int' }], isNarrow: where.length === 0 } as const;
    for await (const row of listRows(this.session, selectionOf(table), [segment])) yield table.read(row);
  }

  async *select(kind: KindName, values: KindQuery, listQuery: StoredQuery, viewer?: Principal): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...listConditions(table, listQuery)];
    const segments = listSegments(table, where, listQuery);
    for await (const row of listRows(this.session, selectionOf(table), segments, listQuery.max)) yield table.read(row);
  }

  async count(kind: KindName, values: KindQuery, listQuery: StoredQuery, viewer?: Principal): Promise<number> {
    const table = kindTable(kind);
    const where = [...conditions(table, values), ...visible(kind, viewer), ...listConditions(table, listQuery)];
    return countRows(this.session, table.name, where);
  }

  async usedInRanges(subnetId: number): Promise<ReadonlyMap<number, number>> {
    const counted = await this.session.prepared(countInRanges, { subnetId: lookupId(subnetId) });
    return new Map(counted.map(({ id, used }) => [id, Number(used)]));
  }

  async *search(kind: KindName, search: TextSearch): AsyncGenerator<KindRecord> {
    const table = kindTable(kind);
    for await (const row of searchRows(this.session, table, search, selectionOf(table))) yield table.read(row);
  }

  async lock(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = await kindTable(kind).find(this.session, id, 'change');
    return row && kindTable(kind).read(row);
  }

  async lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined> {
    const row = knex(kindTable(kind).name)
      .select('id')
      .where({ id: lookupId(id) });
    await this.session.rows(row.forUpdate());
    return this.find(kind, id);
  }

  async insert(kind: KindName, values: Values, custom: CustomValues): Promise<number> {
    const id = await kindTable(kind).insert(this.session, values, custom, this.dryRunIds?.column);
    if (id === undefined) throw new IpamError('kind.taken', { kind });
    await this.#cutGaps(await this.#storedRange(kind, id));
    return id;
  }

  async update(kind: KindName, id: number, changes: Values, custom: CustomValues): Promise<void> {
    const before = await this.#storedRange(kind, id);
    await kindTable(kind).update(this.session, id, changes, custom);
    if (before) for (const range of [before, await this.#storedRange(kind, id)]) await this.#cutGaps(range);
  }

  /** @returns undefined for a record of another kind */
  async #storedRange(kind: KindName, id: number): Promise<StoredRange | undefined> {
    const row = kindOf(kind).bandsAddresses ? await this.find(kind, id) : undefined;
    return row && storedRange(row);
  }

  async #cutGaps(range: StoredRange | undefined): Promise<void> {
    if (range) await this.#freeAddresses.rangesChanged(range.subnetId, range);
  }

  async delete(kind: KindName, id: number): Promise<boolean> {
    const range = await this.#storedRange(kind, id);
    const moves = referencesTo(kind).flatMap(({ table, column, ref: { onDelete } }) => {
      const to = typeof onDelete === 'object' ? onDelete.moveTo : null;
      return to !== null || isCounted(table, column) ? [{ table, column, to }] : []; // otherwise the foreign key sets it to null
    });
    // locked until the end, so that no new reference appears after the existing ones have moved
    if (moves.length > 0) await this.lockToDelete(kind, id);
    for (const { table, column, to } of moves) {
      const moved = knex(table.name)
        .where(column, lookupId(id))
        .update({ [column]: to });
      await this.session.rows(isCounted(table, column) ? withUsageChangesOfRetagged(moved, lookupId(id), to) : moved);
    }
    const isDeleted = await kindTable(kind).delete(this.session, id);
    await dropFromIdLists(this.session, kind, [id]);
    await this.#cutGaps(range);
    return isDeleted;
  }
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
