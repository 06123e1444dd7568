import type { CatalogRepository, KindQuery } from '../../../application/ports/inventory/catalog.js';
import type { CustomCondition, TextSearch } from '../../../application/ports/inventory/values.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { isOpenKind, type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type StoredQuery, selected } from '../../../domain/listing/list-query.js';
import { deleteRecord } from '../records/deletion.js';
import { owners, referenceIndex } from '../records/owners.js';
import { insertRecord, updateRecord } from '../records/records.js';
import { MemoryRepository } from '../records/state.js';
import { filtered, stream } from '../records/stream.js';
import type { Table } from '../records/table.js';
import { hasCustom, searchRows } from './conditions.js';
import { storedRanges, usedIn } from './free-addresses.js';
import { seesWithin } from './visibility.js';

export class MemoryCatalogRepository extends MemoryRepository implements CatalogRepository {
  async find(kind: KindName, id: number): Promise<KindRecord | undefined> {
    return this.draft.state.records[kind].get(id);
  }

  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord> {
    return stream(searchRows(this.draft.state.records[kind], search));
  }

  list(kind: KindName, where: KindQuery = {}, custom?: CustomCondition, viewer?: Principal): AsyncIterable<KindRecord> {
    const rows = this.#having(kind, Object.entries(where), viewer);
    return stream(filtered(rows, (row) => !custom || hasCustom(row, custom)));
  }

  select(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): AsyncIterable<KindRecord> {
    return stream(this.#selected(kind, where, listQuery, viewer));
  }

  async count(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer?: Principal): Promise<number> {
    return this.#selected(kind, where, listQuery, viewer).length;
  }

  async usedInRanges(subnetId: number): Promise<ReadonlyMap<number, number>> {
    const ranges = storedRanges(this.draft, subnetId);
    return new Map(ranges.map(({ id, first, last }) => [id, [...usedIn(this.draft, subnetId, { first, last })].length]));
  }

  #selected(kind: KindName, where: KindQuery, listQuery: StoredQuery, viewer: Principal | undefined): KindRecord[] {
    return selected(this.#having(kind, Object.entries(where), viewer), listQuery);
  }

  #having(kind: KindName, conditions: Conditions, viewer: Principal | undefined): Iterable<KindRecord> {
    const rows = candidates(this.draft.state.records[kind], kind, conditions);
    const found = filtered(rows, (row) => conditions.every(([field, value]) => isSame(row.values[field], value)));
    if (isOpenKind(kind) || !viewer) return found;
    const { owner } = kindOf(kind);
    return filtered(found, ({ values }) => {
      const ownerId = owner === undefined ? undefined : values[owner];
      return seesWithin(this.draft.state, viewer, kind, Number(values.subnetId), typeof ownerId === 'number' ? ownerId : null);
    });
  }

  lockToDelete(kind: KindName, id: number): Promise<KindRecord | undefined> {
    return this.lock(kind, id);
  }

  lock(kind: KindName, id: number): Promise<KindRecord | undefined> {
    return this.find(kind, id);
  }

  async insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number> {
    if (!isOpenKind(kind)) this.draft.requireLocked(values.subnetId);
    return insertRecord(this.draft, kind, values, custom);
  }

  async update(
    kind: KindName,
    id: number,
    changes: Readonly<Record<string, FieldValue>>,
    custom: KindRecord['custom'],
  ): Promise<void> {
    for (const subnetId of [changes.subnetId, this.#subnetOf(kind, id)])
      if (!isOpenKind(kind)) this.draft.requireLocked(subnetId);
    updateRecord(this.draft, kind, id, changes, custom);
  }

  async delete(kind: KindName, id: number): Promise<boolean> {
    if (!isOpenKind(kind)) this.draft.requireLocked(this.#subnetOf(kind, id));
    return deleteRecord(this.draft, kind, id);
  }

  #subnetOf(kind: KindName, id: number): FieldValue | undefined {
    return this.draft.table(kind).get(id)?.values.subnetId;
  }
}

type Conditions = readonly (readonly [string, FieldValue])[];

/** A superset of the matching rows, by id. @throws Error for a field that the kind does not have */
function candidates(table: Table<KindRecord>, kind: KindName, conditions: Conditions): Iterable<KindRecord> {
  const { fields } = owners[kind];
  const unknown = conditions.find(([field]) => !Object.hasOwn(fields, field));
  if (unknown) throw new Error(`${kind} has no field ${unknown[0]}`);
  for (const [field, value] of conditions) {
    if (fields[field]?.type === 'reference' && typeof value === 'number') return table.under(referenceIndex(field), [value]);
  }
  return table.rows();
}

const isSame = (a: FieldValue | undefined, b: FieldValue): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
