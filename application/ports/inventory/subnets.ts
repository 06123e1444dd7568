import type { Principal } from '../../../domain/access/access-policy.js';
import type { End, Gap } from '../../../domain/allocation/free-ranges.js';
import type { BlockQuery } from '../../../domain/allocation/subnet-choice.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { StoredCondition } from '../../../domain/listing/condition.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { OrderOfSubnets } from '../../../domain/section/section.js';
import type { ContainerChange, NetworkPair } from '../../../domain/subnet/merged-networks.js';
import type { OverlapScope } from '../../../domain/subnet/position.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import type { UsageCounts } from '../../../domain/subnet/usage.js';
import type { Changes, CustomCondition, LockStrength, NewValues, TextSearch } from './values.js';

/**
 * Order of a list of subnets. network: by network address, larger first. longestMask: by prefix length descending, then address.
 * tree: `descendantsOf` and all below it, depth first: each subnet before its descendants, siblings by network, folders first.
 * section: folders first by description, then networks by a column. Descriptions are compared with folded case; a descending
 * order applies to folders too.
 */
export type SubnetOrder =
  | { readonly by: 'id' | 'network' | 'longestMask' }
  | { readonly by: 'tree' }
  | ({ readonly by: 'section' } & OrderOfSubnets);

/** Filter of a list of subnets: all conditions must match. */
export interface SubnetQuery {
  readonly ids?: readonly number[];
  readonly sectionId?: number;
  /** Direct children; null: subnets without a master. */
  readonly masterSubnetId?: number | null;
  /** The subnet itself and all descendants. */
  readonly descendantsOf?: number;
  readonly vlanId?: number;
  /** null: subnets without a VRF. */
  readonly vrfId?: number | null;
  readonly device?: number;
  readonly location?: number;
  readonly prefix?: Prefix;
  /** Networks that contain this prefix or lie inside it. */
  readonly overlapping?: Prefix;
  /** This network and the networks inside it. */
  readonly inside?: Prefix;
  readonly custom?: CustomCondition;
  readonly isFolder?: boolean;
  /** Subnets without children. */
  readonly isLeaf?: true;
  /**
   * Networks with scans (pingSubnet) or discoveries (discoverSubnet) enabled and the last one begun at this time or earlier;
   * null: at any time.
   */
  readonly scanDue?: string | null;
  /** Only subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  /** Further conditions. */
  readonly where?: readonly StoredCondition[];
  readonly order: SubnetOrder;
  /** Further conditions, and an order that replaces `order`. */
  readonly listQuery?: StoredQuery;
}

/** The gateway address of a subnet. */
export interface Gateway {
  readonly id: number;
  readonly ip: IpAddress;
}

/** A subnet with the shown values of related records. */
export interface SubnetListing {
  readonly subnet: Subnet;
  readonly gateway: Gateway | null;
  readonly nameserver: KindRecord | null;
}

/** A network for free space queries: as read, and in a unit of work, locked. */
export type FreeSpaceOwner = Pick<Network, 'id' | 'prefix'>;

export interface SubnetReader {
  find(id: number): Promise<Subnet | undefined>;
  findListing(id: number): Promise<SubnetListing | undefined>;
  list(query: SubnetQuery): AsyncIterable<SubnetListing>;
  /** Number of subnets of `list`, counted up to `max`. */
  count(query: SubnetQuery, max?: number): Promise<number>;
  /** The ids of `list`, in the same order. */
  ids(query: SubnetQuery): AsyncIterable<number>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<SubnetListing>;
  hasChildren(id: number): Promise<boolean>;
  /** The lowest or highest free prefix of a length in a network: without overlap with direct children. Undefined if none fits. */
  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined>;
  /** Gaps that fit a prefix of a length: for each size some from one end, cut to a range, in any order. */
  freeBlocks(network: FreeSpaceOwner, look: BlockQuery): Promise<Gap[]>;
  /** The gaps between direct children of a network that fit a prefix of a length, ascending. */
  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap>;
  /**
   * The network in a scope that overlaps a prefix: the longest mask, then the lowest address.
   * @param exceptId a subnet that is skipped with all its descendants
   */
  findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined>;
  /**
   * The first two networks, by both ids, that overlap in a strict section after a change of a container: siblings of one VRF, not
   * below a folder.
   */
  findMerged(change: ContainerChange): Promise<NetworkPair | undefined>;
  /** The lowest direct child that is not strictly inside a prefix. */
  findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined>;
  /** Ids of the subnet and its ancestors, nearest first. */
  ancestorIds(id: number): Promise<number[]>;
  /** Usage counts by subnet id; all writes before the call are included. Ids without counts are left out. */
  usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>>;
  /** Updates the stored usage to include all writes before the call, as `usageCounts` does for its callers. */
  followUsage(): Promise<void>;
  /**
   * Ids of subnets with a hold that ends at a time or earlier, the earliest end first.
   * @param masterSubnetId only direct children of this subnet
   */
  expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]>;
}

declare const lockedMark: unique symbol;

/**
 * A subnet with its row locked (change) until the unit of work ends. Only repositories create this type, so it proves the lock.
 */
export type LockedSubnet = Subnet & { readonly [lockedMark]: true };

/** Marks a subnet as locked. Only for repositories that have locked it. */
export const markLocked = (subnet: Subnet): LockedSubnet => subnet as LockedSubnet;

/** A subnet that is locked for the allocation of child networks. */
export interface AllocationMaster {
  readonly master: LockedSubnet;
  /** Whether a direct child network has an expired hold. */
  readonly hasExpiredBelow: boolean;
}

/** Stores subnets. The storage in memory can verify the required locks of writes (checksLocks). */
export interface SubnetRepository extends SubnetReader {
  lock(id: number, strength: 'change'): Promise<LockedSubnet | undefined>;
  lock(id: number, strength: LockStrength): Promise<Subnet | undefined>;
  /** Reads and locks subnets (change) by ascending id. @returns the existing ones, in this order */
  lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]>;
  /** Reads and locks a subnet (change) unless it is locked. Never waits, so the order of locks does not matter. */
  lockIfIdle(id: number): Promise<LockedSubnet | undefined>;
  /**
   * Locks a subnet (change), then checks its direct children for expired holds.
   * @param at now, in the time format of records
   * @returns undefined for an unknown subnet
   */
  lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined>;
  /** The master, if any, must be locked (change). */
  insert(values: NewValues<Subnet>): Promise<number>;
  /** Adds subnets below one master, as `insert` does. @returns their ids, in the given order */
  insertAll(below: LockedSubnet, values: readonly NewValues<Subnet>[]): Promise<number[]>;
  /** The old and new master, and the master of a resized network, must be locked (change). */
  update(id: number, changes: Changes<Subnet>): Promise<void>;
  /**
   * Deletes a subnet with all descendants and their addresses. Its master, if any, must be locked (change). @returns whether it
   * existed
   */
  delete(id: number): Promise<boolean>;
  /** Deletes subnets of one master, or subnets without a master, as `delete` does. */
  deleteAll(ids: readonly number[]): Promise<void>;
}
