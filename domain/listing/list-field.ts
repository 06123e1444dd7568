import { type CustomField, definitionOf } from '../fields/custom-field.js';
import type { FieldDefinition, FieldSet, FieldValue } from '../fields/field.js';
import type { KindRecord } from '../fields/kind.js';
import { Prefix } from '../net/prefix.js';

export interface ListField {
  readonly name: string;
  readonly definition: FieldDefinition;
  /** Source of the value: id, field, custom field, or prefix length of the network. */
  readonly of: 'id' | 'field' | 'custom' | 'maskLength';
}

export type ListFields = ReadonlyMap<string, ListField>;

export const maskLength = 'maskLength';

const idField: ListField = { name: 'id', definition: { type: 'integer', min: 0 }, of: 'id' };
const maskLengthField: ListField = { name: maskLength, definition: { type: 'integer', min: 0, max: 128 }, of: 'maskLength' };

export const byId: ListField = idField;

/** All comparable fields in responses. */
export function listFieldsOf(fields: FieldSet, custom: readonly CustomField[] = []): ListFields {
  const found = new Map<string, ListField>([[idField.name, idField]]);
  for (const [name, definition] of Object.entries(fields)) {
    if (!isCompared(definition)) continue;
    found.set(name, { name, definition, of: 'field' });
    if (definition.type === 'prefix') found.set(maskLength, maskLengthField);
  }
  for (const field of custom) {
    const definition = definitionOf(field);
    if (definition && !found.has(field.name)) found.set(field.name, { name: field.name, definition, of: 'custom' });
  }
  return found;
}

const isCompared = ({ type, hidden, secret }: FieldDefinition): boolean =>
  type !== 'permissions' && type !== 'objects' && !hidden && !secret;

export function fieldValue({ name, of }: ListField, { id, values, custom }: KindRecord): FieldValue {
  if (of === 'id') return id;
  if (of === 'custom') return custom[name] ?? null;
  if (of === 'field') return values[name] ?? null;
  return values.prefix instanceof Prefix ? values.prefix.length : null;
}

export const isWhole = ({ definition: { type } }: ListField): boolean => type === 'integer' || type === 'reference';

/** For integers beyond the range of a field. */
export const anyInteger = { type: 'integer', min: -1e15, max: 1e15 } as const;

/** Texts are compared without regard to case. */
export const isText = ({ definition: { type } }: ListField): boolean =>
  type === 'text' || type === 'multiline' || type === 'enum' || type === 'mac' || type === 'idList';
