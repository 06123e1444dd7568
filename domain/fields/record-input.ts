import { IpamError } from '../errors.js';
import { type CustomField, definitionOf } from './custom-field.js';
import type { CustomValues, FieldSet, FieldValue } from './field.js';
import { type Input, isAccepted, namesChange, readField, readFields, type ValuesRead, type WriteMode } from './read-fields.js';

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

export interface RecordValues<F extends FieldSet = FieldSet, M extends WriteMode = WriteMode> {
  readonly values: ValuesRead<F, M>;
  readonly custom: CustomValues;
}

export interface RecordFields<F extends FieldSet = FieldSet> {
  readonly fields: F;
  readonly defaults?: Readonly<Record<string, FieldValue>>;
}

/**
 * Custom fields are top-level members or members of `custom_fields`.
 * @throws IpamError those of readFields; customField.unknown for an unknown member of `custom_fields`; record.nothingToChange
 *   for an empty change
 */
export function readRecordInput<F extends FieldSet, M extends WriteMode>(
  customFields: readonly CustomField[],
  { fields, defaults }: RecordFields<F>,
  { custom_fields: nested, ...flat }: Input,
  mode: M,
): RecordValues<F, M> {
  const nestedInput = nested ? readNested(nested) : {};
  const namesNested = Object.keys(nestedInput).length > 0;
  if (mode === 'change' && !namesNested && !namesChange(fields, flat)) throw new IpamError('record.nothingToChange');
  if (customFields.length === 0 && !namesNested) return { values: readFields(fields, flat, mode, defaults), custom: {} };
  const { own, custom } = splitCustom(customFields, flat, nestedInput);
  return { values: readFields(fields, own, mode, defaults), custom: readCustomFields(customFields, custom, mode) };
}

/** Reads a change. With a hold, the change may be empty. @param hold seconds, if sent */
export function readChangeBesideHold<F extends FieldSet>(
  customFields: readonly CustomField[],
  fields: F,
  input: Input,
  hold: number | undefined,
): RecordValues<F, 'change'> {
  const namesNothing = Object.keys(input).length === 0;
  if (hold !== undefined && namesNothing) return { values: readFields(fields, {}, 'change'), custom: {} };
  return readRecordInput(customFields, { fields }, input, 'change');
}

/** Checks the member names of a record before its values. @throws IpamError field.unknown */
export function checkFieldNames(
  customFields: readonly CustomField[],
  fields: FieldSet,
  { custom_fields: _nested, ...flat }: Input,
): void {
  const custom = new Set(customFields.map(({ name }) => name));
  for (const [field, value] of Object.entries(flat))
    if (!isAccepted(fields, field, value, 'create') && !custom.has(field)) throw new IpamError('field.unknown', { field });
}
