import type { LevelOfSubnets } from '../../../application/ports/identity.js';
import { type Address, addressFields } from '../../../domain/address/address.js';
import { IpamError } from '../../../domain/errors.js';
import type { CustomValues, FieldDefinition, FieldValue } from '../../../domain/fields/field.js';
import { type KindRecord, recordOf } from '../../../domain/fields/kind.js';
import { isPermissionMap, type PermissionMap, withLevel } from '../../../domain/fields/permission-map.js';
import { flatValues } from '../../../domain/fields/read-fields.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { asNetwork, type Network, type Subnet, subnetFields, toSubnet } from '../../../domain/subnet/subnet.js';
import { followSubnet } from './free-blocks.js';
import { type Owner, type OwnerName, owners } from './owners.js';
import { referencesOf } from './references.js';
import type { Draft } from './state.js';

export type Values = Readonly<Record<string, FieldValue | undefined>>;

type Flat = { readonly custom?: CustomValues };

export const sectionOf = (row: KindRecord): Section => recordOf(sectionFields, row);

export const subnetOf = (row: KindRecord): Subnet => toSubnet(recordOf(subnetFields, row));

/** @throws IpamError subnet.isFolder */
export const networkOf = (row: KindRecord): Network => asNetwork(subnetOf(row));

export const addressOf = (row: KindRecord): Address => recordOf(addressFields, row);

export function unflatten(record: Flat): { values: Values; custom: CustomValues } {
  const { custom = {}, id: _id, ...values } = flatValues(record);
  return { values, custom };
}

/** Absent fields become empty. @returns the id @throws IpamError field.reference, and the error of a violated unique rule */
export function insertRecord(draft: Draft, owner: OwnerName, values: Values, custom: CustomValues): number {
  const { fields } = owners[owner];
  const empty = Object.entries(fields).map(([name, field]) => [name, emptyValue(field)] as const);
  const id = draft.table(owner).nextId;
  store(draft, owner, { id, custom: { ...custom }, values: { ...Object.fromEntries(empty), ...setValues(owner, values) } });
  return id;
}

const emptyValue = (field: FieldDefinition): FieldValue => (field.type === 'flag' ? false : null);

/** No effect for an unknown id. @throws IpamError field.reference, and the error of a violated unique rule */
export function updateRecord(draft: Draft, owner: OwnerName, id: number, values: Values, custom: CustomValues): void {
  const old = draft.table(owner).get(id);
  if (!old) return;
  store(draft, owner, { id, custom: { ...old.custom, ...custom }, values: { ...old.values, ...setValues(owner, values) } });
}

/** @throws Error for an unknown field, which is a defect of the caller */
function setValues(owner: OwnerName, values: Values): Record<string, FieldValue> {
  const input = Object.entries(values).filter((entry): entry is [string, FieldValue] => entry[1] !== undefined);
  const unknown = input.find(([name]) => !Object.hasOwn(owners[owner].fields, name));
  if (unknown) throw new Error(`${owner} has no field ${unknown[0]}`);
  return Object.fromEntries(input);
}

function store(draft: Draft, owner: OwnerName, row: KindRecord): void {
  checkReferences(draft, owner, row);
  checkUnique(draft, owner, row, owners[owner]);
  const before = draft.table(owner).get(row.id);
  draft.setTable(owner, draft.table(owner).with(row));
  if (owner === 'subnet') draft.set({ freeBlocks: followSubnet(draft.state.freeBlocks, draft.table('subnet'), before, row) });
}

function checkReferences(draft: Draft, owner: OwnerName, row: KindRecord): void {
  const old = draft.table(owner).get(row.id);
  for (const { field, target } of referencesOf(owner)) {
    const id = row.values[field];
    if (typeof id !== 'number' || id === old?.values[field] || draft.table(target).get(id)) continue;
    throw new IpamError('field.reference', { field, id });
  }
}

function checkUnique(draft: Draft, owner: OwnerName, row: KindRecord, { unique, indexes }: Owner): void {
  for (const { index, broken } of unique) {
    const key = indexes[index]?.(row);
    const holder = key && draft.table(owner).firstUnder(index, key);
    if (holder && holder.id !== row.id) throw broken(row);
  }
}

interface ChangedPermissions {
  readonly row: KindRecord;
  readonly permissions: PermissionMap | null;
}

export function subnetsWithOtherLevel(draft: Draft, { sectionId, groupId, level }: LevelOfSubnets): ChangedPermissions[] {
  const rows = [...draft.table('subnet').rows()].filter(({ values }) => values.sectionId === sectionId);
  return rows.flatMap((row) => {
    const permissions = isPermissionMap(row.values.permissions) ? row.values.permissions : null;
    if ((permissions?.get(groupId) ?? 0) === level) return [];
    return [{ row, permissions: withLevel(permissions, groupId, level) }];
  });
}

/** The records whose permissions contain a group, with their other permissions. */
export const recordsWithGroup = (draft: Draft, owner: 'section' | 'subnet', groupId: number): ChangedPermissions[] =>
  [...draft.table(owner).rows()].flatMap((row) => {
    const { permissions } = row.values;
    if (!(permissions instanceof Map && permissions.has(groupId))) return [];
    return [{ row, permissions: new Map([...permissions].filter(([group]) => group !== groupId)) }];
  });
