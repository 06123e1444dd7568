import type { CatalogReader, CatalogRepository, KindQuery } from '../../../application/ports/inventory/records.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { isOpenKind, type KindName, kindOf } from '../../../domain/catalog/kinds.js';
import type { FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { selected } from '../../../domain/listing/list-query.js';
import { deleteRecord } from '../records/deletion.js';
import { owners, referenceIndex } from '../records/owners.js';
import { insertRecord, updateRecord } from '../records/records.js';
import type { Draft } from '../records/state.js';
import { filtered, stream } from '../records/stream.js';
import type { Table } from '../records/table.js';
import { hasCustom, searchRows } from './conditions.js';
import { storedRanges, usedIn } from './free-addresses.js';
import { seesWithin } from './visibility.js';

export function catalogIn(draft: Draft): CatalogRepository {
  const find: CatalogReader['find'] = async (kind, id) => draft.state.records[kind].get(id);
  const subnetOf = (kind: KindName, id: number) => draft.table(kind).get(id)?.values.subnetId;
  return {
    find,
    search: (kind, search) => stream(searchRows(draft.state.records[kind], search)),
    list: (kind, where = {}, custom, viewer) =>
      stream(filtered(having(draft, kind, where, viewer), (row) => !custom || hasCustom(row, custom))),
    select: (kind, where, listQuery, viewer) => stream(selected(having(draft, kind, where, viewer), listQuery)),
    count: async (kind, where, listQuery, viewer) => selected(having(draft, kind, where, viewer), listQuery).length,
    async usedInRanges(subnetId) {
      const ranges = storedRanges(draft, subnetId);
      return new Map(ranges.map(({ id, first, last }) => [id, [...usedIn(draft, subnetId, { first, last })].length]));
    },
    lock: find,
    lockToDelete: find,
    async insert(kind, values, custom) {
      if (!isOpenKind(kind)) draft.requireLocked(values.subnetId);
      return insertRecord(draft, kind, values, custom);
    },
    async update(kind, id, changes, custom) {
      for (const subnetId of [changes.subnetId, subnetOf(kind, id)]) if (!isOpenKind(kind)) draft.requireLocked(subnetId);
      updateRecord(draft, kind, id, changes, custom);
    },
    async delete(kind, id) {
      if (!isOpenKind(kind)) draft.requireLocked(subnetOf(kind, id));
      return deleteRecord(draft, kind, id);
    },
  };
}

function having(draft: Draft, kind: KindName, where: KindQuery, viewer: Principal | undefined): Iterable<KindRecord> {
  const conditions = Object.entries(where);
  const rows = candidates(draft.state.records[kind], kind, conditions);
  const found = filtered(rows, (row) => conditions.every(([field, value]) => isSame(row.values[field], value)));
  if (isOpenKind(kind) || !viewer) return found;
  const { owner } = kindOf(kind);
  return filtered(found, ({ values }) => {
    const ownerId = owner === undefined ? undefined : values[owner];
    return seesWithin(draft.state, viewer, kind, Number(values.subnetId), typeof ownerId === 'number' ? ownerId : null);
  });
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
