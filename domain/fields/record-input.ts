import { IpamError } from '../errors.js';
import type { CustomField } from './custom-field.js';
import { readCustomFields, readNested, splitCustom } from './custom-input.js';
import type { CustomValues, FieldSet, FieldValue } from './field.js';
import { type Input, isAccepted, namesChange, readFields, type ValuesRead, type WriteMode } from './read-fields.js';

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
