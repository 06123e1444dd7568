import type { KindName } from '../../domain/catalog/kinds.js';
import type { Change, ChangeAction, ChangedObject } from '../../domain/changes/change.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';
import type { AddressRange } from '../../domain/net/address-range.js';
import type { LevelOfSubnets } from './identity.js';

export interface ChangeEntry extends Change {
  readonly objectName: string | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly userId: number | null;
  /** Real name or user name of the user; without a user, the id of the application. */
  readonly by: string;
  readonly appId: string | null;
  readonly clientAddress: string | null;
}

export type Authorship = Pick<ChangeEntry, 'at' | 'userId' | 'by' | 'appId' | 'clientAddress'>;

/** A change of stored custom values after a change of their definition. The definitions must be locked. */
export interface CustomValuesChange {
  readonly of: 'customValues';
  readonly on: CustomFieldOwner;
  readonly name: string;
  /** Sets missing values, removes all values, or converts each (CustomValueRepository). */
  readonly change:
    | { readonly fill: CustomScalar }
    | { readonly remove: true }
    | { readonly convert: (value: CustomScalar) => CustomScalar };
}

/**
 * A change with consequences, before its execution. Subnets of `truncation`, `move` and `gateway` must be locked with the strength
 * `change`.
 */
export type Cause =
  | CustomValuesChange
  | { readonly of: 'addressDeletion'; readonly ids: readonly number[] }
  /** Subnets of one master, or without master. Their descendants are deleted as well. */
  | { readonly of: 'subnetDeletion'; readonly ids: readonly number[] }
  | { readonly of: 'group'; readonly id: number }
  /** A group gets this level on all subnets of the section where it has a different level. */
  | ({ readonly of: 'levelOfSubnets' } & LevelOfSubnets)
  /** Descendants are deleted, and references are cleared. */
  | { readonly of: 'deletion'; readonly object: 'section' | 'subnet' | KindName; readonly id: number }
  /** The addresses of the subnet are deleted, but not those of its descendants. */
  | { readonly of: 'truncation'; readonly subnetId: number }
  | { readonly of: 'move'; readonly fromSubnetId: number; readonly toSubnetId: number; readonly range: AddressRange }
  /** All gateway flags except one are cleared. */
  | { readonly of: 'gateway'; readonly subnetId: number; readonly exceptId: number | null };

export interface ChangeLogReader {
  /** Newest entries first. Entries remain after the deletion of their object. */
  list(object: ChangedObject | KindName, objectId: number, max: number): Promise<ChangeEntry[]>;
  /** Newest entries first, without consequences of other changes. */
  audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]>;
}

export interface ChangeLogRepository extends ChangeLogReader {
  append(...entries: readonly ChangeEntry[]): Promise<void>;
  /** Logs the consequences of a change, only for the feed, before its execution. Locks the records until the unit of work ends. */
  appendConsequences(cause: Cause, by: Authorship): Promise<void>;
  /**
   * Deletes old entries, at most some thousand per call.
   * @param keepFrom keeps entries from this feed position on, and those without position; null: no limit
   * @returns the number of deleted entries; 0 if none remain
   */
  deleteBefore(at: string, keepFrom: number | null): Promise<number>;
}
