import { IpamError } from '../errors.js';
import { isUnset, readId } from '../scalar-text.js';
import type { FieldDefinition, FieldSet } from './field.js';
import type { PermissionMap } from './permission-map.js';
import { type Input, readReference } from './read-fields.js';

export interface InputReference {
  readonly field: string;
  readonly kind: string;
  readonly id: number;
}

export const referenceNames = (fields: FieldSet): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.type === 'reference');

/** Invalid ids are omitted; requireReferences reports them. */
export function inputReferences(fields: FieldSet, names: readonly string[], input: Input): InputReference[] {
  return names.flatMap((field) => {
    const [definition, value] = [fields[field], input[field]];
    if (definition?.type !== 'reference' || (!isUnset(value) && readId(value) === undefined)) return [];
    const id = readReference(field, definition, value);
    return id === undefined ? [] : [{ field, kind: definition.ref.kind, id }];
  });
}

/** @param names in checking order @param missing fields with a missing record @throws IpamError field.type, field.reference */
export function requireReferences(fields: FieldSet, names: readonly string[], input: Input, missing: ReadonlySet<string>): void {
  for (const name of names) if (input[name] !== undefined) requireReference(name, fields[name], input[name], missing);
}

function requireReference(name: string, field: FieldDefinition | undefined, value: unknown, missing: ReadonlySet<string>): void {
  if (field?.type !== 'reference') return;
  const id = readReference(name, field, value);
  if (id !== undefined && missing.has(name)) throw new IpamError('field.reference', { field: name, id });
}

/** @param groups ids of the existing groups @throws IpamError permission.groupUnknown */
export function requireGroups(permissions: PermissionMap | null | undefined, groups: ReadonlySet<number>): void {
  for (const id of permissions?.keys() ?? [])
    if (!groups.has(id)) throw new IpamError('permission.groupUnknown', { group: String(id) });
}
