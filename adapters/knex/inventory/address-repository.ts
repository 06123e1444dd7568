import { idAt } from '../../../application/inventory/address-writes.js';
import { chunked } from '../../../application/listing.js';
import type {
  AddressQuery,
  AddressRepository,
  AllocationSpace,
  ExpiredHold,
  LockedPosition,
  ReverseRecordNote,
} from '../../../application/ports/inventory/addresses.js';
import type { LockedSubnet } from '../../../application/ports/inventory/subnets.js';
import type { Changes, NewValues, TextSearch } from '../../../application/ports/inventory/values.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import type { GapOrder, GapQuery } from '../../../domain/allocation/address-search.js';
import type { Gap } from '../../../domain/allocation/free-ranges.js';
import type { AddressRange } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { FreeSpace } from '../../../domain/subnet/usable-addresses.js';
import type { TextRow } from '../connection/statement.js';
import { FreeAddresses } from '../free-space/free-addresses.js';
import { findFreed, forgetFreed, moveFreed, noteAllFreed } from '../free-space/free-gap-statements.js';
import { customOf } from '../lists/list-conditions.js';
import { narrowedByCustom } from '../records/custom-condition.js';
import { foldCase, isId, lookupId } from '../records/field-columns.js';
import { countRows, listChunks } from '../records/keyset-list.js';
import type { NewIds } from '../records/new-ids.js';
import { dropDeletedObjects } from '../records/object-ids.js';
import { documentsOf, type ExtraColumns, splitValues } from '../records/record-table.js';
import { SessionRepository } from '../records/repository.js';
import { subnetTable, addressTable as table } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { visibleAddresses } from '../records/visibility.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';
import { recordRetagging, withUsageChanges } from '../usage/usage-changes.js';
import { addressConditions, addressSegments } from './address-query.js';
import {
  addressInSubnet,
  deleteAddresses,
  existingAmong,
  expired,
  expiredInSubnet,
  insertAddressRows,
  insertFromLowerEnd,
  lockAddresses,
  lockAddressesAtOnce,
  lowestOf,
  lowestOutside,
  moveAddresses,
  noteReverseRecords,
  recordSeen,
  selection,
} from './address-statements.js';

/** Maximum number of release times deleted by one statement. */
const maxForgotten = 5000;

export class KnexAddressRepository extends SessionRepository implements AddressRepository {
  readonly #free: FreeAddresses;
  readonly #ids: NewIds;

  constructor(session: Session, ids: NewIds, free = new FreeAddresses(session)) {
    super(session);
    this.#ids = ids;
    this.#free = free;
  }

  async find(id: number): Promise<Address | undefined> {
    return address(await table.find(this.session, id));
  }

  async findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined> {
    return address((await this.session.lookup(addressInSubnet, { subnetId: lookupId(subnetId), ip: ip.toString() }))[0]);
  }

  list(query: AddressQuery): AsyncIterable<Address> {
    const session = this.session;
    return chunked(async function* () {
      const narrowed = await narrowedByCustom(session, table.name, query.custom ?? customOf(query.listQuery));
      for await (const rows of listChunks(session, selection, addressSegments(query, narrowed), query.listQuery?.max))
        yield rows.map((row) => table.readFlat<Address>(row));
    });
  }

  async count(query: AddressQuery, max?: number): Promise<number> {
    const narrowed = await narrowedByCustom(this.session, table.name, query.custom ?? customOf(query.listQuery));
    return countRows(this.session, table.name, [...addressConditions(query), ...narrowed], max);
  }

  async *search(search: TextSearch, viewer?: Principal): AsyncGenerator<Address> {
    const rows = searchRows(this.session, table, search, selection, visibleAddresses(viewer));
    for await (const row of rows) yield table.readFlat<Address>(row);
  }

  lowestFree(subnetId: number, max: number, range?: AddressRange): Promise<IpAddress[]> {
    return this.#free.lowest(subnetId, max, range);
  }

