import type { KindName } from '../../domain/catalog/kinds.js';
import type { Change, ChangeAction, ChangedObject } from '../../domain/changes/change.js';
import type { CustomFieldOwner } from '../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../domain/fields/custom-value.js';
import type { AddressRange } from '../../domain/net/address-range.js';

/** A change as it is kept: what, when, and by whom. */
export interface ChangeEntry extends Change {
  readonly objectName: string | null;
  /** YYYY-MM-DD HH:MM:SS in UTC. */
  readonly at: string;
  readonly userId: number | null;
  /** The user's real name, else user name; the application's id where no user is involved. */
  readonly by: string;
  readonly appId: string | null;
  readonly clientAddress: string | null;
}

/** By whom a change is, and when. */
export type Authorship = Pick<ChangeEntry, 'at' | 'userId' | 'by' | 'appId' | 'clientAddress'>;

/** What a change of a custom field's definition does to the values that records hold; the definitions must be held. */
export interface CustomValuesChange {
  readonly of: 'customValues';
  readonly on: CustomFieldOwner;
  readonly name: string;
  /** Records without a value get one; all lose theirs; each is converted, as CustomValueRepository says. */
  readonly change:
    | { readonly fill: CustomScalar }
    | { readonly remove: true }
    | { readonly convert: (value: CustomScalar) => CustomScalar };
}

/** A change that takes other records along: what has consequences. */
export type Cause =
  | CustomValuesChange
  /** Addresses are about to be deleted. */
  | { readonly of: 'addressDeletion'; readonly ids: readonly number[] }
  /** Subnets of one master, or without a master, are about to be deleted, with what is below them. */
  | { readonly of: 'subnetDeletion'; readonly ids: readonly number[] }
  /** A group is about to be deleted, and goes out of all permissions. */
  | { readonly of: 'group'; readonly id: number }
  /** A record is about to be deleted: what is below it goes too, what refers to it does so no more. */
  | { readonly of: 'deletion'; readonly object: 'section' | 'subnet' | KindName; readonly id: number }
  /** The addresses that stand directly in a subnet are about to be deleted; it must be locked (change). */
  | { readonly of: 'truncation'; readonly subnetId: number }
  /** Addresses are about to move from one subnet to another; both must be locked (change). */
  | { readonly of: 'move'; readonly fromSubnetId: number; readonly toSubnetId: number; readonly range: AddressRange }
  /** Every address of a subnet but one is about to lose the gateway mark; the subnet must be locked (change). */
  | { readonly of: 'gateway'; readonly subnetId: number; readonly exceptId: number | null };

/** Reads the history of changes. */
export interface ChangeLogReader {
  /** The newest entries of an object, newest first. They stay when the object is gone. */
  list(object: ChangedObject, objectId: number, max: number): Promise<ChangeEntry[]>;
  /** The newest entries of all audited objects together, newest first, without those that go along with others. @param actions only these */
  audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]>;
}

/** Keeps the history of changes. */
export interface ChangeLogRepository extends ChangeLogReader {
  append(...entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Writes down the consequences of something that is about to be done: what it does to other records. Holds these until the
   * unit of work ends.
   * The feed tells it; the history of the single objects does not show it.
   */
  appendConsequences(cause: Cause, by: Authorship): Promise<void>;
  /**
   * Deletes some of the entries from before a time, at most some thousand at once.
   * @param keepFrom entries from this position of the feed on stay, and those that have none yet; null: none has to
   * @returns how many; 0 when there are none left
   */
  deleteBefore(at: string, keepFrom: number | null): Promise<number>;
}
