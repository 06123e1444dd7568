import type { KindName } from '../catalog/kinds.js';

/** Objects whose history is visible to their readers. */
export const changedObjects = ['section', 'subnet', 'address'] as const;
export type ChangedObject = (typeof changedObjects)[number];

/** Objects whose history is visible only to administrators and users with the right `history`. */
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
  // an event without a change of the record
  'alarm',
] as const;
export type ChangeAction = (typeof changeActions)[number];

export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * Field values of a record as JSON, without secrets. Addresses and prefixes are texts, permissions are pairs of group and
 * level, custom values are in `custom`.
 */
export type ChangeDocument = Readonly<Record<string, PlainValue>>;

export interface Change {
  readonly object: HistoryObject;
  /** 0 for an object without an id. */
  readonly objectId: number;
  /** Name of the object, if more useful than its id. */
  readonly objectName?: string | null;
  readonly action: ChangeAction;
  /** Differences by field as text: `[description]: old => new`. Secrets are excluded. */
  readonly differences: readonly string[];
  /** Changed values. For a new or deleted record: all values on one side, null on the other. */
  readonly before?: ChangeDocument | null;
  readonly after?: ChangeDocument | null;
  /** The subnet of an address, or the id of the subnet itself. */
  readonly subnetId?: number | null;
  /** Whether another change caused this change. The history of the object omits such a change. */
  readonly isConsequence?: boolean;
}
