import type { CustomValues, FieldDefinition, FieldSet, FieldValue } from '../catalog/field.js';
import type { KindName } from '../catalog/kinds.js';
import { printPermissionMap } from '../permission/permission-map.js';
import { type ChangeDocument, changedValues, documentOf } from './document.js';

/** What shows its history of changes to whoever may see it. */
export const changedObjects = ['section', 'subnet', 'address'] as const;
export type ChangedObject = (typeof changedObjects)[number];

/** What only those see who run the service: what administrators set, who signs in, and from where nobody may any more. */
export const auditedObjects = ['user', 'group', 'app', 'customField', 'settings', 'token', 'clientAddress', 'webhook'] as const;
export type AuditedObject = (typeof auditedObjects)[number];

/** Everything whose changes are written down: the kinds of the catalogue too. */
export type HistoryObject = ChangedObject | AuditedObject | KindName;

/** Whether only administrators may know of an object's changes. */
export const isAudited = (object: HistoryObject): object is AuditedObject =>
  (auditedObjects as readonly string[]).includes(object);

/** What was done to an object. */
export const changeActions = [
  ...(['add', 'edit', 'delete', 'truncate', 'resize', 'split', 'permissions'] as const),
  ...(['signIn', 'signInFailed', 'block', 'unblock'] as const),
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** One thing that was done to one object. */
export interface Change {
  readonly object: HistoryObject;
  /** 0 for what has no number. */
  readonly objectId: number;
  /** What the object is called, where that tells more than its number, or it has none. */
  readonly objectName?: string | null;
  readonly action: ChangeAction;
  /** Field by field, in words: `[description]: old => new`. Never a secret. */
  readonly differences: readonly string[];
  /** What was, and what is since: the whole record where one side is null, else the fields that differ. */
  readonly before?: ChangeDocument | null;
  readonly after?: ChangeDocument | null;
  /** The subnet that it concerns: that of an address, or the object itself. */
  readonly subnetId?: number | null;
  /** Whether it goes along with another change: the history of the single object does not show it. */
  readonly isConsequence?: boolean;
}

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
