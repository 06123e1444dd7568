import { AmbiguousTime } from '../ambiguous-time.js';
import { type ExpectedValue, IpamError } from '../errors.js';
import { IpAddress } from '../net/ip-address.js';
import { readMacAddress } from '../net/mac-address.js';
import { fullTime, highestId, isIdText, isUnset, readId, scalarText } from '../scalar-text.js';
import type { CustomValues, FieldDefinition, FieldSet, FieldValue, ObjectIds, ValueOf, ValuesOf } from './field.js';
import { noIds } from './id-list.js';
import { readPermissionMap } from './permission-map.js';

/** Unvalidated input: JSON values, or only texts. */
export type Input = Readonly<Record<string, unknown>>;

/** A record or change with field values as own properties, except `custom`. */
export type FlatValues = Readonly<Record<string, FieldValue>> & { readonly custom?: CustomValues };

/** A cast, because the type of a record cannot exclude other properties. */
export const flatValues = (record: object): FlatValues => record as FlatValues;

/** Defaults and required fields apply only to `create`. There, null gets the default too. An empty text is unset. */
export type WriteMode = 'create' | 'change';

/** Whether a member is writable, or read-only and ignored. */
export function isAccepted(fields: FieldSet, name: string, value: unknown, mode: WriteMode): boolean {
  const field = ownValue(fields, name);
  return field !== undefined && (!field.readOnly || isIgnored(field, value, mode));
}

/** Clients send records back including read-only members. At creation, read-only members must be null. */
const isIgnored = ({ readOnly, type }: FieldDefinition, value: unknown, mode: WriteMode): boolean =>
  readOnly === true && type !== 'prefix' && (mode === 'change' || value === null);

/** Whether a change has members besides ignored read-only ones. A member with the value null always counts. */
export const namesChange = (fields: FieldSet, input: Input): boolean =>
  Object.keys(input).some((name) => {
    const field = ownValue(fields, name);
    return !field || input[name] === null || !isIgnored(field, input[name], 'change');
  });

export type ValuesRead<F extends FieldSet, M extends WriteMode> = M extends 'create' ? ValuesOf<F> : SomeValuesOf<F>;

/** Field sets without literal names need no Partial. */
type SomeValuesOf<F extends FieldSet> = string extends keyof F ? ValuesOf<F> : Partial<ValuesOf<F>>;

/**
 * @param defaults override field defaults at creation
 * @throws IpamError field.unknown (also for read-only fields that are not ignored), field.required, field.type, field.tooLong,
 *   field.range, field.control
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
    const sent = sentValue(field, ownValue(input, name));
    if (sent === undefined && mode === 'change') continue;
    const value = sent === undefined ? null : readField(name, field, sent);
    const isUnsetExplicitly = sent !== undefined && field.type !== 'flag' && !(mode === 'create' && sent === null);
    values[name] = value ?? (isUnsetExplicitly ? null : (ownValue(defaults, name) ?? fallback(field)));
    if (field.required && values[name] === null) throw new IpamError('field.required', { field: name });
  }
  return values;
}

const isEmpty = (value: unknown): boolean => value === null || value === '';

const sentValue = ({ readOnly, ...field }: FieldDefinition, value: unknown): unknown =>
  readOnly || countsAsUnsent(field, value) ? undefined : value;

const countsAsUnsent = (
  { nullIsNotSent, zeroIsNotSent }: Pick<FieldDefinition, 'nullIsNotSent' | 'zeroIsNotSent'>,
  value: unknown,
): boolean =>
  (nullIsNotSent === true && value === null) || (zeroIsNotSent === true && (value === 0 || value === '0' || value === ''));

/** Excludes inherited properties: a field may be named `constructor`. */
const ownValue = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function fallback(field: FieldDefinition): FieldValue {
  if (field.type === 'flag') return field.default ?? false;
  return 'default' in field ? (field.default ?? null) : null;
}

/** An empty text is null. @throws IpamError those of readFields */
export function readField<F extends FieldDefinition>(name: string, field: F, value: unknown): ValueOf<F> | null;
export function readField(name: string, field: FieldDefinition, value: unknown): FieldValue {
  if (isEmpty(value)) return null;
  switch (field.type) {
    case 'text':
    case 'multiline':
      return unlessBlank(field, readText(name, value, field.max, field.type === 'multiline'));
    case 'integer':
      return readInteger(name, value, field.min ?? 0, field.max ?? 2147483647);
    case 'number':
      return readNumber(name, value);
    case 'flag':
      return readFlag(name, value);
    case 'enum':
      return readEnum(name, value, field.values);
    case 'timestamp':
    case 'date':
      return readTime(name, value, field.type);
    case 'address':
      return readAddress(name, value);
    case 'mac':
      return readMac(name, value);
    case 'permissions':
      return readPermissionMap(value) ?? wrongType(name, 'permissions');
    case 'objects':
      return readObjects(name, value);
    case 'idList':
      return readIdList(name, value);
    case 'reference':
      return readInteger(name, value, 0, highestId) || null;
    case 'prefix':
      throw new IpamError('field.unknown', { field: name });
  }
}

