import { IpamError } from '../../../domain/errors.js';
import type { FieldValue, ObjectIds } from '../../../domain/fields/field.js';
import { withoutIds } from '../../../domain/fields/id-list.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type FreeBlocks, followSubnet } from './free-blocks.js';
import { type OwnerName, referenceIndex } from './owners.js';
import { updateRecord } from './records.js';
import { idListFields, objectFields, objectSorts, type Reference, referencesTo } from './references.js';
import type { Draft } from './state.js';

export type CascadeIds = Map<OwnerName, Set<number>>;

/** Applies the rule of each reference to the record. @returns whether the record existed @throws IpamError kind.inUse */
export function deleteRecord(draft: Draft, owner: OwnerName, id: number): boolean {
  if (!draft.table(owner).get(id)) return false;
  const deletedIds = collectCascade(draft, owner, id);
  for (const [target, ids] of deletedIds)
    for (const reference of referencesTo(target)) release(draft, reference, ids, deletedIds);
  const subnets = [...(deletedIds.get('subnet') ?? [])].flatMap((gone) => draft.table('subnet').get(gone) ?? []);
  for (const [target, ids] of deletedIds) {
    let table = draft.table(target);
    for (const gone of ids) table = table.without(gone);
    draft.setTable(target, table);
  }
  const left = draft.table('subnet');
  const follow = (blocks: FreeBlocks, gone: KindRecord) => followSubnet(blocks, left, gone, undefined);
  draft.set({ freeBlocks: subnets.reduce(follow, draft.state.freeBlocks) });
  dropUsageHistory(draft, deletedIds);
  dropIds(draft, deletedIds);
  return true;
}

function dropUsageHistory(draft: Draft, deletedIds: CascadeIds): void {
  for (const on of ['subnet', 'section'] as const)
    for (const id of deletedIds.get(on) ?? []) {
      draft.collection('usagePoints').deleteBy('key', on, id);
      if (on === 'subnet') draft.collection('usageTrends').deleteRows([{ id }]);
    }
}

export function collectCascade(draft: Draft, owner: OwnerName, id: number): CascadeIds {
  const deletedIds: CascadeIds = new Map([[owner, new Set([id])]]);
  const pending: [OwnerName, number][] = [[owner, id]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const { owner: referrer, field, onDelete } of referencesTo(next[0])) {
      if (onDelete !== 'cascade') continue;
      const ids = deletedIds.get(referrer) ?? new Set();
      deletedIds.set(referrer, ids);
      for (const { id: found } of draft.table(referrer).under(referenceIndex(field), [next[1]])) {
        if (!ids.has(found)) pending.push([referrer, found]);
        ids.add(found);
      }
    }
  }
  return deletedIds;
}

function release(
  draft: Draft,
  { owner, field, target, onDelete }: Reference,
  deleted: Set<number>,
  deletedIds: CascadeIds,
): void {
  if (onDelete === 'cascade') return;
  for (const id of deleted) {
    for (const row of [...draft.table(owner).under(referenceIndex(field), [id])]) {
      if (deletedIds.get(owner)?.has(row.id)) continue;
      if (onDelete === 'refuse' || (onDelete !== 'clear' && deleted.has(onDelete.moveTo))) {
        throw new IpamError('kind.inUse', { kind: target, id });
      }
      updateRecord(draft, owner, row.id, { [field]: onDelete === 'clear' ? null : onDelete.moveTo }, {});
    }
  }
}

export interface Shortened {
  readonly owner: OwnerName;
  readonly row: KindRecord;
  readonly changes: Readonly<Record<string, FieldValue>>;
}

function dropIds(draft: Draft, deletedIds: CascadeIds): void {
  for (const { owner, row, changes } of [...shortenedObjects(draft, deletedIds), ...shortenedIdLists(draft, deletedIds)])
    updateRecord(draft, owner, row.id, changes, {});
}

export const shortenedObjects = (draft: Draft, deletedIds: CascadeIds): Shortened[] =>
  objectFields.flatMap(({ owner, field }) =>
    [...draft.table(owner).rows()].flatMap((row) => {
      const left = withoutDeleted(row.values[field] ?? null, deletedIds);
      return left ? [{ owner, row, changes: { [field]: left } }] : [];
    }),
  );

export const shortenedIdLists = (draft: Draft, deletedIds: CascadeIds): Shortened[] =>
  idListFields.flatMap(({ owner, field, target }) => {
    const gone = deletedIds.get(target) ?? new Set();
    return [...draft.table(owner).rows()].flatMap((row) => {
      const list = row.values[field];
      const left = typeof list === 'string' ? withoutIds(list, gone) : list;
      return left === list || left === undefined ? [] : [{ owner, row, changes: { [field]: left } }];
    });
  });

/** Undefined if the list contains no ids of deleted records. */
function withoutDeleted(value: FieldValue, deletedIds: CascadeIds): ObjectIds | undefined {
  const lists: Record<string, readonly string[]> = { ...(value as ObjectIds | null) };
  let changed = false;
  for (const [owner, ids] of deletedIds) {
    const sort = objectSorts[owner];
    const list = sort && lists[sort];
    if (!list) continue;
    lists[sort] = list.filter((id) => !ids.has(Number(id)));
    changed ||= lists[sort].length < list.length;
  }
  return changed ? lists : undefined;
}
