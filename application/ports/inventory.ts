import type { Address } from '../../domain/address/address.js';
import type { GapLook, GapOrder } from '../../domain/allocation/address-search.js';
import type { End, Gap } from '../../domain/allocation/free-ranges.js';
import type { BlockLook } from '../../domain/allocation/subnet-choice.js';
import type { FreeSpace } from '../../domain/allocation/usable-addresses.js';
import type { CustomScalar } from '../../domain/catalog/custom-value.js';
import type { FieldValue } from '../../domain/catalog/field.js';
import type { KindRecord } from '../../domain/catalog/kind.js';
import type { KindName } from '../../domain/catalog/kinds.js';
import type { StoredCondition } from '../../domain/listing/condition.js';
import type { StoredQuery } from '../../domain/listing/list-query.js';
import type { AddressRange } from '../../domain/net/address-range.js';
import type { IpAddress } from '../../domain/net/ip-address.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Principal } from '../../domain/permission/access-policy.js';
import type { OrderOfSubnets, Section } from '../../domain/section/section.js';
import type { OverlapScope } from '../../domain/subnet/place.js';
import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import type { UsageCounts } from '../../domain/subnet/usage.js';

/**
 * Values of a record about to be stored: by field name, custom values under `custom`. In a change only what is named is
 * written, and `custom` replaces the named custom values only.
 */
export type NewValues<R> = Omit<R, 'id'>;
export type Changes<R> = Partial<Omit<R, 'id'>>;

/**
 * How strongly a row is held until the unit of work ends. `share`: it stays as it is, others may hold it so too.
 * `change`: others wait; records that merely refer to it may still be added.
 */
export type LockStrength = 'share' | 'change';

/** Holds for records with this value of a custom field: exactly this one, or a text that differs in case only (foldCase). */
export interface CustomCondition {
  readonly field: string;
  readonly value: CustomScalar;
  readonly ignoresCase?: boolean;
}

/** Holds for records in which a text occurs, whatever the case of its letters (caseVariants of the domain). */
export interface TextSearch {
  readonly text: string;
  /** Fields in which it may occur: texts, and numbers as they print. */
  readonly fields: readonly string[];
  /** Custom fields in which it may occur. */
  readonly custom: readonly string[];
  /** Whether somebody still waits for what is found: where not, the search ends early. */
  readonly isWanted?: () => boolean;
}

/** Reads sections. */
export interface SectionReader {
  find(id: number): Promise<Section | undefined>;
  /** Without regard to case. */
  findByName(name: string): Promise<Section | undefined>;
  /**
   * By `order` (unset first), then names of fewer bytes first, then by name bytewise.
   * @param viewer only sections on which this principal has at least level 1
   * @param listQuery further conditions, and an order that takes the place of this one
   */
  list(viewer?: Principal, listQuery?: StoredQuery): AsyncIterable<Section>;
  /** How many `list` gives. */
  count(viewer?: Principal, listQuery?: StoredQuery): Promise<number>;
  hasChildren(id: number): Promise<boolean>;
}

/** Stores sections. */
export interface SectionRepository extends SectionReader {
  /** Reads a section and locks it. */
  lock(id: number, strength: LockStrength): Promise<Section | undefined>;
  /** @returns the new id. @throws IpamError section.nameTaken (without regard to case) */
  insert(values: NewValues<Section>): Promise<number>;
  /** @throws IpamError section.nameTaken */
  update(id: number, changes: Changes<Section>): Promise<void>;
  /** Deletes it with its child sections, all their subnets and addresses. @returns whether it was there */
  delete(id: number): Promise<boolean>;
}

/**
 * Order of a list of subnets. network: by network address, larger first. longestMask: by prefix length descending, then
 * address. depth: level by level below `descendantsOf`, by id within a level. section: folders first by description, then
 * networks by a column. Descriptions are compared with their case folded, and go down for folders too when that is asked for.
 */
export type SubnetOrder =
  | { readonly by: 'id' | 'network' | 'longestMask' | 'depth' }
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
  freeBlocks(network: FreeSpaceOwner, look: BlockLook): Promise<Gap[]>;
  /** What direct children leave of a network: the gaps in which a prefix of a length has room, ascending. */
  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap>;
  /**
   * The network in a scope that overlaps a prefix: the one with the longest mask, the lowest of those.
   * @param exceptId a subnet that is passed over together with everything below it
   */
  findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined>;
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
}

/** Which addresses a list holds: all conditions together. */
export interface AddressQuery {
  readonly subnetId?: number;
  readonly ip?: IpAddress;
  /** Without regard to case. */
  readonly hostname?: string;
  /** Leading part of the hostname, without regard to case; an empty text: every address with a hostname. */
  readonly hostnamePrefix?: string;
  readonly mac?: string;
  readonly tag?: number;
  readonly deviceId?: number;
  readonly location?: number;
  /** Addresses that lie in this network, whatever their subnets are. */
  readonly inside?: Prefix;
  readonly range?: AddressRange;
  readonly custom?: CustomCondition;
  /** Only addresses of subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  /** Further conditions. */
  readonly where?: readonly StoredCondition[];
  /** address: numerically, then by id. hostname: by hostname, then address. */
  readonly order: 'id' | 'address' | 'hostname' | 'mac';
  /** Further conditions, and an order that takes the place of `order`. */
  readonly listQuery?: StoredQuery;
}

declare const lockedMark: unique symbol;

/**
 * A subnet whose row is locked (change) until the unit of work ends. Only repositories make one: who has it has the lock.
 */
export type LockedSubnet = Subnet & { readonly [lockedMark]: true };

