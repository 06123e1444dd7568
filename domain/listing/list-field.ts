import { type CustomField, definitionOf } from '../fields/custom-field.js';
import type { FieldDefinition, FieldSet, FieldValue } from '../fields/field.js';
import type { KindRecord } from '../fields/kind.js';
import { Prefix } from '../net/prefix.js';

/** A field by which lists are filtered and ordered. */
export interface ListField {
  readonly name: string;
  readonly definition: FieldDefinition;
  /** What of a record it is: its id, one of its fields, a custom field, or the length of its network's mask. */
  readonly of: 'id' | 'field' | 'custom' | 'maskLength';
}

/** The fields of a list by name. */
export type ListFields = ReadonlyMap<string, ListField>;

/** Name of the length of a network's mask. */
export const maskLength = 'maskLength';

const idField: ListField = { name: 'id', definition: { type: 'integer', min: 0 }, of: 'id' };
const maskLengthField: ListField = { name: maskLength, definition: { type: 'integer', min: 0, max: 128 }, of: 'maskLength' };

/** The order of lists that have no other. */
export const byId: ListField = idField;

/** The fields by which lists of some records are filtered and ordered: all that answers show, and that can be compared. */
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

/** What a record holds under a field. */
export function fieldValue({ name, of }: ListField, { id, values, custom }: KindRecord): FieldValue {
  if (of === 'id') return id;
  if (of === 'custom') return custom[name] ?? null;
  if (of === 'field') return values[name] ?? null;
  return values.prefix instanceof Prefix ? values.prefix.length : null;
}

/** Whether the values of a field are integers, ids included. */
export const isWhole = ({ definition: { type } }: ListField): boolean => type === 'integer' || type === 'reference';

/** What such a field may be compared with, whatever it admits. */
export const anyInteger = { type: 'integer', min: -1e15, max: 1e15 } as const;

/** Whether the values of a field are texts: they are compared without regard to case. */
export const isText = ({ definition: { type } }: ListField): boolean =>
  type === 'text' || type === 'multiline' || type === 'enum' || type === 'mac' || type === 'idList';
