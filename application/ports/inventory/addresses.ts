import type { Principal } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import type { GapOrder, GapQuery } from '../../../domain/allocation/address-search.js';
import type { Gap } from '../../../domain/allocation/free-ranges.js';
import type { StoredCondition } from '../../../domain/listing/condition.js';
import type { StoredQuery } from '../../../domain/listing/list-query.js';
import type { AddressRange } from '../../../domain/net/address-range.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { FreeSpace } from '../../../domain/subnet/usable-addresses.js';
import type { LockedSubnet } from './subnets.js';
import type { Changes, CustomCondition, NewValues, TextSearch } from './values.js';

/** Which addresses a list holds: all conditions together. */
export interface AddressQuery {
  readonly subnetId?: number;
  /** One of these subnets. */
  readonly subnetIds?: readonly number[];
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
  /** address: numerically, then by id. subnet: by the subnet's id, then address. hostname: by hostname, then address. */
  readonly order: 'id' | 'address' | 'subnet' | 'hostname' | 'mac';
  /** Further conditions, and an order that takes the place of `order`. */
  readonly listQuery?: StoredQuery;
}

/** A subnet that is locked for the allocation of addresses, and its free space as it is while it is locked. */
export interface AllocationSpace {
  readonly subnet: LockedSubnet;
  readonly space: FreeSpace;
}

/** A subnet that is locked for an address to be added, and whether it holds the address already. */
export interface LockedPosition {
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
  freeGaps(subnetId: number, look: GapQuery): Promise<Gap[]>;
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

/** Which reverse record an address of a subnet has. */
export interface ReverseRecordNote {
  readonly id: number;
  readonly subnetId: number;
  /** 0: none. */
  readonly PTR: number;
}

/** Stores addresses. */
export interface AddressRepository extends AddressReader {
  /** Reads an address and locks it. */
  lock(id: number): Promise<Address | undefined>;
  /**
   * Those of some addresses that are there, by ascending id; locks them in this order.
   * @param skipsLocked whether those are left out that another unit of work has locked, so that nothing is waited for
   */
  lockAll(ids: readonly number[], options?: { readonly skipsLocked?: boolean }): Promise<readonly Address[]>;
  /**
   * Locks a subnet (change), and reads its free space as it is while it is locked. @param max as of freeSpace
   * @returns undefined when there is no such subnet
   */
  lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined>;
  /**
   * Locks a subnet (change), and looks whether it holds an address while it is locked.
   * @returns undefined when there is no such subnet
   */
  lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined>;
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
   * Notes the numbers of the reverse records of some addresses, of those that are still where they were; locks these.
   * @returns what was noted before, of those of which it was another one
   */
  noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]>;
  /**
   * Deletes addresses, whose subnets must be locked (change).
   * @param at when, as records hold times: freedSince knows it from then on; without it, it does not
   * @returns how many of them were there
   */
  delete(ids: readonly number[], at?: string): Promise<number>;
  /** Deletes every address that stands directly in a subnet, which must be locked (change). @param at as of delete */
  deleteAllIn(subnetId: number, at?: string): Promise<void>;
  /** Forgets when addresses were freed: those that were before a time, and the oldest beyond so many; some at once. @returns how many */
  forgetFreed(before: string, max: number): Promise<number>;
  /** Takes the gateway mark from every address of a subnet, which must be locked (change), but one. */
  clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void>;
  /** Moves the addresses within a range from one subnet to another; both must be locked (change). */
  moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void>;
}