  freeSpace(subnetId: number, max: number): Promise<FreeSpace> {
    return this.#free.space(subnetId, max);
  }

  freeGaps(subnetId: number, gapQuery: GapQuery): Promise<Gap[]> {
    return this.#free.gaps(subnetId, gapQuery);
  }

  async freedSince(
    subnetId: number,
    { first, last }: AddressRange,
    since: string,
    order: GapOrder,
    max: number,
  ): Promise<IpAddress[]> {
    const parameters = { subnetId: lookupId(subnetId), first: first.toString(), last: last.toString(), since, max };
    return (await this.session.prepared(findFreed[order], parameters)).map(({ ip }) => IpAddress.parse(ip));
  }

  async usedAmong(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress[]> {
    const held = await this.session.prepared(existingAmong, { subnetId: lookupId(subnetId), ips: ips.map(String) });
    return held.map(({ ip }) => IpAddress.parse(ip));
  }

  async findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined> {
    const [row] = await this.session.prepared(lowestOf, { subnetId: lookupId(subnetId), ips: ips.map(String) });
    return ipOf(row);
  }

  async findOutside(subnetId: number, { first, last }: AddressRange): Promise<IpAddress | undefined> {
    const parameters = { subnetId: lookupId(subnetId), first: first.toString(), last: last.toString() };
    return ipOf((await this.session.prepared(lowestOutside, parameters))[0]);
  }

  async expiredHolds(until: string, max: number, subnetId?: number): Promise<readonly ExpiredHold[]> {
    const rows =
      subnetId === undefined
        ? await this.session.lookup(expired, { until, max })
        : await this.session.lookup(expiredInSubnet, { subnetId: lookupId(subnetId), until, max });
    return rows.map((row) => ({ id: row.id, subnetId: row.subnet_id }));
  }

  async lock(id: number): Promise<Address | undefined> {
    return address(await table.find(this.session, id, 'change'));
  }

  async lockAll(ids: readonly number[], { skipsLocked = false } = {}): Promise<readonly Address[]> {
    const valid = ids.filter(isId);
    if (valid.length === 0) return [];
    const rows = skipsLocked
      ? await this.session.prepared(lockAddressesAtOnce, { ids: valid })
      : await this.session.lock(`${table.name} ${Math.min(...valid)}`, lockAddresses, { ids: valid });
    return rows.map((row) => table.readFlat<Address>(row));
  }

  async lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined> {
    const [row, space] = await Promise.all([
      subnetTable.find(this.session, subnetId, 'change'), // first, because later statements then read under the lock
      this.#free.space(subnetId, max),
      this.#ids.provide(this.session, max),
    ]);
    return row && { subnet: subnetTable.readFlat<LockedSubnet>(row), space };
  }

  async lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPosition | undefined> {
    const [row, held] = await Promise.all([
      subnetTable.find(this.session, subnetId, 'change'), // as above
      this.findInSubnet(subnetId, ip),
      this.#ids.provide(this.session, 1),
    ]);
    return row && { subnet: subnetTable.readFlat<LockedSubnet>(row), isTaken: held !== undefined };
  }

  async insert(address: NewValues<Address>): Promise<number> {
    const ids = await this.#ids.take(this.session, 1);
    await this.#store(address.subnetId, ids, [address]);
    return idAt(ids, 0);
  }

  async insertAll({ id: subnetId }: LockedSubnet, addresses: readonly NewValues<Address>[]): Promise<number[]> {
    const ids = await this.#ids.take(this.session, addresses.length);
    this.#store(subnetId, ids, addresses).catch(() => {}); // a failure fails the unit of work
    return ids;
  }

  /** All statements are sent when the call returns. */
  async #store(subnetId: number, ids: readonly number[], addresses: readonly NewValues<Address>[]): Promise<void> {
    const documents = addresses.map((record, index) => ({
      record,
      extra: { id: idAt(ids, index), ...hostnameColumns(record.hostname) },
    }));
    const rows = documentsOf(table, documents);
    const ips = addresses.map(({ ip }) => ip);
    const lowerEnd = this.#free.taking(subnetId, ips);
    await (lowerEnd
      ? this.session.prepared(insertFromLowerEnd, { rows, ...lowerEnd })
      : Promise.all([this.session.prepared(insertAddressRows, { rows }), this.#free.markUsed(subnetId, ips)]));
  }

  async update(id: number, changes: Changes<Address>): Promise<void> {
    const { values, custom } = splitValues(changes);
    if (changes.tag !== undefined) await this.session.deferred(recordRetagging, { id: lookupId(id), tag: changes.tag });
    await table.update(this.session, id, values, custom, hostnameColumns(changes.hostname));
  }

  async noteSeen(ids: readonly number[], at: string): Promise<void> {
    await this.session.prepared(recordSeen, { ids: ids.filter(isId), at });
  }

  async noteReverseRecords(notes: readonly ReverseRecordNote[]): Promise<readonly Pick<Address, 'id' | 'PTR'>[]> {
    const known = notes.filter(({ id, subnetId }) => isId(id) && isId(subnetId));
    return this.session.prepared(noteReverseRecords, {
      ids: known.map(({ id }) => id),
      subnetIds: known.map(({ subnetId }) => subnetId),
      numbers: known.map(({ PTR }) => PTR),
    });
  }

  async delete(ids: readonly number[], at?: string): Promise<number> {
    const deleted = await this.session.prepared(deleteAddresses, { ids: ids.filter(isId), at: at ?? null });
    if (deleted.length === 0) return 0;
    const freed = deleted.map(({ subnet_id: subnetId, ips }) => [subnetId, ips.map(IpAddress.parse)] as const);
    await Promise.all(freed.map(([subnetId, ips]) => this.#free.markFree(subnetId, ips)));
    await dropDeletedObjects(this.session);
    return freed.flatMap(([, ips]) => ips).length;
  }

  async deleteAllIn(subnetId: number, at?: string): Promise<void> {
    await this.session.allowLong();
    if (at !== undefined) await this.session.prepared(noteAllFreed, { subnetId: lookupId(subnetId), at });
    const deleted = knex(table.name).where('subnet_id', lookupId(subnetId)).delete().returning(['subnet_id', 'tag']);
    await this.session.rows(withUsageChanges(deleted, -1));
    await this.#free.invalidate(subnetId);
    await dropDeletedObjects(this.session);
  }

  async forgetFreed(before: string, max: number): Promise<number> {
    return (await this.session.prepared(forgetFreed, { before, max, some: maxForgotten })).length;
  }

  async clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void> {
    const others = knex(table.name)
      .where({ subnet_id: lookupId(subnetId), is_gateway: true })
      .whereNot('id', lookupId(exceptId ?? 0));
    await this.session.rows(others.update({ is_gateway: false, edit_date: editDate }));
  }

  async moveRange(fromSubnetId: number, toSubnetId: number, { first, last }: AddressRange): Promise<void> {
    await this.session.allowLong();
    const parameters = { from: lookupId(fromSubnetId), to: lookupId(toSubnetId), first: first.toString(), last: last.toString() };
    await this.session.prepared(moveAddresses, parameters);
    await this.session.prepared(moveFreed, parameters);
    for (const id of [fromSubnetId, toSubnetId]) await this.#free.invalidate(id);
  }
}

const address = (row: TextRow | undefined): Address | undefined => row && table.readFlat<Address>(row);

const hostnameColumns = (hostname: string | null | undefined): ExtraColumns =>
  hostname === undefined ? {} : { hostname_key: hostname === null ? null : foldCase(hostname) };

const ipOf = (row: TextRow | undefined): IpAddress | undefined => (row?.[0] ? IpAddress.parse(row[0]) : undefined);
