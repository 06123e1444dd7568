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
import type { Changes, CustomCondition, LockStrength, NewValues, TextSearch } from './records.js';

/**
 * network: by address, larger first. longestMask: by prefix length descending, then by address. tree: `descendantsOf` and its
 * descendants, depth first; siblings by network, folders first. section: folders by description, then networks by a column.
 * Descriptions are compared without regard to case. A descending order also applies to folders.
 */
export type SubnetOrder =
  | { readonly by: 'id' | 'network' | 'longestMask' }
  | { readonly by: 'tree' }
  | ({ readonly by: 'section' } & OrderOfSubnets);

export interface SubnetQuery {
  readonly ids?: readonly number[];
  readonly sectionId?: number;
  /** Direct children. null: subnets without master. */
  readonly masterSubnetId?: number | null;
  /** Descendants of a subnet, including itself. */
  readonly descendantsOf?: number;
  readonly vlanId?: number;
  /** null: subnets without VRF. */
  readonly vrfId?: number | null;
  readonly device?: number;
  readonly location?: number;
  readonly prefix?: Prefix;
  /** Networks that contain this prefix or lie within it. */
  readonly overlapping?: Prefix;
  /** Networks within this network, including itself. */
  readonly inside?: Prefix;
  readonly custom?: CustomCondition;
  readonly isFolder?: boolean;
  readonly isLeaf?: true;
  /**
   * Networks with an enabled scan or discovery that last began at this time or earlier, or that never began. null: all networks
   * with an enabled scan or discovery.
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

export interface SubnetListing {
  readonly subnet: Subnet;
  readonly gateway: Gateway | null;
  readonly nameserver: KindRecord | null;
}

/** A network for free space queries. Locked within a unit of work. */
export type FreeSpaceOwner = Pick<Network, 'id' | 'prefix'>;

export interface SubnetReader {
  find(id: number): Promise<Subnet | undefined>;
  findListing(id: number): Promise<SubnetListing | undefined>;
  list(query: SubnetQuery): AsyncIterable<SubnetListing>;
  /** Counts at most `max` subnets. */
  count(query: SubnetQuery, max?: number): Promise<number>;
  /** The ids of `list`, in the same order. */
  ids(query: SubnetQuery): AsyncIterable<number>;
  /** Subnets with a text, by id. Texts have no index; ending the iteration ends the scan. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<SubnetListing>;
  hasChildren(id: number): Promise<boolean>;
  /** The lowest or highest free prefix of a length; undefined if none is free. Only direct children occupy space. */
  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined>;
  /**
   * Gaps with room for a prefix of a length, clipped to a range, in any order. For each size of the largest block of a gap, at most
   * `perSize` gaps, counted from one end.
   */
  freeBlocks(network: FreeSpaceOwner, query: BlockQuery): Promise<Gap[]>;
  /** Gaps between direct children with room for a prefix of a length, ascending. */
  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap>;
  /**
   * The most specific network that overlaps a prefix; the lowest one of several.
   * @param exceptId a subnet to skip with its descendants
   */
  findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined>;
  /**
   * The first pair of networks, ordered by the lower id and then the higher id, that would overlap in a strict section after a
   * change. Only siblings in the same VRF, outside of folders, are compared.
   */
  findMerged(change: ContainerChange): Promise<NetworkPair | undefined>;
  /** The lowest direct child outside of a prefix. */
  findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined>;
  /** Ids of the subnet and its ancestors, nearest first. */
  ancestorIds(id: number): Promise<number[]>;
  /** Usage counts by subnet id, including all writes before the call. Ids without counts are omitted. */
  usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>>;
  followUsage(): Promise<void>;
  /** Ids of subnets whose hold ends at a time or earlier, by end of the hold. @param masterSubnetId only its direct children */
  expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]>;
}

declare const lockedBrand: unique symbol;

/** A subnet whose row is locked (change) until the unit of work ends. Only repositories create this type. */
export type LockedSubnet = Subnet & { readonly [lockedBrand]: true };

/** Marks a subnet as locked. Only for repositories. */
export const asLocked = (subnet: Subnet): LockedSubnet => subnet as LockedSubnet;

export interface AllocationMaster {
  readonly master: LockedSubnet;
  /** Whether a direct child has an expired hold. */
  readonly hasExpiredBelow: boolean;
}

/** Stores subnets. The memory storage can verify the required locks (checksLocks). */
export interface SubnetRepository extends SubnetReader {
  lock(id: number, strength: 'change'): Promise<LockedSubnet | undefined>;
  lock(id: number, strength: LockStrength): Promise<Subnet | undefined>;
  /** Locks rows (change) by ascending id. @returns the existing subnets, in this order */
  lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]>;
  /** Locks a row (change) without waiting, regardless of the lock order. @returns undefined if it is already locked */
  lockIfIdle(id: number): Promise<LockedSubnet | undefined>;
  /** Locks a subnet (change), then checks direct children for holds expired at a time. undefined for an unknown subnet. */
  lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined>;
  /** Inserts a subnet. The master, if any, must be locked (change). */
  insert(values: NewValues<Subnet>): Promise<number>;
  /** @returns the ids, in order */
  insertAll(below: LockedSubnet, values: readonly NewValues<Subnet>[]): Promise<number[]>;
  /** Updates a subnet. The old and new master, and the master of a resized network, must be locked (change). */
  update(id: number, changes: Changes<Subnet>): Promise<void>;
  /** Deletes a subnet with all descendants and their addresses. The master, if any, must be locked (change). */
  delete(id: number): Promise<boolean>;
  /** Like `delete`, for subnets of one master, or without master. */
  deleteAll(ids: readonly number[]): Promise<void>;
}
