import { AmbiguousTime } from '../ambiguous-time.js';
import { type ExpectedValue, IpamError } from '../errors.js';
import { IpAddress } from '../net/ip-address.js';
import { readMacAddress } from '../net/mac-address.js';
import { isUnset, readId, scalarText, wholeTime } from '../scalar-text.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue, ObjectIds, ValueOf, ValuesOf } from './field.js';
import { noIds } from './id-list.js';
import { readPermissionMap } from './permission-map.js';

/** Values as sent: JSON values, or text throughout. */
export type Input = Readonly<Record<string, unknown>>;

/** A record or change whose own properties, except `custom`, are field values. */
export type FlatValues = Readonly<Record<string, FieldValue>> & { readonly custom?: CustomValues };

/** The type of a record cannot exclude other properties. */
export const flatValues = (record: object): FlatValues => record as FlatValues;

/** Defaults and required fields apply to `create` only. */
export type WriteMode = 'create' | 'change';

/** Whether a member is writable, or read-only and ignored. */
export function isAccepted(fields: FieldSet, name: string, given: unknown, mode: WriteMode): boolean {
  const field = ownValue(fields, name);
  return field !== undefined && (!field.readOnly || isPassedOver(field, given, mode));
}

/** Clients that send back a record as read include read-only members. At creation only null is accepted. */
const isPassedOver = ({ readOnly, type }: FieldDefinition, given: unknown, mode: WriteMode): boolean =>
  readOnly === true && type !== 'prefix' && (mode === 'change' || given === null);

/** Whether a change has a writable member. A read-only one counts if it is null. */
export const namesChange = (fields: FieldSet, input: Input): boolean =>
  Object.keys(input).some((name) => {
    const field = ownValue(fields, name);
    return !field || input[name] === null || !isPassedOver(field, input[name], 'change');
  });

export type ValuesRead<F extends FieldSet, M extends WriteMode> = M extends 'create' ? ValuesOf<F> : SomeValuesOf<F>;

/** A field set without literal names needs no Partial. */
type SomeValuesOf<F extends FieldSet> = string extends keyof F ? ValuesOf<F> : Partial<ValuesOf<F>>;

/**
 * Reads the values of fields from an input.
 * @param defaults replace the fields' own defaults at creation
 * @throws IpamError field.unknown (also for read-only fields that are not ignored), field.required, field.type, field.tooLong,
 * field.range, field.control
 */
export function readFields<F extends FieldSet, M extends WriteMode>(
  fields: F,
  input: Input,
  mode: M,
  defaults?: Readonly<Record<string, FieldValue>>,
): ValuesRead<F, M>;
export function readFields(
  fields: FieldSet,
  input: Input,
  mode: WriteMode,
  defaults: Readonly<Record<string, FieldValue>> = {},
): object {
  for (const name of Object.keys(input)) {
    if (!isAccepted(fields, name, input[name], mode)) throw new IpamError('field.unknown', { field: name });
  }
  const values: Record<string, FieldValue> = {};
  for (const name in fields) {
    const field = fields[name];
    if (!field) continue;
    const given = sentValue(field, ownValue(input, name));
    if (given === undefined && mode === 'change') continue;
    const value = given === undefined ? null : readField(name, field, given);
    const isGivenAsNone = given !== undefined && field.type !== 'flag';
    values[name] = value ?? (isGivenAsNone ? null : (ownValue(defaults, name) ?? fallback(field)));
    if (field.required && values[name] === null) throw new IpamError('field.required', { field: name });
  }
  return values;
}

/** undefined if the value counts as not sent. */
const sentValue = ({ readOnly, ...field }: FieldDefinition, given: unknown): unknown =>
  readOnly || countsAsUnsent(field, given) ? undefined : given;

const countsAsUnsent = (
  { nullIsNotSent, zeroIsNotSent }: Pick<FieldDefinition, 'nullIsNotSent' | 'zeroIsNotSent'>,
  given: unknown,
): boolean => (nullIsNotSent === true && given === null) || (zeroIsNotSent === true && (given === 0 || given === '0'));

/** A field may be called `constructor`: inherited properties are no values. */
const ownValue = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function fallback(field: FieldDefinition): FieldValue {
  if (field.type === 'flag') return field.default ?? false;
  return 'default' in field ? (field.default ?? null) : null;
}

/** An empty text is null. @throws IpamError those of readFields */
export function readField<F extends FieldDefinition>(name: string, field: F, given: unknown): ValueOf<F> | null;
export function readField(name: string, field: FieldDefinition, given: unknown): FieldValue {
  if (given === null || given === '') return null;
  switch (field.type) {
    case 'text':
    case 'multiline':
      return unlessBlank(field, readText(name, given, field.max, field.type === 'multiline'));
    case 'integer':
      return readInteger(name, given, field.min ?? 0, field.max ?? 2147483647);
    case 'number':
      return readNumber(name, given);
    case 'flag':
      return readFlag(name, given);
    case 'enum':
      return readEnum(name, given, field.values);
    case 'timestamp':
    case 'date':
      return readTime(name, given, field.type);
    case 'address':
      return readAddress(name, given);
    case 'mac':
      return readMac(name, given);
    case 'permissions':
      return readPermissionMap(given) ?? wrongType(name, 'permissions');
    case 'objects':
      return readObjects(name, given);
    case 'idList':
      return readIdList(name, given);
    case 'reference':
      return readInteger(name, given, 0, 2147483647) || null;
    case 'prefix':
      throw new IpamError('field.unknown', { field: name });
  }
}

