import type { KindName } from '../catalog/kinds.js';

/** Objects whose history everybody sees who may see the object. */
export const changedObjects = ['section', 'subnet', 'address'] as const;
export type ChangedObject = (typeof changedObjects)[number];

/** Objects whose history only administrators see: what they set, sign-ins, and clients that are blocked. */
export const auditedObjects = [
  'user',
  'group',
  'app',
  'customField',
  'settings',
  'token',
  'clientAddress',
  'webhook',
  'provider',
] as const;
export type AuditedObject = (typeof auditedObjects)[number];

/** Everything whose changes are written down: the kinds of the catalogue too. */
export type HistoryObject = ChangedObject | AuditedObject | KindName;

/** Whether only administrators may know of an object's changes. */
export const isAudited = (object: HistoryObject): object is AuditedObject => auditedObjects.some((audited) => audited === object);

/** What was done to an object. */
export const changeActions = [
  ...(['add', 'edit', 'delete', 'truncate', 'resize', 'split', 'permissions'] as const),
  ...(['signIn', 'signInFailed', 'block', 'unblock'] as const),
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** A value as JSON has it. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * Values of a record in a change, by field name, as JSON has them: addresses and prefixes as texts, permissions as pairs of
 * group and level, custom values together under `custom`. Never a secret.
 */
export type ChangeDocument = Readonly<Record<string, PlainValue>>;

/** One thing that was done to one object. */
export interface Change {
  readonly object: HistoryObject;
  /** 0 for what has no number. */
  readonly objectId: number;
  /** The name of the object, where it tells more than the number, or there is no number. */
  readonly objectName?: string | null;
  readonly action: ChangeAction;
  /** Field by field, in words: `[description]: old => new`. Never a secret. */
  readonly differences: readonly string[];
  /** The values before and after: of a new or deleted record all of them, and null on the other side; else those that differ. */
  readonly before?: ChangeDocument | null;
  readonly after?: ChangeDocument | null;
  /** The subnet that it concerns: that of an address, or the object itself. */
  readonly subnetId?: number | null;
  /** Whether another change caused this one. The history of the single object leaves it out. */
  readonly isConsequence?: boolean;
}