/** With `nullIsNotSent`, an empty value is 0, the id of no record. @throws IpamError field.type for an invalid id */
export function readReference(name: string, field: FieldDefinition, value: unknown): number | undefined {
  if (value === undefined || value === null || countsAsUnsent(field, value)) return undefined;
  if (isUnset(value)) return field.nullIsNotSent ? 0 : undefined;
  return readId(value) ?? wrongType(name, 'integer');
}

/** Reads an IpAddress, an address in any text form, or a decimal number. Undefined for any other value. */
export function readIp(value: unknown): IpAddress | undefined {
  if (value instanceof IpAddress) return value;
  return typeof value === 'string' || typeof value === 'number' ? IpAddress.readOrDecimal(String(value)) : undefined;
}

function wrongType(field: string, expected: ExpectedValue, among?: readonly string[]): never {
  throw new IpamError('field.type', { field, expected, ...(among && { among }) });
}

/** C0 and C1 controls, DEL, and unpaired surrogates, which cannot be encoded. */
const unprintable = /[\p{Cc}\p{Cs}]/u;
const unprintableBesideLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

function readText(field: string, value: unknown, max: number, lines: boolean): string {
  if (typeof value !== 'string' && typeof value !== 'number') return wrongType(field, 'text');
  const text = String(value);
  if ((lines ? unprintableBesideLines : unprintable).test(text)) throw new IpamError('field.control', { field });
  if (text.length > max && [...text].length > max) throw new IpamError('field.tooLong', { field, max });
  return text;
}

const unlessBlank = ({ notBlank }: { readonly notBlank?: true }, text: string): string | null =>
  notBlank && text.trim() === '' ? null : text;

function readInteger(field: string, input: unknown, min: number, max: number): number {
  const text = typeof input === 'boolean' ? String(Number(input)) : scalarText(input);
  if (text === undefined || !/^[+-]?\d{1,15}$/.test(text)) return wrongType(field, 'integer');
  const value = Number(text) || 0;
  if (value < min || value > max) throw new IpamError('field.range', { field, min, max });
  return value;
}

function readNumber(field: string, input: unknown): number {
  const value =
    typeof input === 'number'
      ? input
      : typeof input === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(input)
        ? Number(input)
        : Number.NaN;
  return Number.isFinite(value) ? value : wrongType(field, 'number');
}

function readFlag(field: string, value: unknown): boolean {
  const text = scalarText(value)?.toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : wrongType(field, 'flag');
}

function readEnum(field: string, input: unknown, values: readonly string[]): string {
  const text = scalarText(input);
  return values.find((value) => value === text) ?? wrongType(field, 'oneOf', values);
}

function readAddress(field: string, value: unknown): IpAddress {
  const address = readIp(value);
  if (!address) throw wrongAddress(field, value);
  return address;
}

export function wrongAddress(field: string, value: unknown): IpamError {
  const text = scalarText(value);
  return new IpamError('field.type', { field, expected: 'address', ...(text !== undefined && { given: text }) });
}

const timeShapes = { timestamp: /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/, date: /^(\d{4})-(\d\d)-(\d\d)$/ };

function readTime(field: string, value: unknown, type: 'timestamp' | 'date'): string {
  const text = value instanceof AmbiguousTime ? value.toString() : value;
  const whole = type === 'timestamp' ? fullTime(text) : text;
  const match = typeof whole === 'string' ? timeShapes[type].exec(whole) : null;
  if (!match) return wrongType(field, type);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const sound =
    year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return sound ? match[0] : wrongType(field, type);
}

function readMac(field: string, value: unknown): string {
  const mac = typeof value === 'string' ? readMacAddress(value) : undefined;
  if (mac !== undefined) return mac;
  const text = scalarText(value);
  throw new IpamError('field.type', { field, expected: 'mac', ...(text !== undefined && { given: text }) });
}

/** Ids of a field. Each id causes a lookup in the storage. */
const maxIds = 4096;

/** Removes duplicates. @throws IpamError list.tooManyValues */
function fewIds(field: string, texts: readonly string[]): string[] {
  const ids = [...new Set(texts)];
  if (ids.length > maxIds) throw new IpamError('list.tooManyValues', { field, max: maxIds });
  return ids;
}

/** Reads `1;2` or an array of ids, without duplicates. `0` means none. */
function readIdList(field: string, value: unknown): string {
  const text = Array.isArray(value) ? value.map((id) => scalarText(id) ?? '?').join(';') : (scalarText(value) ?? '');
  if (text === noIds) return text;
  const ids = text.replace(/;$/, '').split(';');
  if (!ids.every(isIdText)) return wrongType(field, 'idList');
  return fewIds(field, ids).join(';');
}

/** Reads an object or its JSON text: {"ipaddresses":["1"],"subnets":["3"]}. */
function readObjects(field: string, input: unknown): ObjectIds {
  let value = input;
  try {
    if (typeof input === 'string') value = JSON.parse(input);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(field, 'idLists');
  const entries = Object.entries(value).map(([type, ids]) => {
    const list: unknown[] = Array.isArray(ids) ? ids : wrongType(field, 'idLists');
    if (!/^[a-z]{1,32}$/.test(type) || !list.every((id) => isIdText(scalarText(id) ?? ''))) return wrongType(field, 'idLists');
    return [type, fewIds(field, list.map(String))] as const;
  });
  return Object.fromEntries(entries);
}
