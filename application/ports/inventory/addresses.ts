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

/** Filter of a list of addresses: all conditions must match. */
export interface AddressQuery {
  readonly subnetId?: number;
  readonly subnetIds?: readonly number[];
  readonly ip?: IpAddress;
  /** Case-insensitive. */
  readonly hostname?: string;
  /** Prefix of the hostname, case-insensitive; an empty text: every address with a hostname. */
  readonly hostnamePrefix?: string;
  readonly mac?: string;
  readonly tag?: number;
  readonly deviceId?: number;
  readonly location?: number;
  /** Addresses inside this network, of any subnet. */
  readonly inside?: Prefix;
  readonly range?: AddressRange;
  readonly custom?: CustomCondition;
  /** Only addresses of subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  /** Further conditions. */
  readonly where?: readonly StoredCondition[];
  /** address: numerically, then by id. subnet: by the subnet's id, then address. hostname: by hostname, then address. */
  readonly order: 'id' | 'address' | 'subnet' | 'hostname' | 'mac';
  /** Further conditions, and an order that replaces `order`. */
  readonly listQuery?: StoredQuery;
}

/** A subnet locked for the allocation of addresses, and its free space under this lock. */
export interface AllocationSpace {
  readonly subnet: LockedSubnet;
  readonly space: FreeSpace;
}

/** A subnet locked for a new address; `isTaken`: the subnet contains the address already. */
export interface LockedPosition {
  readonly subnet: LockedSubnet;
  readonly isTaken: boolean;
}

export interface AddressReader {
  find(id: number): Promise<Address | undefined>;
  findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined>;
  list(query: AddressQuery): AsyncIterable<Address>;
  /** Number of addresses of `list`, counted up to `max`. */
  count(query: AddressQuery, max?: number): Promise<number>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<Address>;
  /**
   * The lowest addresses without a record in the subnet, ascending, at most `max`.
   * @param range by default the subnet's network, which the caller then need not know
   */
  lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]>;
  /** The lowest free addresses of a subnet's network (lowestFree), and the other facts for an allocation. */
  freeSpace(subnetId: number, max: number): Promise<FreeSpace>;
  /** The gaps between the recorded addresses of a subnet, cut to a range, in the requested order. */
  freeGaps(subnetId: number, look: GapQuery): Promise<Gap[]>;
  /**
   * The first addresses of a range in an order that were recorded after some time and are free now.
   * @param since exclusive, in the time format of records
   */
  freedSince(subnetId: number, range: AddressRange, since: string, order: GapOrder, max: number): Promise<IpAddress[]>;
  /** The given addresses that are recorded in the subnet. */
  usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]>;
  /** The lowest given address that is recorded in the subnet. */
  findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined>;
  /** The lowest recorded address of a subnet outside a range. */
  findOutside(subnetId: number, range: AddressRange): Promise<IpAddress | undefined>;
  /**
   * Addresses with a hold that ends at a time or earlier, the earliest end first.
   * @param subnetId only addresses of this subnet
   */
  expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]>;
}

export interface ExpiredHold {
  readonly id: number;
  readonly subnetId: number;
}

/** The number of an address's reverse record. */
export interface ReverseRecordNote {
  readonly id: number;
  readonly subnetId: number;
  /** 0: none. */
  readonly PTR: number;
}

export interface AddressRepository extends AddressReader {
  lock(id: number): Promise<Address | undefined>;
  /**
   * Reads and locks the existing addresses of the given ids, by ascending id.
   * @param skipsLocked leaves out addresses locked by other units of work instead of waiting
   */
  lockAll(ids: readonly number[], options?: { readonly skipsLocked?: boolean }): Promise<readonly Address[]>;
  /**
   * Locks a subnet (change), then reads its free space.
   * @param max as of freeSpace
   * @returns undefined for an unknown subnet
   */
  lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined>;
  /**
   * Locks a subnet (change), then checks whether it contains an address.
   * @returns undefined for an unknown subnet
   */
  lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined>;
  /**
   * Adds an address to a subnet, which must be locked (change).
   * @throws IpamError address.exists when the subnet contains the address already
   */
  insert(values: NewValues<Address>): Promise<number>;
  /**
   * Adds addresses to a subnet, as `insert` does. The storage may detect an error later, which then fails the unit of work.
   * @returns their ids, in the given order
   */
  insertAll(into: LockedSubnet, values: readonly NewValues<Address>[]): Promise<number[]>;
  update(id: number, changes: Changes<Address>): Promise<void>;
  /** Updates the last-seen time of addresses that do not have a later one. */
  noteSeen(ids: readonly number[], at: string): Promise<void>;
  /**
   * Stores the reverse record numbers of addresses that are still in the same position, and locks these.
   * @returns the previous numbers, only of addresses with a different one
   */
  noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]>;
  /**
   * Deletes addresses, whose subnets must be locked (change).
   * @param at the time of the deletion for `freedSince`, in the time format of records; without it, the deletion is not recorded
   * there
   * @returns the number of deleted addresses
   */
  delete(ids: readonly number[], at?: string): Promise<number>;
  /**
   * Deletes every direct address of a subnet, which must be locked (change).
   * @param at as of delete
   */
  deleteAllIn(subnetId: number, at?: string): Promise<void>;
  /**
   * Deletes some of the records for `freedSince`: those before a time, and the oldest beyond `max`.
   * @returns the number of deleted records
   */
  forgetFreed(before: string, max: number): Promise<number>;
  /** Clears the gateway mark of every address but one of a subnet, which must be locked (change). */
  clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void>;
  /** Moves the addresses of a range to another subnet; both subnets must be locked (change). */
  moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void>;
}