/**
 * The id of a reference, if any. An empty value of a field with `nullIsNotSent` yields 0, the id of no record.
 * @throws IpamError field.type for an invalid id
 */
export function readReference(name: string, field: FieldDefinition, given: unknown): number | undefined {
  if (given === undefined || given === null || countsAsUnsent(field, given)) return undefined;
  if (isUnset(given)) return field.nullIsNotSent ? 0 : undefined;
  return readId(given) ?? wrongType(name, 'integer');
}

/** Reads an IpAddress, an address in any text form, or a decimal number. @returns undefined for anything else */
export function readIp(given: unknown): IpAddress | undefined {
  if (given instanceof IpAddress) return given;
  return typeof given === 'string' || typeof given === 'number' ? IpAddress.readOrDecimal(String(given)) : undefined;
}

function wrongType(field: string, expected: ExpectedValue, among?: readonly string[]): never {
  throw new IpamError('field.type', { field, expected, ...(among && { among }) });
}

/** C0 and C1 controls, DEL, and unpaired surrogates, which no text encoding carries. */
const unprintable = /[\p{Cc}\p{Cs}]/u;
const unprintableBesideLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

function readText(field: string, given: unknown, max: number, lines: boolean): string {
  if (typeof given !== 'string' && typeof given !== 'number') return wrongType(field, 'text');
  const text = String(given);
  if ((lines ? unprintableBesideLines : unprintable).test(text)) throw new IpamError('field.control', { field });
  if (text.length > max && [...text].length > max) throw new IpamError('field.tooLong', { field, max });
  return text;
}

const unlessBlank = ({ notBlank }: { readonly notBlank?: true }, text: string): string | null =>
  notBlank && text.trim() === '' ? null : text;

function readInteger(field: string, given: unknown, min: number, max: number): number {
  const text = typeof given === 'boolean' ? String(Number(given)) : scalarText(given);
  if (text === undefined || !/^[+-]?\d{1,15}$/.test(text)) return wrongType(field, 'integer');
  const value = Number(text) || 0;
  if (value < min || value > max) throw new IpamError('field.range', { field, min, max });
  return value;
}

function readNumber(field: string, given: unknown): number {
  const value =
    typeof given === 'number'
      ? given
      : typeof given === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given)
        ? Number(given)
        : Number.NaN;
  return Number.isFinite(value) ? value : wrongType(field, 'number');
}

function readFlag(field: string, given: unknown): boolean {
  const text = scalarText(given)?.toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : wrongType(field, 'flag');
}

function readEnum(field: string, given: unknown, values: readonly string[]): string {
  const text = scalarText(given);
  return values.find((value) => value === text) ?? wrongType(field, 'oneOf', values);
}

function readAddress(field: string, given: unknown): IpAddress {
  const address = readIp(given);
  if (!address) throw wrongAddress(field, given);
  return address;
}

/** The error for an invalid address, with the value if it is a text. */
export function wrongAddress(field: string, given: unknown): IpamError {
  const text = scalarText(given);
  return new IpamError('field.type', { field, expected: 'address', ...(text !== undefined && { given: text }) });
}

const timeShapes = { timestamp: /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, date: /^(\d{4})-(\d\d)-(\d\d)$/ };

function readTime(field: string, given: unknown, type: 'timestamp' | 'date'): string {
  const text = given instanceof AmbiguousTime ? given.toString() : given;
  const whole = type === 'timestamp' ? wholeTime(text) : text;
  const parts = typeof whole === 'string' ? timeShapes[type].exec(whole) : null;
  if (!parts) return wrongType(field, type);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const sound =
    year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return sound ? parts[0] : wrongType(field, type);
}

function readMac(field: string, given: unknown): string {
  const mac = typeof given === 'string' ? readMacAddress(given) : undefined;
  if (mac !== undefined) return mac;
  const text = scalarText(given);
  throw new IpamError('field.type', { field, expected: 'mac', ...(text !== undefined && { given: text }) });
}

/** Maximum number of ids in a field; each is read from the storage. */
const maxIds = 4096;

/** Removes duplicates. @throws IpamError list.tooManyValues */
function fewIds(field: string, given: readonly string[]): string[] {
  const ids = [...new Set(given)];
  if (ids.length > maxIds) throw new IpamError('list.tooManyValues', { field, max: maxIds });
  return ids;
}

/** Reads `1;2` or a list of ids, without duplicates; `0` alone means none. */
function readIdList(field: string, given: unknown): string {
  const text = Array.isArray(given) ? given.map((id) => scalarText(id) ?? '?').join(';') : (scalarText(given) ?? '');
  if (text === noIds) return text;
  if (!/^[1-9]\d{0,8}(;[1-9]\d{0,8})*;?$/.test(text)) return wrongType(field, 'idList');
  return fewIds(field, text.replace(/;$/, '').split(';')).join(';');
}

/** Reads an object or its JSON text: {"ipaddresses":["1"],"subnets":["3"]}. */
function readObjects(field: string, given: unknown): ObjectIds {
  let value = given;
  try {
    if (typeof given === 'string') value = JSON.parse(given);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(field, 'idLists');
  const entries = Object.entries(value).map(([sort, ids]) => {
    const list: unknown[] = Array.isArray(ids) ? ids : wrongType(field, 'idLists');
    if (!/^[a-z]{1,32}$/.test(sort) || !list.every((id) => /^[1-9]\d{0,8}$/.test(scalarText(id) ?? '')))
      return wrongType(field, 'idLists');
    return [sort, fewIds(field, list.map(String))] as const;
  });
  return Object.fromEntries(entries);
}
