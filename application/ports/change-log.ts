import type { KindName } from '../../domain/catalog/kinds.js';
import type { Change, ChangeAction, ChangedObject } from '../../domain/changes/change.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';
import type { AddressRange } from '../../domain/net/address-range.js';

/** A stored change with its time and author. */
export interface ChangeEntry extends Change {
  readonly objectName: string | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly userId: number | null;
  /** The user's real name, else user name; the application's id without a user. */
  readonly by: string;
  readonly appId: string | null;
  readonly clientAddress: string | null;
}

/** Author and time of a change. */
export type Authorship = Pick<ChangeEntry, 'at' | 'userId' | 'by' | 'appId' | 'clientAddress'>;

/** The effect of a changed custom field definition on stored values. The definitions must be locked. */
export interface CustomValuesChange {
  readonly of: 'customValues';
  readonly on: CustomFieldOwner;
  readonly name: string;
  /** Sets missing values, removes all values, or converts each one (CustomValueRepository). */
  readonly change:
    | { readonly fill: CustomScalar }
    | { readonly remove: true }
    | { readonly convert: (value: CustomScalar) => CustomScalar };
}

/** A change with consequences for other records. */
export type Cause =
  | CustomValuesChange
  /** Addresses before their deletion. */
  | { readonly of: 'addressDeletion'; readonly ids: readonly number[] }
  /** Subnets of one master, or without a master, before their deletion with all descendants. */
  | { readonly of: 'subnetDeletion'; readonly ids: readonly number[] }
  /** A group before its deletion, which removes it from all permissions. */
  | { readonly of: 'group'; readonly id: number }
  /** A record before its deletion: descendants are deleted too, references to it are cleared. */
  | { readonly of: 'deletion'; readonly object: 'section' | 'subnet' | KindName; readonly id: number }
  /** The direct addresses of a subnet before their deletion; the subnet must be locked (change). */
  | { readonly of: 'truncation'; readonly subnetId: number }
  /** Addresses before their move to another subnet; both subnets must be locked (change). */
  | { readonly of: 'move'; readonly fromSubnetId: number; readonly toSubnetId: number; readonly range: AddressRange }
  /** All gateways of a subnet but one, before they lose the mark; the subnet must be locked (change). */
  | { readonly of: 'gateway'; readonly subnetId: number; readonly exceptId: number | null };

export interface ChangeLogReader {
  /** The newest entries of an object, newest first. They remain after the object's deletion. */
  list(object: ChangedObject, objectId: number, max: number): Promise<ChangeEntry[]>;
  /**
   * The newest entries of all audited objects, newest first, without consequences of other changes.
   * @param actions only these
   */
  audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]>;
}

export interface ChangeLogRepository extends ChangeLogReader {
  append(...entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Records the consequences of an upcoming change for other records, and locks these until the unit of work ends. They appear in
   * the feed, not in the history of the single objects.
   */
  appendConsequences(cause: Cause, by: Authorship): Promise<void>;
  /**
   * Deletes entries from before a time, at most some thousand in one call.
   * @param keepFrom entries from this feed position on, and those without a position, stay; null: none has to
   * @returns the number of deleted entries; 0 when none is left
   */
  deleteBefore(at: string, keepFrom: number | null): Promise<number>;
}
