import type {
  AddressQuery,
  AddressRepository,
  AllocationSpace,
  ExpiredHold,
  LockedPosition,
  ReverseRecordNote,
} from '../../../application/ports/inventory/addresses.js';
import type { Changes, NewValues, TextSearch } from '../../../application/ports/inventory/records.js';
import { asLocked, type LockedSubnet } from '../../../application/ports/inventory/subnets.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import type { GapOrder, GapQuery } from '../../../domain/allocation/address-search.js';
import type { Gap } from '../../../domain/allocation/free-ranges.js';
import { type AddressRange, rangeContains } from '../../../domain/net/address-range.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { FreeSpace } from '../../../domain/subnet/usable-addresses.js';
import { deleteRecord } from '../records/deletion.js';
import { positionOf } from '../records/owners.js';
import { addressOf, insertRecord, subnetOf, unflatten, updateRecord } from '../records/records.js';
import { MemoryRepository } from '../records/state.js';
import { filtered, mapped, stream } from '../records/stream.js';
import { startsWith } from '../records/table.js';
import { foldCase } from '../records/text-order.js';
import { searchAddresses } from './address-search.js';
import { idsHeldUntil, searchRows } from './conditions.js';
import { freeGaps, freeSpace, lowestFree } from './free-addresses.js';
import { seesAddress } from './visibility.js';

/** @param all the compared addresses */
function sharedBy(by: 'hostname' | 'mac', all: Iterable<Address>): (address: Address) => boolean {
  const keyOf = (address: Address) => (by === 'mac' ? address.mac : address.hostname && foldCase(address.hostname));
  const numbers = new Map<string | null, number>();
  for (const address of all) numbers.set(keyOf(address), (numbers.get(keyOf(address)) ?? 0) + 1);
  return (address) => keyOf(address) !== null && (numbers.get(keyOf(address)) ?? 0) > 1;
}

export class MemoryAddressRepository extends MemoryRepository implements AddressRepository {
  readonly #freed = this.draft.collection('freedAddresses');

  async find(id: number): Promise<Address | undefined> {
    const row = this.#table.get(id);
    return row && addressOf(row);
  }

  async findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined> {
    const row = this.#table.firstUnder('place', [subnetId, positionOf(ip)]);
    return row && addressOf(row);
  }