/** Marks a subnet as locked. For repositories, which have locked it. */
export const markLocked = (subnet: Subnet): LockedSubnet => subnet as LockedSubnet;

/** A subnet that is locked for the allocation of addresses, and its free space as it is while it is locked. */
export interface AllocationSpace {
  readonly subnet: LockedSubnet;
  readonly space: FreeSpace;
}

/** A subnet that is locked for an address to be added, and whether it holds the address already. */
export interface LockedPlace {
  readonly subnet: LockedSubnet;
  readonly isTaken: boolean;
}

/** Reads addresses. */
export interface AddressReader {
  find(id: number): Promise<Address | undefined>;
  findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined>;
  list(query: AddressQuery): AsyncIterable<Address>;
  /** How many `list` gives; no more than `max` are counted. */
  count(query: AddressQuery, max?: number): Promise<number>;
  /** By id. No index knows what is within texts: ends as early as the reader does. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<Address>;
  /**
   * The lowest addresses that the subnet does not hold, ascending, at most so many.
   * @param range where they may lie; by default in the subnet's network, so that it need not be known yet
   */
  lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]>;
  /** The lowest free addresses of a subnet's network, as lowestFree gives them, and what else decides on them. */
  freeSpace(subnetId: number, max: number): Promise<FreeSpace>;
  /** The gaps between the addresses that a subnet holds, cut to a range, in the order that is asked for. */
  freeGaps(subnetId: number, look: GapLook): Promise<Gap[]>;
  /**
   * Addresses of a range that the subnet no longer holds, and held until some time, in an order; the first ones.
   * @param since later than this, as records hold times
   */
  freedSince(subnetId: number, range: AddressRange, since: string, order: GapOrder, max: number): Promise<IpAddress[]>;
  /** Those of some addresses that the subnet holds. */
  usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]>;
  /** The lowest of some addresses that the subnet holds. */
  findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined>;
  /** The lowest address that a subnet holds outside a range. */
  findOutside(subnetId: number, range: AddressRange): Promise<IpAddress | undefined>;
  /** Addresses that are held until a time or earlier, those that ended first at first. @param subnetId only those of this subnet */
  expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]>;
}

/** An address whose hold has expired. */
export interface ExpiredHold {
  readonly id: number;
  readonly subnetId: number;
}

/** Stores addresses. */
export interface AddressRepository extends AddressReader {
  /** Reads an address and locks it. */
  lock(id: number): Promise<Address | undefined>;
  /**
   * Locks a subnet (change), and reads its free space as it is while it is locked. @param max as of freeSpace
   * @returns undefined when there is no such subnet
   */
  lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined>;
  /**
   * Locks a subnet (change), and looks whether it holds an address while it is locked.
   * @returns undefined when there is no such subnet
   */
  lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPlace | undefined>;
  /**
   * Adds an address to a subnet, which must be locked (change).
   * @throws IpamError address.exists when the subnet holds the address already
   */
  insert(values: NewValues<Address>): Promise<number>;
  /**
   * Adds several to a subnet, as insert does. The storage may find out later what is wrong, which then makes the unit of
   * work fail.
   * @returns their ids, in the order in which the addresses were given
   */
  insertAll(into: LockedSubnet, values: readonly NewValues<Address>[]): Promise<number[]>;
  update(id: number, changes: Changes<Address>): Promise<void>;
  /** Notes when some addresses were seen, of those that were not seen later. */
  noteSeen(ids: readonly number[], at: string): Promise<void>;
  /**
   * Deletes an address of a subnet, which must be locked (change).
   * @param at when, as records hold times: freedSince knows it from then on; without it, it does not
   * @returns whether it was there
   */
  delete(id: number, at?: string): Promise<boolean>;
  /** Deletes every address that stands directly in a subnet, which must be locked (change). @param at as of delete */
  deleteAllIn(subnetId: number, at?: string): Promise<void>;
  /** Forgets when addresses were freed: those that were before a time, and the oldest beyond so many; some at once. @returns how many */
  forgetFreed(before: string, max: number): Promise<number>;
  /** Takes the gateway mark from every address of a subnet, which must be locked (change), but one. */
  clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void>;
  /** Moves the addresses within a range from one subnet to another; both must be locked (change). */
  moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void>;
}

/** Which records of a kind a list holds: those with all of these values. */
export type KindQuery = Readonly<Record<string, FieldValue>>;

/** Reads records of the catalogue's kinds, one implementation for all of them. */
export interface CatalogReader {
  find(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** By id. */
  list(kind: KindName, where?: KindQuery, custom?: CustomCondition): AsyncIterable<KindRecord>;
  /** Those with all of these values that a list asks for besides, in its order. */
  select(kind: KindName, where: KindQuery, listQuery: StoredQuery): AsyncIterable<KindRecord>;
  /** How many `select` gives. */
  count(kind: KindName, where: KindQuery, listQuery: StoredQuery): Promise<number>;
  /** By id. No index knows what is within texts: ends as early as the reader does. */
  search(kind: KindName, search: TextSearch): AsyncIterable<KindRecord>;
}

/** Stores records of the catalogue's kinds. */
export interface CatalogRepository extends CatalogReader {
  lock(kind: KindName, id: number): Promise<KindRecord | undefined>;
  /** @throws IpamError kind.taken when a unique combination exists already */
  insert(kind: KindName, values: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<number>;
  /** @throws IpamError kind.taken */
  update(kind: KindName, id: number, changes: Readonly<Record<string, FieldValue>>, custom: KindRecord['custom']): Promise<void>;
  /** Deletes it; what refers to it is cleared, moved or deleted as its references say. @returns whether it was there */
  delete(kind: KindName, id: number): Promise<boolean>;
}
