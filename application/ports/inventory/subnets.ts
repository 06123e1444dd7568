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
 * network: by address, larger first. longestMask: by prefix length descending, then address. tree: `descendantsOf` and its
 * descendants depth first, siblings by network, folders first. section: folders first by description, then networks by a column.
 * Descriptions are compared with folded case; a descending order applies to folders too.
 */
export type SubnetOrder =
  | { readonly by: 'id' | 'network' | 'longestMask' }
  | { readonly by: 'tree' }
  | ({ readonly by: 'section' } & OrderOfSubnets);

/** All conditions must match. */
export interface SubnetQuery {
  readonly ids?: readonly number[];
  readonly sectionId?: number;
  /** Direct children; null: subnets without a master. */
  readonly masterSubnetId?: number | null;
  /** Includes the subnet itself. */
  readonly descendantsOf?: number;
  readonly vlanId?: number;
  /** null: subnets without a VRF. */
  readonly vrfId?: number | null;
  readonly device?: number;
  readonly location?: number;
  readonly prefix?: Prefix;
  /** Networks that contain this prefix or lie inside it. */
  readonly overlapping?: Prefix;
  /** Includes this network. */
  readonly inside?: Prefix;
  readonly custom?: CustomCondition;
  readonly isFolder?: boolean;
  /** Without children. */
  readonly isLeaf?: true;
  /**
   * Networks with scans (pingSubnet) or discoveries (discoverSubnet) and the last one begun at this time or earlier; null: at any
   * time.
   */
  readonly scanDue?: string | null;
  /** Only subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  readonly where?: readonly StoredCondition[];
  readonly order: SubnetOrder;
  /** Further conditions, and an order that replaces `order`. */
  readonly listQuery?: StoredQuery;
}

export interface Gateway {
  readonly id: number;
  readonly ip: IpAddress;
}

/** A subnet with values of related records. */
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
  /** Counts at most `max` subnets. */
  count(query: SubnetQuery, max?: number): Promise<number>;
  /** The ids of `list`, in the same order. */
  ids(query: SubnetQuery): AsyncIterable<number>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<SubnetListing>;
  hasChildren(id: number): Promise<boolean>;
  /** The lowest or highest prefix of a length without overlap with direct children, if any. */
  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined>;
  /** Gaps that fit a prefix of a length: for each size some from one end, cut to a range, in any order. */
  freeBlocks(network: FreeSpaceOwner, look: BlockQuery): Promise<Gap[]>;
  /** The gaps between direct children that fit a prefix of a length, ascending. */
  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap>;
  /**
   * The overlapping network with the longest mask, then the lowest address.
   * @param exceptId a subnet to skip with all its descendants
   */
  findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined>;
  /**
   * The first two networks, by both ids, that overlap in a strict section after a change: siblings of one VRF, not below a
   * folder.
   */
  findMerged(change: ContainerChange): Promise<NetworkPair | undefined>;
  /** The lowest direct child that is not strictly inside a prefix. */
  findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined>;
  /** Ids of the subnet and its ancestors, nearest first. */
  ancestorIds(id: number): Promise<number[]>;
  /** Counts by subnet id, including all writes before the call. Ids without counts are left out. */
  usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>>;
  /** Updates the stored usage with all writes before the call. */
  followUsage(): Promise<void>;
  /**
   * Ids of subnets with a hold until this time or earlier, the earliest end first.
   * @param masterSubnetId only direct children of this subnet
   */
  expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]>;
}

declare const lockedMark: unique symbol;

/** A subnet with its row locked (change) until the unit of work ends. Only repositories create this type. */
export type LockedSubnet = Subnet & { readonly [lockedMark]: true };

/** Marks a subnet as locked; only for repositories. */
export const markLocked = (subnet: Subnet): LockedSubnet => subnet as LockedSubnet;

/** The locked master of new child networks. */
export interface AllocationMaster {
  readonly master: LockedSubnet;
  /** Whether a direct child has an expired hold. */
  readonly hasExpiredBelow: boolean;
}

/** The storage in memory can verify the locks that writes require (checksLocks). */
export interface SubnetRepository extends SubnetReader {
  lock(id: number, strength: 'change'): Promise<LockedSubnet | undefined>;
  lock(id: number, strength: LockStrength): Promise<Subnet | undefined>;
  /** Locks rows (change) by ascending id. @returns the existing subnets, in this order */
  lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]>;
  /** Locks a row (change) without waiting, so the order of locks does not matter. Undefined if it is locked already. */
  lockIfIdle(id: number): Promise<LockedSubnet | undefined>;
  /**
   * Locks a subnet (change), then checks direct children for expired holds.
   * @param at now, in the time format of records
   * @returns undefined for an unknown subnet
   */
  lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined>;
  /** The master, if any, must be locked (change). */
  insert(values: NewValues<Subnet>): Promise<number>;
  /** @returns ids in the given order */
  insertAll(below: LockedSubnet, values: readonly NewValues<Subnet>[]): Promise<number[]>;
  /** Old and new master, and the master of a resized network, must be locked (change). */
  update(id: number, changes: Changes<Subnet>): Promise<void>;
  /**
   * Deletes all descendants and their addresses too. The master, if any, must be locked (change).
   * @returns whether the subnet existed
   */
  delete(id: number): Promise<boolean>;
  /** Like `delete`, for subnets of one master, or without a master. */
  deleteAll(ids: readonly number[]): Promise<void>;
}
