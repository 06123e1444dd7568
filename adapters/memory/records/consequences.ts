import type { Consequence } from '../../../application/ports/change-log.js';
import type { FieldValue } from '../../../domain/catalog/field.js';
import type { KindRecord } from '../../../domain/catalog/kind.js';
import { type Change, toldOfDeleted, toldOfEdit } from '../../../domain/change-log/change.js';
import { rangeContains } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { collectDoomed, type Doomed } from './deletion.js';
import { type OwnerName, owners, referenceIndex } from './owners.js';
import { referencesTo } from './references.js';
import type { Draft } from './state.js';

/** What something that is about to be done does to other records. */
export function consequencesOf(draft: Draft, consequence: Consequence): Change[] {
  switch (consequence.of) {
    case 'truncation':
      return addressesOf(draft, consequence.subnetId).map((row) => deleted('address', row));
    case 'move': {
      const { fromSubnetId, toSubnetId, range } = consequence;
      const isMoved = ({ values: { ip } }: KindRecord): boolean => ip instanceof IpAddress && rangeContains(range, ip);
      const moved = addressesOf(draft, fromSubnetId).filter(isMoved);
      return moved.map((row) => edited('address', row, { subnetId: toSubnetId }));
    }
    case 'gateway': {
      const marked = [...draft.table('address').under('gateway', [consequence.subnetId])];
      return marked.filter(({ id }) => id !== consequence.exceptId).map((row) => edited('address', row, { is_gateway: false }));
    }
    default:
      return consequencesOfDeletion(draft, consequence.object, consequence.id);
  }
}

const addressesOf = (draft: Draft, subnetId: number): KindRecord[] =>
  [...draft.table('address').under('place', [subnetId])].sort((a, b) => a.id - b.id);

/** The order in which records are told that go together. */
const order: readonly OwnerName[] = ['address', 'subnet', 'section'];

function consequencesOfDeletion(draft: Draft, object: OwnerName, id: number): Change[] {
  const doomed = collectDoomed(draft, object, id);
  const told = order.flatMap((owner) => {
    const ids = [...(doomed.get(owner) ?? [])].filter((gone) => owner !== object || gone !== id).sort((a, b) => a - b);
    return ids.flatMap((gone) => draft.table(owner).get(gone) ?? []).map((row) => deleted(owner, row));
  });
  return [...told, ...[...doomed].flatMap(([target, ids]) => releasesOf(draft, target, ids, doomed))];
}

/** What becomes of the records that refer to deleted ones and stay. */
const releasesOf = (draft: Draft, target: OwnerName, ids: ReadonlySet<number>, doomed: Doomed): Change[] =>
  referencesTo(target).flatMap(({ owner, field, onDelete }) => {
    if (onDelete === 'cascade' || onDelete === 'refuse') return [];
    const rows = [...ids].flatMap((id) => [...draft.table(owner).under(referenceIndex(field), [id])]);
    const changes = { [field]: onDelete === 'clear' ? null : onDelete.moveTo };
    return rows.filter((row) => !doomed.get(owner)?.has(row.id)).map((row) => edited(owner, row, changes));
  });

const flat = ({ values, custom }: KindRecord): object => ({ ...values, custom });

/** The subnet that a change concerns. */
function subnetOf(owner: OwnerName, { id, values }: KindRecord): number | null {
  if (owner === 'subnet') return id;
  return owner === 'address' ? (values.subnetId as number) : null;
}

const deleted = (owner: OwnerName, row: KindRecord): Change => ({
  object: owner,
  objectId: row.id,
  action: 'delete',
  ...toldOfDeleted(owners[owner].fields, flat(row)),
  subnetId: subnetOf(owner, row),
  isConsequence: true,
});

const edited = (owner: OwnerName, row: KindRecord, changes: Readonly<Record<string, FieldValue>>): Change => ({
  object: owner,
  objectId: row.id,
  action: 'edit',
  ...toldOfEdit(owners[owner].fields, flat(row), changes),
  differences: [],
  subnetId: subnetOf(owner, row),
  isConsequence: true,
});
