import type { KindName } from '../catalog/kinds.js';

/** Objects with a history that all readers of the object may see. */
export const changedObjects = ['section', 'subnet', 'address'] as const;
export type ChangedObject = (typeof changedObjects)[number];

/** Objects with a history for administrators only. */
export const auditedObjects = [
  'user',
  'group',
  'role',
  'app',
  'customField',
  'settings',
  'token',
  'key',
  'factor',
  'clientAddress',
  'webhook',
  'provider',
] as const;
export type AuditedObject = (typeof auditedObjects)[number];

export type HistoryObject = ChangedObject | AuditedObject | KindName;

export const isAudited = (object: HistoryObject): object is AuditedObject => auditedObjects.some((audited) => audited === object);

export const changeActions = [
  ...(['add', 'edit', 'delete', 'truncate', 'resize', 'split', 'permissions'] as const),
  ...(['signIn', 'signInFailed', 'block', 'unblock', 'rotate'] as const),
  // an event of the object, without a change of its record
  'alarm',
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** A JSON value. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * Values of a record by field name as JSON: addresses and prefixes as text, permissions as pairs of group and level, custom
 * values under `custom`. Never a secret.
 */
export type ChangeDocument = Readonly<Record<string, PlainValue>>;

export interface Change {
  readonly object: HistoryObject;
  /** 0 for an object without an id. */
  readonly objectId: number;
  /** The name of the object, if more useful than its id. */
  readonly objectName?: string | null;
  readonly action: ChangeAction;
  /** Differences by field as text: `[description]: old => new`. Never a secret. */
  readonly differences: readonly string[];
  /** Changed values; for a new or deleted record all values, with null on the other side. */
  readonly before?: ChangeDocument | null;
  readonly after?: ChangeDocument | null;
  /** The subnet of an address, or the subnet itself. */
  readonly subnetId?: number | null;
  /** Whether another change caused this one; then the history of the object omits it. */
  readonly isConsequence?: boolean;
}
