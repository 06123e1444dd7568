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
 * Order of a list of subnets. network: by network address, larger first. longestMask: by prefix length descending, then
 * address. tree: `descendantsOf` and all below it, parent by parent: each subnet before those below it, siblings by network, folders first. section: folders first by description, then
 * networks by a column. Descriptions are compared with their case folded, and go down for folders too when that is asked for.
 */
export type SubnetOrder =
  | { readonly by: 'id' | 'network' | 'longestMask' }
  | { readonly by: 'tree' }
  | ({ readonly by: 'section' } & OrderOfSubnets);

/** Which subnets a list holds: all conditions together. */
export interface SubnetQuery {
  readonly ids?: readonly number[];
  readonly sectionId?: number;
  /** Direct children; null: those without a master. */
  readonly masterSubnetId?: number | null;
  /** The subnet itself and everything below it. */
  readonly descendantsOf?: number;
  readonly vlanId?: number;
  /** null: those without a VRF. */
  readonly vrfId?: number | null;
  readonly device?: number;
  readonly location?: number;
  /** Exactly this network. */
  readonly prefix?: Prefix;
  /** Networks that hold this one or lie in it. */
  readonly overlapping?: Prefix;
  /** This network and those that lie in it. */
  readonly inside?: Prefix;
  readonly custom?: CustomCondition;
  readonly isFolder?: boolean;
  /** Those without children. */
  readonly isLeaf?: true;
  /**
   * Networks that ask for scans (pingSubnet) or discoveries (discoverSubnet), and whose last one began at this time or earlier;
   * null: whenever it began.
   */
  readonly scanDue?: string | null;
  /** Only subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  /** Further conditions. */
  readonly where?: readonly StoredCondition[];
  readonly order: SubnetOrder;
  /** Further conditions, and an order that takes the place of `order`. */
  readonly listQuery?: StoredQuery;
}

/** The address of a subnet that is marked as its gateway. */
export interface Gateway {
  readonly id: number;
  readonly ip: IpAddress;
}

/** A subnet with what its record shows of other records. */
export interface SubnetListing {
  readonly subnet: Subnet;
  readonly gateway: Gateway | null;
  readonly nameserver: KindRecord | null;
}

/** A network whose free space is asked for: as it was read, and in a unit of work, locked. */
export type FreeSpaceOwner = Pick<Network, 'id' | 'prefix'>;

/** Reads subnets. */
export interface SubnetReader {
  find(id: number): Promise<Subnet | undefined>;
  findListing(id: number): Promise<SubnetListing | undefined>;
  list(query: SubnetQuery): AsyncIterable<SubnetListing>;
  /** How many `list` gives; no more than `max` are counted. */
  count(query: SubnetQuery, max?: number): Promise<number>;
  /** The ids of what `list` gives, in the same order. */
  ids(query: SubnetQuery): AsyncIterable<number>;
  /** By id. No index knows what is within texts: ends as early as the reader does. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<SubnetListing>;
  hasChildren(id: number): Promise<boolean>;
  /** The lowest or highest prefix of a length in a network that overlaps no direct child; none of a length that does not fit. */
  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined>;
  /** Gaps in which a prefix of a length has room, of each size some from one end, cut to a range; in any order. */
  freeBlocks(network: FreeSpaceOwner, look: BlockQuery): Promise<Gap[]>;
  /** What direct children leave of a network: the gaps in which a prefix of a length has room, ascending. */
  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap>;
  /**
   * The network in a scope that overlaps a prefix: the one with the longest mask, the lowest of those.
   * @param exceptId a subnet that is passed over together with everything below it
   */
  findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined>;
  /**
   * The first two networks that overlap in a strict section once a change of a container is done: siblings of one VRF, not
   * below a folder. By the ids of both.
   */
  findMerged(change: ContainerChange): Promise<NetworkPair | undefined>;
  /** The lowest direct child that does not lie inside a prefix; one that is just as large does not. */
  findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined>;
  /** Ids of the subnet and of everything above it, nearest first. */
  ancestorIds(id: number): Promise<number[]>;
  /**
   * What usage of some subnets is computed from, by their ids, of what was stored before it was asked for. Ids that nothing has
   * are left out.
   */
  usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>>;
  /** Has what is kept of usage follow what was stored, as usageCounts does for whoever asks. */
  followUsage(): Promise<void>;
  /**
   * Ids of subnets that are held until a time or earlier, those that ended first at first.
   * @param masterSubnetId only direct children of this subnet
   */
  expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]>;
}

declare const lockedMark: unique symbol;

/**
 * A subnet whose row is locked (change) until the unit of work ends. Only repositories make one: who has it has the lock.
 */
export type LockedSubnet = Subnet & { readonly [lockedMark]: true };

/** Marks a subnet as locked. For repositories, which have locked it. */
export const markLocked = (subnet: Subnet): LockedSubnet => subnet as LockedSubnet;

/** A subnet that is locked for the allocation of networks below it. */
export interface AllocationMaster {
  readonly master: LockedSubnet;
  /** Whether the hold of a network directly below it has expired. */
  readonly hasExpiredBelow: boolean;
}

/** Stores subnets. Which ones must be locked for a write, the storage in memory can check (checksLocks). */
export interface SubnetRepository extends SubnetReader {
  /** Reads a subnet and locks it. */
  lock(id: number, strength: 'change'): Promise<LockedSubnet | undefined>;
  lock(id: number, strength: LockStrength): Promise<Subnet | undefined>;
  /** Reads several subnets and locks them (change) by ascending id. @returns those that are there, in this order */
  lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]>;
  /** Reads a subnet and locks it (change), unless somebody else holds it: waits for nobody, so it may come in any order. */
  lockIfIdle(id: number): Promise<LockedSubnet | undefined>;
  /**
   * Locks a subnet (change), and looks for expired holds directly below it, as they are while it is locked.
   * @param at now, as records hold times @returns undefined when there is no such subnet
   */
  lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined>;
  /** Its master, if any, must be locked (change). */
  insert(values: NewValues<Subnet>): Promise<number>;
  /** Adds several below one master, as insert does. @returns their ids, in the order in which the subnets were given */
  insertAll(below: LockedSubnet, values: readonly NewValues<Subnet>[]): Promise<number[]>;
  /** The masters from and to which it moves, and that of a network which changes its size, must be locked (change). */
  update(id: number, changes: Changes<Subnet>): Promise<void>;
  /** Deletes it with all descendants and their addresses. Its master, if any, must be locked (change). @returns whether it was there */
  delete(id: number): Promise<boolean>;
  /** Deletes several subnets of one master, or several without a master, as `delete` does each. */
  deleteAll(ids: readonly number[]): Promise<void>;
}
