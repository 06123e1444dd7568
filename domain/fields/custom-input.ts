import { IpamError } from '../errors.js';
import { type CustomField, definitionOf } from './custom-field.js';
import type { CustomValues, FieldValue } from './field.js';
import { type Input, readField, type WriteMode } from './read-fields.js';

export interface SplitInput {
  readonly own: Input;
  readonly custom: Input;
}

/** @throws IpamError field.type if the value is not an object */
export function readNested(value: unknown): Input {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new IpamError('field.type', { field: 'custom_fields', expected: 'object' });
}

/** @throws IpamError customField.unknown for an unknown member of `custom_fields` */
export function splitCustom(customFields: readonly CustomField[], flat: Input, nested: Input): SplitInput {
  const names = new Set(customFields.map(({ name }) => name));
  for (const field of Object.keys(nested)) if (!names.has(field)) throw new IpamError('customField.unknown', { field });
  const own: Record<string, unknown> = Object.create(null);
  const custom: Record<string, unknown> = { ...nested };
  for (const [name, value] of Object.entries(flat)) (names.has(name) ? custom : own)[name] = value;
  return { own, custom };
}

/**
 * Reads custom values: all fields at creation, the sent fields in a change. Custom flags may be unset.
 * @throws IpamError field.required, and those of readFields
 */
export function readCustomFields(customFields: readonly CustomField[], input: Input, mode: WriteMode): CustomValues {
  const values: Record<string, FieldValue> = {};
  for (const field of customFields) {
    const definition = definitionOf(field);
    const isSent = Object.hasOwn(input, field.name) && input[field.name] !== undefined;
    if (!definition || (!isSent && mode === 'change')) continue;
    const value = readField(field.name, definition, isSent ? input[field.name] : field.default);
    if (definition.required && value === null) throw new IpamError('field.required', { field: field.name });
    values[field.name] = value;
  }
  return values;
}
