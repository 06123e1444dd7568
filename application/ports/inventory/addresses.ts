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

/** All conditions must match. */
export interface AddressQuery {
  readonly subnetId?: number;
  readonly subnetIds?: readonly number[];
  readonly ip?: IpAddress;
  /** Case-insensitive. */
  readonly hostname?: string;
  /** Case-insensitive; an empty text: every address with a hostname. */
  readonly hostnamePrefix?: string;
  readonly mac?: string;
  readonly tag?: number;
  readonly deviceId?: number;
  readonly location?: number;
  /** Addresses of any subnet inside this network. */
  readonly inside?: Prefix;
  readonly range?: AddressRange;
  readonly custom?: CustomCondition;
  /** Addresses with the same host name (in any case) or MAC address as another address that the viewer sees. */
  readonly sharing?: 'hostname' | 'mac';
  /** Only subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  readonly where?: readonly StoredCondition[];
  /** address: numerically, then by id. subnet: by the subnet's id, then address. hostname: by hostname, then address. */
  readonly order: 'id' | 'address' | 'subnet' | 'hostname' | 'mac';
  /** Further conditions, and an order that replaces `order`. */
  readonly listQuery?: StoredQuery;
}

/** Free space read under the lock. */
export interface AllocationSpace {
  readonly subnet: LockedSubnet;
  readonly space: FreeSpace;
}

/** The locked subnet of a new address, and whether it contains the address already. */
export interface LockedPosition {
  readonly subnet: LockedSubnet;
  readonly isTaken: boolean;
}

export interface AddressReader {
  find(id: number): Promise<Address | undefined>;
  findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined>;
  list(query: AddressQuery): AsyncIterable<Address>;
  /** Counts at most `max` addresses. */
  count(query: AddressQuery, max?: number): Promise<number>;
  /** By id. Texts have no index, so the scan ends as soon as the reader stops. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<Address>;
  /**
   * The lowest addresses without a record, ascending.
   * @param range by default the subnet's network, which the caller then need not know
   */
  lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]>;
  /** The lowest free addresses and further facts for an allocation. */
  freeSpace(subnetId: number, max: number): Promise<FreeSpace>;
  /** Gaps between recorded addresses, cut to a range, in the requested order. */
  freeGaps(subnetId: number, look: GapQuery): Promise<Gap[]>;
  /**
   * The first free addresses of a range, in an order, that had a record until after `since`.
   * @param since in the time format of records
   */
  freedSince(subnetId: number, range: AddressRange, since: string, order: GapOrder, max: number): Promise<IpAddress[]>;
  /** The given addresses with a record. */
  usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]>;
  /** The lowest given address with a record. */
  findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined>;
  /** The lowest address with a record outside a range. */
  findOutside(subnetId: number, range: AddressRange): Promise<IpAddress | undefined>;
  /** Addresses with a hold until this time or earlier, the earliest end first. */
  expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]>;
}

export interface ExpiredHold {
  readonly id: number;
  readonly subnetId: number;
}

export interface ReverseRecordNote {
  readonly id: number;
  readonly subnetId: number;
  /** 0: none. */
  readonly PTR: number;
}

export interface AddressRepository extends AddressReader {
  lock(id: number): Promise<Address | undefined>;
  /**
   * Reads and locks existing addresses by ascending id.
   * @param skipsLocked leaves out addresses locked by other units of work instead of waiting
   */
  lockAll(ids: readonly number[], options?: { readonly skipsLocked?: boolean }): Promise<readonly Address[]>;
  /**
   * Locks a subnet (change), then reads its free space.
   * @returns undefined for an unknown subnet
   */
  lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined>;
  /**
   * Locks a subnet (change), then checks the address.
   * @returns undefined for an unknown subnet
   */
  lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined>;
  /** The subnet must be locked (change). @throws IpamError address.exists */
  insert(values: NewValues<Address>): Promise<number>;
  /**
   * Like `insert`; the storage may detect an error later, which then fails the unit of work.
   * @returns their ids, in the given order
   */
  insertAll(into: LockedSubnet, values: readonly NewValues<Address>[]): Promise<number[]>;
  update(id: number, changes: Changes<Address>): Promise<void>;
  /** Stores the last-seen time, unless a later one is stored. */
  noteSeen(ids: readonly number[], at: string): Promise<void>;
  /**
   * Stores the numbers of addresses that are still in the same position, and locks these.
   * @returns the previous numbers, only of addresses with a different one
   */
  noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]>;
  /**
   * The subnets must be locked (change).
   * @param at time for `freedSince`, in the format of records; without it, the deletion is not recorded there
   * @returns the number of deleted addresses
   */
  delete(ids: readonly number[], at?: string): Promise<number>;
  /**
   * Deletes the direct addresses; the subnet must be locked (change).
   * @param at as of delete
   */
  deleteAllIn(subnetId: number, at?: string): Promise<void>;
  /**
   * Deletes records for `freedSince`: from before a time, and the oldest beyond `max`; some at a time.
   * @returns the number of deleted records
   */
  forgetFreed(before: string, max: number): Promise<number>;
  /** Clears all gateway marks but one; the subnet must be locked (change). */
  clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void>;
  /** Both subnets must be locked (change). */
  moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void>;
}
