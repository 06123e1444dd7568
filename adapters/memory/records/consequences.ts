import type { Cause, CustomValuesChange } from '../../../application/ports/change-log.js';
import { kindsWithin } from '../../../domain/catalog/kinds.js';
import type { Change } from '../../../domain/changes/change.js';
import { changedValues, documentOf } from '../../../domain/changes/change-values.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { CustomValues, FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { rangeContains } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { type CascadeIds, collectCascade, type Shortened, shortenedIdLists, shortenedObjects } from './deletion.js';
import { type OwnerName, ownerOfCustom, owners, referenceIndex, storedValue } from './owners.js';
import { recordsWithGroup, subnetsWithOtherLevel } from './records.js';
import { referencesTo } from './references.js';
import type { Draft } from './state.js';

export function consequencesOf(draft: Draft, cause: Cause): Change[] {
  switch (cause.of) {
    case 'truncation': {
      const rows = addressesOf(draft, cause.subnetId);
      const deletedIds: CascadeIds = new Map([['address', new Set(rows.map(({ id }) => id))]]);
      return [...rows.map((row) => deleted('address', row)), ...shortenedObjects(draft, deletedIds).map(editOf)];
    }
    case 'addressDeletion':
      return shortenedObjects(draft, new Map([['address', new Set(cause.ids)]])).map(editOf);
    case 'subnetDeletion':
      return cause.ids.flatMap((id) => consequencesOfDeletion(draft, 'subnet', id));
    case 'group':
      return (['section', 'subnet'] as const).flatMap((owner) =>
        recordsWithGroup(draft, owner, cause.id).map(({ row, permissions }) => edited(owner, row, { permissions })),
      );
    case 'levelOfSubnets':
      return subnetsWithOtherLevel(draft, cause).map(({ row, permissions }) => edited('subnet', row, { permissions }));
    case 'customValues':
      return valuesChanged(draft, cause);
    case 'move': {
      const { fromSubnetId, toSubnetId, range } = cause;
      const isMoved = ({ values: { ip } }: KindRecord): boolean => ip instanceof IpAddress && rangeContains(range, ip);
      const moved = addressesOf(draft, fromSubnetId).filter(isMoved);
      return moved.map((row) => edited('address', row, { subnetId: toSubnetId }));
    }
    case 'gateway': {
      const marked = [...draft.table('address').under('gateway', [cause.subnetId])];
      return marked.filter(({ id }) => id !== cause.exceptId).map((row) => edited('address', row, { is_gateway: false }));
    }
    default:
      return consequencesOfDeletion(draft, cause.object, cause.id);
  }
}

const addressesOf = (draft: Draft, subnetId: number): KindRecord[] =>
  [...draft.table('address').under('place', [subnetId])].sort((a, b) => a.id - b.id);

/** Order of the log entries for deletions of one cascade. */
const order: readonly OwnerName[] = ['address', ...kindsWithin, 'subnet', 'section'];

function consequencesOfDeletion(draft: Draft, object: OwnerName, id: number): Change[] {
  const deletedIds = collectCascade(draft, object, id);
  const gone = order.flatMap((owner) => {
    const ids = [...(deletedIds.get(owner) ?? [])].filter((each) => owner !== object || each !== id).sort((a, b) => a - b);
    return ids.flatMap((each) => draft.table(owner).get(each) ?? []).map((row) => deleted(owner, row));
  });
  const released = [...deletedIds].flatMap(([target, ids]) => releasesOf(draft, target, ids, deletedIds));
  const shortened = [...shortenedObjects(draft, deletedIds), ...shortenedIdLists(draft, deletedIds)];
  return [...gone, ...released, ...shortened.map(editOf)];
}

const editOf = ({ owner, row, changes }: Shortened): Change => edited(owner, row, changes);

function valuesChanged(draft: Draft, { on, name, change }: CustomValuesChange): Change[] {
  const owner = ownerOfCustom(on);
  const converted = (value: CustomScalar | null): CustomScalar | null => {
    if ('fill' in change) return value ?? change.fill;
    return 'remove' in change || value === null ? null : change.convert(value);
  };
  return [...draft.table(owner).rows()].flatMap((row) => {
    const value = storedValue(row.custom, name);
    const next = converted(value);
    return next === value ? [] : [edited(owner, row, { custom: { [name]: next } })];
  });
}

const releasesOf = (draft: Draft, target: OwnerName, ids: ReadonlySet<number>, deletedIds: CascadeIds): Change[] =>
  referencesTo(target).flatMap(({ owner, field, onDelete }) => {
    if (onDelete === 'cascade' || onDelete === 'refuse') return [];
    const rows = [...ids].flatMap((id) => [...draft.table(owner).under(referenceIndex(field), [id])]);
    const changes = { [field]: onDelete === 'clear' ? null : onDelete.moveTo };
    return rows.filter((row) => !deletedIds.get(owner)?.has(row.id)).map((row) => edited(owner, row, changes));
  });

type RecordChanges = Readonly<Record<string, FieldValue | CustomValues>>;

const flat = ({ values, custom }: KindRecord): object => ({ ...values, custom });

function subnetOf(owner: OwnerName, { id, values }: KindRecord): number | null {
  if (owner === 'subnet') return id;
  return owner === 'address' || kindsWithin.some((kind) => kind === owner) ? Number(values.subnetId) : null;
}

const deleted = (owner: OwnerName, row: KindRecord): Change => ({
  object: owner,
  objectId: row.id,
  action: 'delete',
  differences: [],
  before: documentOf(owners[owner].fields, flat(row)),
  after: null,
  subnetId: subnetOf(owner, row),
  isConsequence: true,
});

const edited = (owner: OwnerName, row: KindRecord, changes: RecordChanges): Change => ({
  object: owner,
  objectId: row.id,
  action: 'edit',
  differences: [],
  ...changedValues(owners[owner].fields, flat(row), changes),
  subnetId: subnetOf(owner, row),
  isConsequence: true,
});
