import { type CustomField, type CustomFieldOwner, definitionOf } from '../domain/catalog/custom-field.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../domain/catalog/field.js';
import { type Input, readField, readFields, type WriteMode } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import type { Readers } from './ports/unit-of-work.js';

/** Values of a record's own fields and of its custom fields. */
export interface RecordValues {
  readonly values: Record<string, FieldValue>;
  readonly custom: CustomValues;
}

/** How a record's input is to be read. */
export interface RecordShape {
  readonly fields: FieldSet;
  /** What the custom fields belong to; none when the record cannot have any. */
  readonly owner?: CustomFieldOwner | undefined;
  readonly defaults?: Readonly<Record<string, FieldValue>>;
}

/**
 * Reads a record's input: its own fields, and the custom fields that are defined for it.
 * @throws IpamError as readFields does; record.nothingToChange when a change names nothing
 */
export async function readRecord(
  readers: Pick<Readers, 'customFields'>,
  shape: RecordShape,
  input: Input,
  mode: WriteMode,
): Promise<RecordValues> {
  if (mode === 'change' && Object.keys(input).length === 0) throw new IpamError('record.nothingToChange');
  const definitions = shape.owner
    ? customDefinitions(await readers.customFields.list(shape.owner))
    : { fields: {}, defaults: {} };
  const own: Record<string, unknown> = {};
  const customInput: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) (Object.hasOwn(definitions.fields, name) ? customInput : own)[name] = value;
  return {
    values: readFields(shape.fields, own, mode, shape.defaults),
    custom: readFields(definitions.fields, customInput, mode, definitions.defaults),
  };
}

function customDefinitions(customFields: readonly CustomField[]): {
  fields: Record<string, FieldDefinition>;
  defaults: Record<string, FieldValue>;
} {
  const fields: Record<string, FieldDefinition> = {};
  const defaults: Record<string, FieldValue> = {};
  for (const custom of customFields) {
    const definition = definitionOf(custom);
    if (!definition) continue;
    fields[custom.name] = definition;
    if (custom.default !== null) defaults[custom.name] = readField(custom.name, definition, custom.default);
  }
  return { fields, defaults };
}

/** Reads an id out of an input or a path. @returns undefined when it is none */
export function readId(given: unknown): number | undefined {
  const text = typeof given === 'number' || typeof given === 'string' ? String(given).trim() : '';
  return /^\d{1,10}(\.0+)?$/.test(text) && Number(text) <= 2147483647 ? Number(text) : undefined;
}

/** Whether a reference was left empty: absent, null, empty or 0. */
export const isUnset = (given: unknown): boolean =>
  given === undefined || given === null || given === '' || given === 0 || given === '0';
