import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../fields/field.js';
import { isPermissionMap } from '../fields/permission-map.js';
import { flatValues } from '../fields/read-fields.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import type { ChangeDocument, PlainValue } from './change.js';

/** Unset values, false flags and secrets are omitted. */
export function documentOf(fields: FieldSet, record: object): ChangeDocument {
  const { custom = {}, ...values } = flatValues(record);
  const document: Record<string, PlainValue> = {};
  for (const name in fields) {
    const value = values[name];
    if (isSet(value) && !fields[name]?.secret) document[name] = plainValue(value);
  }
  const own = plainCustom(custom);
  if (Object.keys(own).length > 0) document.custom = own;
  return document;
}

export interface ChangedValues {
  readonly before: ChangeDocument;
  readonly after: ChangeDocument;
}

/** Old and new values of the changed fields; null if unset. @param after only the written values */
export function changedValues(fields: FieldSet, before: object, after: object): ChangedValues {
  const [old, { custom = {}, ...values }] = [flatValues(before), flatValues(after)];
  const pair = new Differences();
  for (const name in values) {
    const field = fields[name];
    if (field && !field.secret && isLogged(field)) pair.note(name, plainValue(old[name]), plainValue(values[name]));
  }
  const own = new Differences();
  for (const name in custom) own.note(name, plainValue(old.custom?.[name]), plainValue(custom[name]));
  return {
    before: own.isEmpty ? pair.before : { ...pair.before, custom: own.before },
    after: own.isEmpty ? pair.after : { ...pair.after, custom: own.after },
  };
}

/** Timestamps that the service sets on every write are not logged. */
const isLogged = (field: FieldDefinition): boolean => !(field.readOnly && field.type === 'timestamp' && !field.isOptionalOnWire);

class Differences {
  readonly before: Record<string, PlainValue> = {};
  readonly after: Record<string, PlainValue> = {};

  note(name: string, before: PlainValue, after: PlainValue): void {
    if (before === after || JSON.stringify(before) === JSON.stringify(after)) return;
    this.before[name] = before;
    this.after[name] = after;
  }

  get isEmpty(): boolean {
    return Object.keys(this.after).length === 0;
  }
}

/** Unset values, false flags and secrets are omitted. */
export function plainDocumentOf(record: object, secrets: readonly string[] = []): ChangeDocument {
  const document: Record<string, PlainValue> = {};
  for (const [name, value] of Object.entries(record))
    if (isSet(value) && !secrets.includes(name)) document[name] = JSON.parse(JSON.stringify(value));
  return document;
}

/** Old and new values of the changed members, without secrets. */
export function changedMembers(before: object, after: object, secrets: readonly string[] = []): ChangedValues {
  const old = new Map<string, unknown>(Object.entries(before));
  const pair = new Differences();
  for (const [name, value] of Object.entries(after))
    if (!secrets.includes(name)) pair.note(name, plainMember(old.get(name)), plainMember(value));
  return pair;
}

const plainMember = (value: unknown): PlainValue => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

const isSet = <T>(value: T): value is Exclude<T, null | undefined | false> =>
  value !== null && value !== undefined && value !== false;

function plainCustom(custom: CustomValues): Record<string, PlainValue> {
  const plain: Record<string, PlainValue> = {};
  for (const name in custom) if ((custom[name] ?? null) !== null) plain[name] = plainValue(custom[name]);
  return plain;
}

function plainValue(value: FieldValue | undefined): PlainValue {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return value;
  if (value instanceof IpAddress || value instanceof Prefix) return value.toString();
  return isPermissionMap(value) ? [...value] : value;
}
