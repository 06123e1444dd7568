import { type RecordType, shapeOf, subnetIdIn } from '../../domain/catalog/record-types.js';
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
 * Appends a change to the history within its unit of work. An edit without differences is skipped.
 * @param at timestamp, YYYY-MM-DD HH:MM:SS in UTC
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

export function entryOf(caller: Caller, at: string, change: Change): ChangeEntry {
  const parent = change.object === 'subnet' ? { subnetId: change.objectId } : {};
  return { objectName: null, ...parent, ...change, ...authorship(caller, at) };
}

/** Logs the effects of an operation on other records. Called before the operation. */
export const recordConsequences = (
  { changeLog }: Pick<Repositories, 'changeLog'>,
  caller: Caller,
  at: string,
  cause: Cause,
): Promise<void> => changeLog.appendConsequences(cause, authorship(caller, at));

/** The change of a new record. @param record including the subnet of an address */
export const added = (object: RecordType, objectId: number, record: object): Change => ({
  ...{ object, objectId, action: 'add', ...parentIn(object, record) },
  ...valuesOfNew(shapeOf(object).fields, record),
});

/** @param changes only the written fields */
export const edited = (
  object: RecordType,
  record: Identified,
  changes: object,
  action: 'edit' | 'permissions' | 'resize' = 'edit',
): Change => ({
  ...{ object, objectId: record.id, action, ...parentIn(object, record) },
  ...valuesOfEdit(shapeOf(object).fields, record, changes),
});

/** @param differences history lines */
export const deleted = (object: RecordType, record: Identified, differences: readonly string[] = []): Change => ({
  ...{ object, objectId: record.id, action: 'delete', ...parentIn(object, record) },
  ...valuesOfDeleted(shapeOf(object).fields, record, differences),
});

interface Identified {
  readonly id: number;
}

function parentIn(object: RecordType, record: object): Pick<Change, 'subnetId'> {
  const subnetId = subnetIdIn(object, flatValues(record));
  if (Number.isNaN(subnetId)) throw new Error(`a change of type ${object} has no subnet`);
  return subnetId === undefined ? {} : { subnetId };
}

/** Record values of a change: history lines, and documents before and after it. */
type ChangeValues = Required<Pick<Change, 'differences' | 'before' | 'after'>>;

export const valuesOfNew = (fields: FieldSet, record: object): ChangeValues => ({
  differences: differencesBetween(fields, undefined, record),
  before: null,
  after: documentOf(fields, record),
});

/** @param changes only the written fields */
export const valuesOfEdit = (fields: FieldSet, record: object, changes: object): ChangeValues => ({
  differences: differencesBetween(fields, record, changes),
  ...changedValues(fields, record, changes),
});

/** @param differences history lines */
export const valuesOfDeleted = (fields: FieldSet, record: object, differences: readonly string[] = []): ChangeValues => ({
  differences,
  before: documentOf(fields, record),
  after: null,
});

/** A history line with the old and new value of a field. Missing values are empty. */
export const lineOf = (
  name: string,
  from: string | number | IpAddress | Prefix | null,
  to: string | number | Prefix | null,
): string => `[${name}]: ${from ?? ''} => ${to ?? ''}`;

export const changedLine = (name: string): string => `[${name}]: changed`;

/** History line of a deleted address whose DNS records are retained. */
export const retainedDnsRecords = '[DNS records]: kept';

/**
 * History lines of changed fields. Fields written with their old value are omitted.
 * @param before the record; undefined for a new one
 * @param after the written values
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
 * History lines of changed members of plain records. Nested members have dotted names: `[lock.enabled]`.
 * @param before the record; undefined for a new one
 * @param secrets members without values in the history
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

/** Values by dotted name. Lists are joined by commas. */
function flatMembers(record: object): Map<string, FieldValue> {
  const members = new Map<string, FieldValue>();
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value)) members.set(name, value.join(', '));
    else if (typeof value !== 'object' || value === null) members.set(name, value);
    else for (const [inner, member] of flatMembers(value)) members.set(`${name}.${inner}`, member);
  }
  return members;
}

function noteDifference(differences: string[], name: string, before: FieldValue, after: FieldValue): void {
  if (before === after) return;
  const [from, to] = [textOf(before), textOf(after)];
  if (from !== to) differences.push(lineOf(name, from, to));
}

/** The history text of a value. Unset values and false flags have an empty text. */
function textOf(value: FieldValue): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Map) return printPermissionMap(value);
  return 'toJSON' in value ? String(value) : JSON.stringify(value);
}
