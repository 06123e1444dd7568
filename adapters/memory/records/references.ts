import type { FieldDefinition, OnDelete } from '../../../domain/fields/field.js';
import { type OwnerName, ownerNames, owners } from './owners.js';

export interface Reference {
  readonly owner: OwnerName;
  readonly field: string;
  readonly target: OwnerName;
  readonly onDelete: OnDelete;
}

type ReferenceField = Extract<FieldDefinition, { type: 'reference' }>;

export const referencesOf = (owner: OwnerName): readonly Reference[] =>
  Object.entries(owners[owner].fields)
    .filter((entry): entry is [string, ReferenceField] => entry[1].type === 'reference')
    .map(([field, { ref }]) => ({ owner, field, target: ownerNamed(ref.kind), onDelete: ref.onDelete }));

function ownerNamed(name: string): OwnerName {
  const owner = ownerNames.find((known) => known === name);
  if (!owner) throw new Error(`a field refers to ${name}, which does not exist`);
  return owner;
}

const all = ownerNames.flatMap(referencesOf);
const byTarget = new Map(ownerNames.map((target) => [target, all.filter((reference) => reference.target === target)]));

export const referencesTo = (target: OwnerName): readonly Reference[] => byTarget.get(target) ?? [];

export const objectSorts: Readonly<Partial<Record<OwnerName, string>>> = { address: 'ipaddresses', subnet: 'subnets' };

export const objectFields: readonly { readonly owner: OwnerName; readonly field: string }[] = ownerNames.flatMap((owner) =>
  Object.entries(owners[owner].fields)
    .filter(([, { type }]) => type === 'objects')
    .map(([field]) => ({ owner, field })),
);

export const idListFields: readonly { readonly owner: OwnerName; readonly field: string; readonly target: OwnerName }[] =
  ownerNames.flatMap((owner) =>
    Object.entries(owners[owner].fields).flatMap(([field, definition]) =>
      definition.type === 'idList' ? [{ owner, field, target: ownerNamed(definition.ref.kind) }] : [],
    ),
  );
