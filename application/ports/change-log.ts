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
  /** The user's real name or user name; without a user, the application's id. */
  readonly by: string;
  readonly appId: string | null;
  readonly clientAddress: string | null;
}

export type Authorship = Pick<ChangeEntry, 'at' | 'userId' | 'by' | 'appId' | 'clientAddress'>;

/** The effect of a changed definition on stored values. The definitions must be locked. */
export interface CustomValuesChange {
  readonly of: 'customValues';
  readonly on: CustomFieldOwner;
  readonly name: string;
  /** Sets missing values, removes all, or converts each (CustomValueRepository). */
  readonly change:
    | { readonly fill: CustomScalar }
    | { readonly remove: true }
    | { readonly convert: (value: CustomScalar) => CustomScalar };
}

/** A change with consequences, before it is made. Subnets of `truncation`, `move` and `gateway` must be locked (change). */
export type Cause =
  | CustomValuesChange
  | { readonly of: 'addressDeletion'; readonly ids: readonly number[] }
  /** Subnets of one master, or without a master; deleted with all descendants. */
  | { readonly of: 'subnetDeletion'; readonly ids: readonly number[] }
  /** Its permissions are removed. */
  | { readonly of: 'group'; readonly id: number }
  /** It is set on the subnets that have another one. */
  | ({ readonly of: 'levelOfSubnets' } & LevelOfSubnets)
  /** Descendants are deleted, and references are cleared. */
  | { readonly of: 'deletion'; readonly object: 'section' | 'subnet' | KindName; readonly id: number }
  /** Deletes the direct addresses. */
  | { readonly of: 'truncation'; readonly subnetId: number }
  | { readonly of: 'move'; readonly fromSubnetId: number; readonly toSubnetId: number; readonly range: AddressRange }
  /** Clears all gateway marks but one. */
  | { readonly of: 'gateway'; readonly subnetId: number; readonly exceptId: number | null };

export interface ChangeLogReader {
  /** The newest entries first. They remain after the object's deletion. */
  list(object: ChangedObject | KindName, objectId: number, max: number): Promise<ChangeEntry[]>;
  /** The newest entries first, without consequences of other changes. */
  audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]>;
}

export interface ChangeLogRepository extends ChangeLogReader {
  append(...entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Records the consequences of an upcoming change, and locks the affected records until the unit of work ends. They appear in
   * the feed, not in the history of single objects.
   */
  appendConsequences(cause: Cause, by: Authorship): Promise<void>;
  /**
   * Deletes entries from before a time, at most some thousand in one call.
   * @param keepFrom entries from this feed position on, and those without a position, stay; null: none has to
   * @returns the number of deleted entries; 0 when none is left
   */
  deleteBefore(at: string, keepFrom: number | null): Promise<number>;
}