  list(query: AddressQuery): AsyncIterable<Address> {
    return stream(this.#found(query));
  }

  async count(query: AddressQuery, max = Number.POSITIVE_INFINITY): Promise<number> {
    return Math.min([...this.#found(query)].length, max);
  }

  #found(query: AddressQuery): Iterable<Address> {
    const { state } = this.draft;
    const sees = (address: Address) => seesAddress(state, query.viewer, address);
    const found = filtered(searchAddresses(this.#table, query), sees);
    if (!query.sharing) return found;
    const isShared = sharedBy(query.sharing, filtered(searchAddresses(this.#table, { order: 'id' }), sees));
    return filtered(found, isShared);
  }

  search(search: TextSearch, viewer?: Principal): AsyncIterable<Address> {
    const { state } = this.draft;
    const found = mapped(searchRows(this.#table, search), (row) => addressOf(row));
    return stream(filtered(found, (address) => seesAddress(state, viewer, address)));
  }

  async lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]> {
    return lowestFree(this.draft, subnetId, max, range);
  }

  async freeSpace(subnetId: number, max: number): Promise<FreeSpace> {
    return freeSpace(this.draft, subnetId, max);
  }

  async freeGaps(subnetId: number, gapQuery: GapQuery): Promise<Gap[]> {
    return freeGaps(this.draft, subnetId, gapQuery);
  }

  async freedSince(subnetId: number, range: AddressRange, since: string, order: GapOrder, max: number): Promise<IpAddress[]> {
    const found = this.#freed
      .by('key', subnetId)
      .filter(({ ip, at }) => rangeContains(range, ip) && at > since)
      .map(({ ip }) => ip);
    return (order === 'ascending' ? found : found.toReversed()).slice(0, max);
  }

  async usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]> {
    return ips.filter((ip) => this.#table.firstUnder('place', [subnetId, positionOf(ip)]) !== undefined);
  }

  async findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined> {
    return (await this.usedAmong(subnetId, ips)).sort((a, b) => a.compare(b))[0];
  }

  async findOutside(subnetId: number, range: AddressRange): Promise<IpAddress | undefined> {
    const lowest = this.#firstFrom(subnetId);
    if (!lowest || !rangeContains(range, lowest)) return lowest;
    return this.#firstFrom(subnetId, positionOf(range.last) + 1n);
  }

  async expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]> {
    return idsHeldUntil(this.#table, subnetId === undefined ? ['held'] : ['heldInSubnet', subnetId], until, max).flatMap((id) => {
      const row = this.#table.get(id);
      return row ? [{ id, subnetId: addressOf(row).subnetId }] : [];
    });
  }

  /** The lowest address of a subnet at or above a position. */
  #firstFrom(subnetId: number, position?: bigint): IpAddress | undefined {
    const from = position === undefined ? [subnetId] : [subnetId, position];
    const next = this.#table.index('place').entries(from).next().value;
    const row = next && startsWith(next[0], [subnetId]) ? this.#table.get(next[1]) : undefined;
    return row && addressOf(row).ip;
  }

  get #table() {
    return this.draft.state.records.address;
  }

  lock(id: number): Promise<Address | undefined> {
    return this.find(id);
  }

  async lockAll(ids: readonly number[]): Promise<readonly Address[]> {
    const found = await Promise.all([...new Set(ids)].sort((a, b) => a - b).map((id) => this.lock(id)));
    return found.filter((address) => address !== undefined);
  }

  async lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined> {
    const subnet = this.#lockSubnet(subnetId);
    return subnet && { subnet, space: await this.freeSpace(subnetId, max) };
  }

  async lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined> {
    const subnet = this.#lockSubnet(subnetId);
    return subnet && { subnet, isTaken: (await this.findInSubnet(subnetId, ip)) !== undefined };
  }

  #lockSubnet(id: number): LockedSubnet | undefined {
    const row = this.draft.table('subnet').get(id);
    if (row) this.draft.locks.noteRow('subnet', id);
    return row && asLocked(subnetOf(row));
  }

  async insert(values: NewValues<Address>): Promise<number> {
    this.draft.requireLocked(values.subnetId);
    const record = unflatten(values);
    return insertRecord(this.draft, 'address', record.values, record.custom);
  }

  async insertAll(_into: LockedSubnet, addresses: readonly NewValues<Address>[]): Promise<number[]> {
    const ids: number[] = [];
    for (const address of addresses) ids.push(await this.insert(address));
    return ids;
  }

  async update(id: number, changes: Changes<Address>): Promise<void> {
    const record = unflatten(changes);
    updateRecord(this.draft, 'address', id, record.values, record.custom);
  }

  async noteSeen(ids: readonly number[], at: string): Promise<void> {
    for (const id of ids) {
      const address = await this.find(id);
      if (address && (address.lastSeen ?? '') < at) updateRecord(this.draft, 'address', id, { lastSeen: at }, {});
    }
  }

  async noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]> {
    const before: Pick<Address, 'id' | 'PTR'>[] = [];
    for (const { id, subnetId, PTR } of notes) {
      const address = await this.find(id);
      if (address?.subnetId !== subnetId || (address.PTR ?? 0) === PTR) continue;
      updateRecord(this.draft, 'address', id, { PTR }, {});
      before.push({ id, PTR: address.PTR });
    }
    return before;
  }

  async delete(ids: readonly number[], at?: string): Promise<number> {
    const deletedIds = await this.lockAll(ids);
    for (const address of deletedIds) {
      this.draft.requireLocked(address.subnetId);
      this.#noteFreed(address, at);
      deleteRecord(this.draft, 'address', address.id);
    }
    return deletedIds.length;
  }

  async deleteAllIn(subnetId: number, at?: string): Promise<void> {
    this.draft.requireLocked(subnetId);
    for (const address of this.#allUnder('place', subnetId)) {
      this.#noteFreed(address, at);
      deleteRecord(this.draft, 'address', address.id);
    }
  }

  #noteFreed({ subnetId, ip }: Pick<Address, 'subnetId' | 'ip'>, at: string | undefined): void {
    if (at !== undefined) this.#freed.save({ subnetId, ip, at });
  }

  async forgetFreed(before: string, max: number): Promise<number> {
    const oldest = this.#freed.rowsBy('at');
    return this.#freed.deleteRows(oldest.filter(({ value }, index) => value.at < before || index < oldest.length - max));
  }

  async clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void> {
    this.draft.requireLocked(subnetId);
    for (const { id } of this.#allUnder('gateway', subnetId)) {
      if (id !== exceptId) updateRecord(this.draft, 'address', id, { is_gateway: false, editDate }, {});
    }
  }

  async moveRange(fromSubnetId: number, toSubnetId: number, range: AddressRange): Promise<void> {
    for (const id of [fromSubnetId, toSubnetId]) this.draft.requireLocked(id);
    for (const { id, ip } of this.#allUnder('place', fromSubnetId)) {
      if (rangeContains(range, ip)) updateRecord(this.draft, 'address', id, { subnetId: toSubnetId }, {});
    }
    for (const { id, value } of this.#freed.rowsBy('key', fromSubnetId))
      if (rangeContains(range, value.ip)) this.#freed.put(id, { ...value, subnetId: toSubnetId });
  }

  #allUnder(index: string, subnetId: number): Iterable<Address> {
    return mapped(this.draft.table('address').under(index, [subnetId]), (row) => addressOf(row));
  }
}
