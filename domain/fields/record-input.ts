import { IpamError } from '../errors.js';
import type { CustomField } from './custom-field.js';
import { readCustomFields, readNested, splitCustom } from './custom-input.js';
import type { CustomValues, FieldSet, FieldValue } from './field.js';
import { type Input, isAccepted, namesChange, readFields, type ValuesRead, type WriteMode } from './read-fields.js';

/** Values of a record's own fields and of its custom fields. */
export interface RecordValues<F extends FieldSet = FieldSet, M extends WriteMode = WriteMode> {
  readonly values: ValuesRead<F, M>;
  readonly custom: CustomValues;
}

/** How a record's input is read: its own fields, and the values that replace their defaults at creation. */
export interface RecordFields<F extends FieldSet = FieldSet> {
  readonly fields: F;
  readonly defaults?: Readonly<Record<string, FieldValue>>;
}

/**
 * Reads a record's input: its own fields, and the custom fields that are defined for it, which stand beside them or in an
 * object `custom_fields`.
 * @throws IpamError as readFields does; customField.unknown for a member of `custom_fields` that is none;
 * record.nothingToChange when a change names nothing
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

/** As readRecordInput for a change, which may name no field of the record where it has a hold. @param hold seconds, if any are sent */
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

/**
 * Checks that the input of a new record names its fields only. For records whose other mistakes are reported after this one.
 * @throws IpamError field.unknown
 */
export function checkFieldNames(
  customFields: readonly CustomField[],
  fields: FieldSet,
  { custom_fields: _nested, ...flat }: Input,
): void {
  const custom = new Set(customFields.map(({ name }) => name));
  for (const [field, given] of Object.entries(flat))
    if (!isAccepted(fields, field, given, 'create') && !custom.has(field)) throw new IpamError('field.unknown', { field });
}
