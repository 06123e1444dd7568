import { IpamError } from '../errors.js';
import type { FieldDefinition, FieldValue } from './field.js';
import { readField } from './read-fields.js';

export type CustomScalar = string | number | boolean;

/** The text form in responses. Flags are 0 and 1. */
const textOf = (value: CustomScalar): string => (typeof value === 'boolean' ? String(Number(value)) : String(value));

export function readCustomValue(name: string, definition: FieldDefinition, text: string): CustomScalar | undefined {
  try {
    return asScalar(readField(name, definition, text)) ?? undefined;
  } catch (error) {
    if (error instanceof IpamError) return undefined;
    throw error;
  }
}

/** Converts a stored value to another type. @throws IpamError field.* if the value is invalid or its text form would change */
export function convertCustomValue(name: string, definition: FieldDefinition, value: CustomScalar): CustomScalar {
  const converted = asScalar(readField(name, definition, textOf(value)));
  if (converted === null || textOf(converted) !== textOf(value))
    throw new IpamError('field.type', { field: name, expected: 'sameText' });
  return converted;
}

/** Custom field types have no object values. */
const asScalar = (value: FieldValue): CustomScalar | null => (typeof value === 'object' ? null : value);
