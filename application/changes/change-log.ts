import type { Change } from '../../domain/changes/change.js';
import { changedValues, documentOf } from '../../domain/changes/change-values.js';
import type { FieldDefinition, FieldSet, FieldValue } from '../../domain/fields/field.js';
import { flatValues } from '../../domain/fields/read-fields.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { authorship, type Caller } from '../caller.js';
import { printPermissionMap } from '../permission-levels.js';
import type { Cause, ChangeEntry } from '../ports/change-log.js';
import type { Repositories } from '../ports/unit-of-work.js';

/**
 * Writes down what a unit of work does, within it: both are kept or neither. An edit that makes no difference is no entry.
 * @param at when, as records hold times
 */
export async function recordChange(
  repositories: Pick<Repositories, 'changeLog'>,
  caller: Caller,
  at: string,
  change: Change,
): Promise<void> {
  if (change.action === 'edit' && change.differences.length === 0) return;
  await repositories.changeLog.append(entryOf(caller, at, change));
}

/** What the history says of a change. @param at when, as records hold times */
export function entryOf(caller: Caller, at: string, change: Change): ChangeEntry {
  const place = change.object === 'subnet' ? { subnetId: change.objectId } : {};
  return { objectName: null, ...place, ...change, ...authorship(caller, at) };
}

/** Writes down what something that is about to be done does to other records. */
export const recordConsequences = (
  { changeLog }: Pick<Repositories, 'changeLog'>,
  caller: Caller,
  at: string,
  cause: Cause,
): Promise<void> => changeLog.appendConsequences(cause, authorship(caller, at));

/** What a change says of a record's values: its lines in the history, and documents. */
export type ChangeValues = Required<Pick<Change, 'differences' | 'before' | 'after'>>;

/** What is said of a new record. */
export const valuesOfNew = (fields: FieldSet, record: object): ChangeValues => ({
  differences: differencesBetween(fields, undefined, record),
  before: null,
  after: documentOf(fields, record),
});

/** What is said of a change to a record. @param changes as far as fields are written */
export const valuesOfEdit = (fields: FieldSet, record: object, changes: object): ChangeValues => ({
  differences: differencesBetween(fields, record, changes),
  ...changedValues(fields, record, changes),
});

/** What is said of a record that is deleted. @param differences lines of the history */
export const valuesOfDeleted = (fields: FieldSet, record: object, differences: readonly string[] = []): ChangeValues => ({
  differences,
  before: documentOf(fields, record),
  after: null,
});

/** A line of the history: what a field, or a part of an object, was and what it is since. Nothing stands for what is not there. */
export const lineOf = (
  name: string,
  from: string | number | IpAddress | Prefix | null,
  to: string | number | Prefix | null,
): string => `[${name}]: ${from ?? ''} => ${to ?? ''}`;

/** A line of the history that says of a secret only that it changed. */
export const changedLine = (name: string): string => `[${name}]: changed`;

/** What the history says of a deleted address whose DNS records stay. */
export const retainedDnsRecords = '[DNS records]: kept';

/**
 * What a change makes different, field by field; fields that are written with the value they had are no difference.
 * @param before the record, or undefined for a new one @param after the values that are written
 */
export function differencesBetween(fields: FieldSet, before: object | undefined, after: object): string[] {
  const old = flatValues(before ?? {});
  const { custom = {}, ...values } = flatValues(after);
  const differences: string[] = [];
  for (const name in fields) {
    if (!(name in values) || !isTextual(fields[name])) continue;
    if (fields[name]?.secret) {
      if ((old[name] ?? null) !== (values[name] ?? null)) differences.push(changedLine(name));
    } else noteDifference(differences, name, old[name] ?? null, values[name] ?? null);
  }
  for (const name in custom) noteDifference(differences, name, old.custom?.[name] ?? null, custom[name] ?? null);
  return differences;
}

const isTextual = (field: FieldDefinition | undefined): boolean =>
  !field?.readOnly || field.type === 'prefix' || field.isOptionalOnWire === true;

/**
 * What makes plain records different, member by member; a member of a member goes by both names: `[lock.enabled]`.
 * @param before the record, or undefined for a new one @param secrets members of which only is said that they changed
 */
export function plainDifferences(before: object | undefined, after: object, secrets: readonly string[] = []): string[] {
  const old = flatMembers(before ?? {});
  const differences: string[] = [];
  for (const [name, value] of flatMembers(after)) {
    if (!secrets.includes(name)) noteDifference(differences, name, old.get(name) ?? null, value);
    else if (before && (old.get(name) ?? null) !== value) differences.push(changedLine(name));
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
  if (from !== to) differences.push(lineOf(name, from, to));
}

/** A value in words; unset values, and flags that are off, read as nothing so that they are no difference to each other. */
function textOf(value: FieldValue): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Map) return printPermissionMap(value);
  return 'toJSON' in value ? String(value) : JSON.stringify(value);
}
