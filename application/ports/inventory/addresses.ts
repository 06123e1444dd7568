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
import type { Changes, CustomCondition, NewValues, TextSearch } from './records.js';
import type { LockedSubnet } from './subnets.js';

/** A query for addresses. All conditions must match. */
export interface AddressQuery {
  readonly subnetId?: number;
  readonly subnetIds?: readonly number[];
  readonly ip?: IpAddress;
  /** Without regard to case. */
  readonly hostname?: string;
  /** Without regard to case. An empty text: every address with a host name. */
  readonly hostnamePrefix?: string;
  readonly mac?: string;
  readonly tag?: number;
  readonly deviceId?: number;
  readonly location?: number;
  /** Addresses of all subnets within this network. */
  readonly inside?: Prefix;
  readonly range?: AddressRange;
  readonly custom?: CustomCondition;
  /** Addresses with the host name (without regard to case) or MAC address of another address visible to the viewer. */
  readonly sharing?: 'hostname' | 'mac';
  /** Only subnets on which this principal has at least level 1. */
  readonly viewer?: Principal;
  readonly where?: readonly StoredCondition[];
  /** address: numerically, then by id. subnet: by subnet id, then by address. hostname: by host name, then by address. */
  readonly order: 'id' | 'address' | 'subnet' | 'hostname' | 'mac';
  /** Further conditions, and an order that replaces `order`. */
  readonly listQuery?: StoredQuery;
}

export interface AllocationSpace {
  readonly subnet: LockedSubnet;
  readonly space: FreeSpace;
}

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
  /** Addresses with a text, by id. Texts have no index; ending the iteration ends the scan. */
  search(search: TextSearch, viewer?: Principal): AsyncIterable<Address>;
  /** The lowest unregistered addresses, ascending. @param range default: the network of the subnet */
  lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]>;
  freeSpace(subnetId: number, max: number): Promise<FreeSpace>;
  /** Gaps between registered addresses, clipped to a range, in the requested order. */
  freeGaps(subnetId: number, query: GapQuery): Promise<Gap[]>;
  /** The first addresses of a range, in the given order, that were freed after `since`. @param since in the format of records */
  freedSince(subnetId: number, range: AddressRange, since: string, order: GapOrder, max: number): Promise<IpAddress[]>;
  usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]>;
  findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined>;
  findOutside(subnetId: number, range: AddressRange): Promise<IpAddress | undefined>;
  /** Addresses whose hold ends at a time or earlier, by end of the hold. */
  expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]>;
}

export interface ExpiredHold {
  readonly id: number;
  readonly subnetId: number;
}

export interface ReverseRecordNote {
  readonly id: number;
  readonly subnetId: number;
  /** Reverse record id; 0: none. */
  readonly PTR: number;
}

export interface AddressRepository extends AddressReader {
  lock(id: number): Promise<Address | undefined>;
  /** Reads and locks addresses by ascending id. @param options `skipsLocked`: omits locked addresses instead of waiting */
  lockAll(ids: readonly number[], options?: { readonly skipsLocked?: boolean }): Promise<readonly Address[]>;
  /** Locks a subnet (change), then reads its free space. undefined for an unknown subnet. */
  lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined>;
  /** Locks a subnet (change), then checks the address. undefined for an unknown subnet. */
  lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined>;
  /** Inserts an address. The subnet must be locked (change). @throws IpamError address.exists */
  insert(values: NewValues<Address>): Promise<number>;
  /** Inserts addresses. The storage may report errors later; they then fail the unit of work. @returns their ids, in order */
  insertAll(into: LockedSubnet, values: readonly NewValues<Address>[]): Promise<number[]>;
  update(id: number, changes: Changes<Address>): Promise<void>;
  /** Stores the last-seen time, unless a later one is stored. */
  noteSeen(ids: readonly number[], at: string): Promise<void>;
  /**
   * Locks addresses and stores their reverse record ids, except for addresses that are no longer in the noted subnet.
   * @returns the previous reverse record ids of the addresses whose id changed
   */
  noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]>;
  /**
   * Deletes addresses and returns their number. The subnets must be locked (change).
   * @param at time of the release that `freedSince` reads, in the format of records; undefined: the release is not recorded
   */
  delete(ids: readonly number[], at?: string): Promise<number>;
  /** Deletes the addresses of a subnet, but not those of descendants. The subnet must be locked (change). @param at as in delete */
  deleteAllIn(subnetId: number, at?: string): Promise<void>;
  /**
   * Deletes the records that `freedSince` reads: those before a time, and the oldest ones if more than `max` exist. One call may
   * leave some for the next call. Returns the number of deleted records.
   */
  forgetFreed(before: string, max: number): Promise<number>;
  /** Clears all gateway flags except one. The subnet must be locked (change). */
  clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void>;
  /** Moves addresses. Both subnets must be locked (change). */
  moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void>;
}
