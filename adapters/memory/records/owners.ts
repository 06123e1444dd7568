import { addressFields } from '../../../domain/address/address.js';
import { type KindName, kindNames, kindOf, ofEachKind } from '../../../domain/catalog/kinds.js';
import { type ErrorDetails, IpamError } from '../../../domain/errors.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { CustomValues, FieldSet, FieldValue } from '../../../domain/fields/field.js';
import type { Kind, KindRecord } from '../../../domain/fields/kind.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { sectionFields } from '../../../domain/section/section.js';
import { subnetFields } from '../../../domain/subnet/subnet.js';
import type { Indexes, Key, KeyElement } from './table.js';
import { foldCase } from './text-order.js';

export type OwnerName = 'section' | 'subnet' | 'address' | KindName;

export interface UniqueRule {
  readonly index: string;
  readonly broken: (row: KindRecord) => IpamError<keyof ErrorDetails>;
}

export interface Owner {
  readonly fields: FieldSet;
  readonly indexes: Indexes<KindRecord>;
  readonly unique: readonly UniqueRule[];
}

export const referenceIndex = (field: string): string => `reference:${field}`;

/** Position of an address in the order of all addresses, IPv4 first. */
export const positionOf = (ip: IpAddress): bigint => (ip.family === 4 ? ip.value : ip.value + (1n << 32n));

/** Key that orders networks by address, and networks of one address by ascending prefix length. */
export const networkKey = ({ network, length }: Prefix): readonly [bigint, number] => [positionOf(network), length];

function referenceIndexes(fields: FieldSet): Indexes<KindRecord> {
  const references = Object.entries(fields).filter(([, field]) => field.type === 'reference');
  const keyOf = (name: string) => (row: KindRecord) => keyFrom(row.values[name]);
  return Object.fromEntries(references.map(([name]) => [referenceIndex(name), keyOf(name)]));
}

/** Builds a key; undefined if a value is unset, because unset values are never equal. */
function keyFrom(...values: readonly (FieldValue | undefined)[]): Key | undefined {
  const elements = values.map((value): KeyElement | undefined => {
    if (value instanceof IpAddress) return positionOf(value);
    if (value === null || value === undefined) return undefined;
    return typeof value === 'number' ? value : String(value);
  });
  return elements.includes(undefined) ? undefined : elements.filter((element) => element !== undefined);
}

const section: Owner = {
  fields: sectionFields,
  indexes: {
    ...referenceIndexes(sectionFields),
    name: ({ values }) => [foldCase(String(values.name))],
  },
  unique: [{ index: 'name', broken: ({ values }) => new IpamError('section.nameTaken', { name: String(values.name) }) }],
};

const subnet: Owner = {
  fields: subnetFields,
  indexes: {
    ...referenceIndexes(subnetFields),
    network: ({ values }) => (values.prefix instanceof Prefix ? networkKey(values.prefix) : undefined),
    child: ({ values: { prefix, masterSubnetId } }) =>
      prefix instanceof Prefix && typeof masterSubnetId === 'number' ? [masterSubnetId, ...networkKey(prefix)] : undefined,
    held: ({ values }) => keyFrom(values.heldUntil),
    heldChild: ({ values }) => keyFrom(values.masterSubnetId, values.heldUntil),
  },
  unique: [],
};

const address: Owner = {
  fields: addressFields,
  indexes: {
    ...referenceIndexes(addressFields),
    ip: ({ values }) => keyFrom(values.ip),
    place: ({ values }) => keyFrom(values.subnetId, values.ip),
    held: ({ values }) => keyFrom(values.heldUntil, values.subnetId),
    heldInSubnet: ({ values }) => keyFrom(values.subnetId, values.heldUntil),
    gateway: ({ values }) => (values.is_gateway ? keyFrom(values.subnetId, values.ip) : undefined),
    tagInSubnet: ({ values }) => keyFrom(values.subnetId, values.tag ?? 0),
  },
  unique: [{ index: 'place', broken: () => new IpamError('address.exists') }],
};

function ownerOfKind(name: KindName, kind: Kind): Owner {
  const groups = (kind.uniqueTogether ?? []).map((fields) => ({ index: `unique:${fields.join()}`, fields }));
  const unique = groups.map(({ index, fields }) => [
    index,
    (row: KindRecord) => keyFrom(...fields.map((field) => row.values[field])),
  ]);
  return {
    fields: kind.fields,
    indexes: { ...referenceIndexes(kind.fields), ...Object.fromEntries(unique) },
    unique: groups.map(({ index }) => ({ index, broken: () => new IpamError('kind.taken', { kind: name }) })),
  };
}

export const owners: Readonly<Record<OwnerName, Owner>> = {
  section,
  subnet,
  address,
  ...ofEachKind((name) => ownerOfKind(name, kindOf(name))),
};

export const ownerNames: readonly OwnerName[] = ['section', 'subnet', 'address', ...kindNames];

export const ofEachOwner = <T>(make: (name: OwnerName) => T): Readonly<Record<OwnerName, T>> => ({
  section: make('section'),
  subnet: make('subnet'),
  address: make('address'),
  ...ofEachKind(make),
});

const ownerOf = new Map<CustomFieldOwner, OwnerName>([
  ['sections', 'section'],
  ['subnets', 'subnet'],
  ['addresses', 'address'],
  ...kindNames.flatMap((name): [CustomFieldOwner, OwnerName][] => {
    const { customFields } = kindOf(name);
    return customFields ? [[customFields, name]] : [];
  }),
]);

/** The value of a custom field; null if unset. The storage contains only values that match the field's definition. */
export const storedValue = (custom: CustomValues, name: string): CustomScalar | null =>
  Object.hasOwn(custom, name) ? ((custom[name] ?? null) as CustomScalar | null) : null;

export function ownerOfCustom(on: CustomFieldOwner): OwnerName {
  const owner = ownerOf.get(on);
  if (!owner) throw new Error(`nothing carries custom fields of ${on}`);
  return owner;
}
