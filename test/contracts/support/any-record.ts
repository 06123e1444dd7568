import type { StorageCapability } from '../../../application/ports/capabilities.js';
import type { NewValues } from '../../../application/ports/inventory/records.js';
import type { Readers, Repositories } from '../../../application/ports/unit-of-work.js';
import { type Address, addressFields } from '../../../domain/address/address.js';
import { type KindName, kinds } from '../../../domain/catalog/kinds.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../../../domain/fields/field.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type Section, sectionFields } from '../../../domain/section/section.js';
import { type Subnet, subnetFields } from '../../../domain/subnet/subnet.js';
import { blankValues, ip, uniqueWord } from './builders.js';

/** A record type with field descriptors, of any port. */
export type OwnerName = 'section' | 'subnet' | 'address' | KindName;

const kindNames = Object.keys(kinds) as KindName[];
export const ownerNames: readonly OwnerName[] = ['section', 'subnet', 'address', ...kindNames];

export const fieldsOf = (owner: OwnerName): FieldSet => {
  if (owner === 'section') return sectionFields;
  if (owner === 'subnet') return subnetFields;
  return owner === 'address' ? addressFields : kinds[owner].fields;
};

export interface Reference {
  readonly owner: OwnerName;
  readonly field: string;
  readonly definition: Extract<FieldDefinition, { type: 'reference' }>;
  readonly target: OwnerName;
}

/** All reference fields of the descriptors. */
export const allReferences: readonly Reference[] = ownerNames.flatMap((owner) =>
  Object.entries(fieldsOf(owner)).flatMap(([field, definition]) =>
    definition.type === 'reference' ? [{ owner, field, definition, target: definition.ref.kind as OwnerName }] : [],
  ),
);

/** The capabilities that a storage needs for some record types. */
export const capabilitiesOf = (...owners: readonly OwnerName[]): readonly StorageCapability[] =>
  owners.some((owner) => owner in kinds) ? ['catalog'] : [];

/** A record of any type in a common form. */
export type AnyRecord = Pick<KindRecord, 'values' | 'custom'>;

function fromFlat(record: (Section | Subnet | Address) | undefined): AnyRecord | undefined {
  if (!record) return undefined;
  const { id: _id, custom, ...values } = record;
  return { values, custom };
}

export async function findAny(readers: Readers, owner: OwnerName, id: number): Promise<AnyRecord | undefined> {
  if (owner === 'section') return fromFlat(await readers.sections.find(id));
  if (owner === 'subnet') return fromFlat(await readers.subnets.find(id));
  if (owner === 'address') return fromFlat(await readers.addresses.find(id));
  const record = await readers.catalog.find(owner, id);
  return record && { values: record.values, custom: record.custom };
}

type Values = Readonly<Record<string, FieldValue>>;

export async function insertAny(to: Repositories, owner: OwnerName, values: Values, custom: CustomValues = {}): Promise<number> {
  const flat: unknown = { ...values, custom };
  if (owner === 'section') return to.sections.insert(flat as NewValues<Section>);
  if (owner === 'subnet') return to.subnets.insert(flat as NewValues<Subnet>);
  if (owner === 'address') return to.addresses.insert(flat as NewValues<Address>);
  return to.catalog.insert(owner, values, custom);
}

export async function updateAny(
  to: Repositories,
  owner: OwnerName,
  id: number,
  values: Values,
  custom?: CustomValues,
): Promise<void> {
  const flat = custom ? { ...values, custom } : values;
  if (owner === 'section') return to.sections.update(id, flat as Partial<NewValues<Section>>);
  if (owner === 'subnet') return to.subnets.update(id, flat as Partial<NewValues<Subnet>>);
  if (owner === 'address') return to.addresses.update(id, flat as Partial<NewValues<Address>>);
  return to.catalog.update(owner, id, values, custom ?? {});
}

export async function deleteAny(from: Repositories, owner: OwnerName, id: number): Promise<boolean> {
  if (owner === 'section') return from.sections.delete(id);
  if (owner === 'subnet') return from.subnets.delete(id);
  return owner === 'address' ? (await from.addresses.delete([id])) > 0 : from.catalog.delete(owner, id);
}

export async function lockAny(from: Repositories, owner: OwnerName, id: number): Promise<unknown> {
  if (owner === 'section') return from.sections.lock(id, 'change');
  if (owner === 'subnet') return from.subnets.lock(id, 'change');
  return owner === 'address' ? from.addresses.lock(id) : from.catalog.lock(owner, id);
}

let lastAddress = 0n;

/**
 * The minimal values of a record: unique values of the required fields, and new records for required references. A subnet is a
 * folder.
 */
export async function minimalValues(to: Repositories, owner: OwnerName): Promise<Record<string, FieldValue>> {
  const values = blankValues(fieldsOf(owner));
  for (const [name, field] of Object.entries(fieldsOf(owner))) if (field.required) values[name] = await requiredValue(to, field);
  return owner === 'subnet' ? { ...values, isFolder: true } : values;
}

async function requiredValue(to: Repositories, field: FieldDefinition): Promise<FieldValue> {
  switch (field.type) {
    case 'reference':
      return insertLeast(to, field.ref.kind as OwnerName);
    case 'integer':
      return field.min ?? 1;
    case 'address':
      return ip('10.0.0.0').plus(++lastAddress) ?? null;
    default:
      return uniqueWord();
  }
}

/** Stores a minimal record of a type. @returns its id */
export const insertLeast = async (to: Repositories, owner: OwnerName): Promise<number> =>
  insertAny(to, owner, await minimalValues(to, owner));
