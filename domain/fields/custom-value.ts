import { IpamError } from '../errors.js';
import type { FieldDefinition, FieldValue } from './field.js';
import { readField } from './read-fields.js';

/** A value of a custom field that is set. */
export type CustomScalar = string | number | boolean;

/** A custom field's value as answers print it: flags as 0 and 1. */
const textOf = (value: CustomScalar): string => (typeof value === 'boolean' ? String(Number(value)) : String(value));

/** The value of a custom field that a text means. @returns undefined when the field can have no such value */
export function readCustomValue(name: string, definition: FieldDefinition, text: string): CustomScalar | undefined {
  try {
    return asScalar(readField(name, definition, text)) ?? undefined;
  } catch (error) {
    if (error instanceof IpamError) return undefined;
    throw error;
  }
}

/**
 * A stored value as a changed definition of its field keeps it: it prints as before.
 * @throws IpamError field.* when the definition does not admit it, or would print it otherwise
 */
export function convertCustomValue(name: string, definition: FieldDefinition, value: CustomScalar): CustomScalar {
  const converted = asScalar(readField(name, definition, textOf(value)));
  if (converted === null || textOf(converted) !== textOf(value))
    throw new IpamError('field.type', { field: name, expected: 'sameText' });
  return converted;
}

/** Values of custom fields are never objects: no type of theirs reads one. */
const asScalar = (value: FieldValue): CustomScalar | null => (typeof value === 'object' ? null : value);
