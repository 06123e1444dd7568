import type { CustomValues, FieldDefinition, FieldSet, FieldValue, ObjectIds } from '../catalog/field.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { printPermissionMap } from '../permission/permission-map.js';
import type { Change, ChangeDocument, PlainValue } from './change.js';

/** What a change says of a record's values. */
export type ToldValues = Required<Pick<Change, 'differences' | 'before' | 'after'>>;

/** What is said of a new record. */
export const toldOfNew = (fields: FieldSet, record: object): ToldValues => ({
  differences: differencesBetween(fields, undefined, record),
  before: null,
  after: documentOf(fields, record),
});

/** What is said of a change to a record. @param changes as far as fields are written */
export const toldOfEdit = (fields: FieldSet, record: object, changes: object): ToldValues => ({
  differences: differencesBetween(fields, record, changes),
  ...changedValues(fields, record, changes),
});

/** What is said of a record that is deleted. @param differences in words, as the object's history shows them */
export const toldOfDeleted = (fields: FieldSet, record: object, differences: readonly string[] = []): ToldValues => ({
  differences,
  before: documentOf(fields, record),
  after: null,
});

type Values = Readonly<Record<string, FieldValue>> & { readonly custom?: CustomValues };

/**
 * What a change makes different, field by field; fields that are written with the value they had are no difference.
 * @param before the record, or undefined for a new one @param after the values that are written
 */
export function differencesBetween(fields: FieldSet, before: object | undefined, after: object): string[] {
  const old = (before ?? {}) as Values;
  const { custom = {}, ...values } = after as Values;
  const differences: string[] = [];
  for (const name in fields) {
    if (!(name in values) || !isInWords(fields[name])) continue;
    if (fields[name]?.secret) {
      if ((old[name] ?? null) !== (values[name] ?? null)) differences.push(`[${name}]: changed`);
    } else noteDifference(differences, name, old[name] ?? null, values[name] ?? null);
  }
  for (const name in custom) noteDifference(differences, name, old.custom?.[name] ?? null, custom[name] ?? null);
  return differences;
}

const isInWords = (field: FieldDefinition | undefined): boolean =>
  !field?.readOnly || field.type === 'prefix' || field.shownWhenSet === true;

/**
 * What makes plain records different, member by member; a member of a member goes by both names: `[lock.enabled]`.
 * @param before the record, or undefined for a new one @param secrets members of which only is said that they changed
 */
export function plainDifferences(before: object | undefined, after: object, secrets: readonly string[] = []): string[] {
  const old = flatMembers(before ?? {});
  const differences: string[] = [];
  for (const [name, value] of flatMembers(after)) {
    if (!secrets.includes(name)) noteDifference(differences, name, old.get(name) ?? null, value);
    else if (before && (old.get(name) ?? null) !== value) differences.push(`[${name}]: changed`);
  }
  return differences;
}

/** Values of a plain record and of the records in it; lists in words. */
function flatMembers(record: object): Map<string, FieldValue> {
  const members = new Map<string, FieldValue>();
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value)) members.set(name, value.join(', '));
    else if (typeof value !== 'object' || value === null) members.set(name, value);
    else for (const [inner, own] of flatMembers(value)) members.set(`${name}.${inner}`, own);
  }
  return members;
}

function noteDifference(differences: string[], name: string, before: FieldValue, after: FieldValue): void {
  if (before === after) return;
  const [from, to] = [textOf(before), textOf(after)];
  if (from !== to) differences.push(`[${name}]: ${from} => ${to}`);
}

/** A value in words; unset values, and flags that are off, read as nothing so that they are no difference to each other. */
function textOf(value: FieldValue): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Map) return printPermissionMap(value);
  return 'toJSON' in value ? String(value) : JSON.stringify(value);
}

/** A record as a document: what is not set, and flags that are off, are left out. */
export function documentOf(fields: FieldSet, record: object): ChangeDocument {
  const { custom = {}, ...values } = record as Values;
  const document: Record<string, PlainValue> = {};
  for (const name in fields) {
    const value = values[name];
    if (isSet(value) && !fields[name]?.secret) document[name] = plainValue(value);
  }
  const own = plainCustom(custom);
  if (Object.keys(own).length > 0) document.custom = own;
  return document;
}

/** The same fields before and after a change. */
export interface ChangedValues {
  readonly before: ChangeDocument;
  readonly after: ChangeDocument;
}

/**
 * What differs between a record and the values that are written, with nothing left out: what is not set is null.
 * @param after as far as it is written
 */
export function changedValues(fields: FieldSet, before: object, after: object): ChangedValues {
  const [old, { custom = {}, ...values }] = [before as Values, after as Values];
  const pair = new Differences();
  for (const name in values) {
    const field = fields[name];
    if (field && !field.secret && isTold(field)) pair.note(name, plainValue(old[name]), plainValue(values[name]));
  }
  const own = new Differences();
  for (const name in custom) own.note(name, plainValue(old.custom?.[name]), plainValue(custom[name]));
  return {
    before: own.isEmpty ? pair.before : { ...pair.before, custom: own.before },
    after: own.isEmpty ? pair.after : { ...pair.after, custom: own.after },
  };
}

/** Times that the service notes itself with every change tell nothing; those that are seldom set do. */
const isTold = (field: FieldDefinition): boolean => !(field.readOnly && field.type === 'timestamp' && !field.shownWhenSet);

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

/** Members of a plain record, such as what administrators set, without its secrets and what is not set. */
export function plainDocumentOf(record: object, secrets: readonly string[] = []): ChangeDocument {
  const document: Record<string, PlainValue> = {};
  for (const [name, value] of Object.entries(record))
    if (isSet(value) && !secrets.includes(name)) document[name] = JSON.parse(JSON.stringify(value));
  return document;
}

/** Members of a plain record that a change makes different, without secrets. */
export function changedMembers(before: object, after: object, secrets: readonly string[] = []): ChangedValues {
  const old = before as Readonly<Record<string, unknown>>;
  const pair = new Differences();
  for (const [name, value] of Object.entries(after))
    if (!secrets.includes(name)) pair.note(name, plainMember(old[name]), plainMember(value));
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
  if (value instanceof Map) return [...value];
  if (value instanceof IpAddress || value instanceof Prefix) return value.toString();
  return value as ObjectIds;
}
