import { idAt } from '../../../application/inventory/address-writes.js';
import { chunked } from '../../../application/listing.js';
import type { AddressReader, AddressRepository } from '../../../application/ports/inventory/addresses.js';
import type { NewValues } from '../../../application/ports/inventory/records.js';
import type { LockedSubnet } from '../../../application/ports/inventory/subnets.js';
import type { Address } from '../../../domain/address/address.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
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
  type ExpiredHoldRow,
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

export const addressesIn = (session: Session, ids: NewIds, free = new FreeAddresses(session)): AddressRepository =>
  Object.assign(addressReaderIn(session, free), addressLocksIn(session, ids, free), addressWritesIn(session, ids, free));

const addressReaderIn = (session: Session, free: FreeAddresses): AddressReader => ({
  find: async (id) => address(await table.find(session, id)),
  findInSubnet: async (subnetId, ip) => findInSubnet(session, subnetId, ip),
  list: (query) =>
    chunked(async function* () {
      const narrowed = await narrowedByCustom(session, table.name, query.custom ?? customOf(query.listQuery));
      for await (const rows of listChunks(session, selection, addressSegments(query, narrowed), query.listQuery?.max))
        yield rows.map((row) => table.readFlat<Address>(row));
    }),
  async count(query, max) {
    const narrowed = await narrowedByCustom(session, table.name, query.custom ?? customOf(query.listQuery));
    return countRows(session, table.name, [...addressConditions(query), ...narrowed], max);
  },
  async *search(search, viewer) {
    const rows = searchRows(session, table, search, selection, visibleAddresses(viewer));
    for await (const row of rows) yield table.readFlat<Address>(row);
  },
  lowestFree: (subnetId, max, range) => free.lowest(subnetId, max, range),
  freeSpace: (subnetId, max) => free.space(subnetId, max),
  freeGaps: (subnetId, gapQuery) => free.gaps(subnetId, gapQuery),
  async freedSince(subnetId, { first, last }, since, order, max) {
    const parameters = { subnetId: lookupId(subnetId), first: first.toString(), last: last.toString(), since, max };
    return (await session.prepared(findFreed[order], parameters)).map(({ ip }) => IpAddress.parse(ip));
  },
  async usedAmong(subnetId, ips) {
    const held = await session.prepared(existingAmong, { subnetId: lookupId(subnetId), ips: ips.map(String) });
    return held.map(({ ip }) => IpAddress.parse(ip));
  },
  async findAnyOf(subnetId, ips) {
    const [row] = await session.prepared(lowestOf, { subnetId: lookupId(subnetId), ips: ips.map(String) });
    return ipOf(row);
  },
  async findOutside(subnetId, { first, last }) {
    const parameters = { subnetId: lookupId(subnetId), first: first.toString(), last: last.toString() };
    return ipOf((await session.prepared(lowestOutside, parameters))[0]);
  },
  async expiredHolds(until, max, subnetId) {
    const rows =
      subnetId === undefined
        ? await session.lookup<ExpiredHoldRow>(expired(until, max))
        : await session.lookup(expiredInSubnet, { subnetId: lookupId(subnetId), until, max });
    return rows.map((row) => ({ id: row.id, subnetId: row.subnet_id }));
  },
});

const findInSubnet = async (session: Session, subnetId: number, ip: IpAddress): Promise<Address | undefined> =>
  address((await session.lookup(addressInSubnet, { subnetId: lookupId(subnetId), ip: ip.toString() }))[0]);

type Locks = Pick<AddressRepository, 'lock' | 'lockAll' | 'lockForAllocation' | 'lockForInsert'>;

const addressLocksIn = (session: Session, ids: NewIds, free: FreeAddresses): Locks => ({
  lock: async (id) => address(await table.find(session, id, 'change')),
  async lockAll(wanted, { skipsLocked = false } = {}) {
    const valid = wanted.filter(isId);
    if (valid.length === 0) return [];
    const rows = skipsLocked
      ? await session.prepared(lockAddressesAtOnce, { ids: valid })
      : await session.lock(`${table.name} ${Math.min(...valid)}`, lockAddresses, { ids: valid });
    return rows.map((row) => table.readFlat<Address>(row));
  },
  async lockForAllocation(subnetId, max) {
    const [row, space] = await Promise.all([
      subnetTable.find(session, subnetId, 'change'), // first, because later statements then read under the lock
      free.space(subnetId, max),
      ids.provide(session, max),
    ]);
    return row && { subnet: subnetTable.readFlat<LockedSubnet>(row), space };
  },
  async lockForInsert(subnetId, ip) {
    const [row, held] = await Promise.all([
      subnetTable.find(session, subnetId, 'change'), // as above
      findInSubnet(session, subnetId, ip),
      ids.provide(session, 1),
    ]);
    return row && { subnet: subnetTable.readFlat<LockedSubnet>(row), isTaken: held !== undefined };
  },
});

type Writes = Omit<AddressRepository, keyof AddressReader | keyof Locks>;

const addressWritesIn = (session: Session, ids: NewIds, free: FreeAddresses): Writes => ({
  async insert(values) {
    const taken = await ids.take(session, 1);
    await store(session, free, values.subnetId, taken, [values]);
    return idAt(taken, 0);
  },
  async insertAll({ id: subnetId }, addresses) {
    const taken = await ids.take(session, addresses.length);
    store(session, free, subnetId, taken, addresses).catch(() => {}); // a failure fails the unit of work
    return taken;
  },
  async update(id, changes) {
    const { values, custom } = splitValues(changes);
    if (changes.tag !== undefined) await session.deferred(recordRetagging, { id: lookupId(id), tag: changes.tag });
    await table.update(session, id, values, custom, hostnameColumns(changes.hostname));
  },
  noteSeen: async (seen, at) => session.execute(recordSeen, { ids: seen.filter(isId), at }),
  async noteReverseRecords(notes) {
    const known = notes.filter(({ id, subnetId }) => isId(id) && isId(subnetId));
    return session.prepared(noteReverseRecords, {
      ids: known.map(({ id }) => id),
      subnetIds: known.map(({ subnetId }) => subnetId),
      numbers: known.map(({ PTR }) => PTR),
    });
  },
  delete: (gone, at) => deleteByIds(session, free, gone, at),
  deleteAllIn: (subnetId, at) => deleteAllIn(session, free, subnetId, at),
  forgetFreed: async (before, max) => (await session.prepared(forgetFreed, { before, max, some: maxForgotten })).length,
  async clearGateways(subnetId, exceptId, editDate) {
    const others = knex(table.name)
      .where({ subnet_id: lookupId(subnetId), is_gateway: true })
      .whereNot('id', lookupId(exceptId ?? 0));
    await session.rows(others.update({ is_gateway: false, edit_date: editDate }));
  },
  async moveRange(fromSubnetId, toSubnetId, { first, last }) {
    await session.allowLong();
    const parameters = { from: lookupId(fromSubnetId), to: lookupId(toSubnetId), first: first.toString(), last: last.toString() };
    await session.prepared(moveAddresses, parameters);
    await session.prepared(moveFreed, parameters);
    for (const id of [fromSubnetId, toSubnetId]) await free.invalidate(id);
  },
});

/** All statements are sent when the call returns. */
async function store(
  session: Session,
  free: FreeAddresses,
  subnetId: number,
  ids: readonly number[],
  addresses: readonly NewValues<Address>[],
): Promise<void> {
  const documents = addresses.map((record, index) => ({
    record,
    extra: { id: idAt(ids, index), ...hostnameColumns(record.hostname) },
  }));
  const rows = documentsOf(table, documents);
  const ips = addresses.map(({ ip }) => ip);
  const lowerEnd = free.taking(subnetId, ips);
  await (lowerEnd
    ? session.prepared(insertFromLowerEnd, { rows, ...lowerEnd })
    : Promise.all([session.prepared(insertAddressRows, { rows }), free.markUsed(subnetId, ips)]));
}

async function deleteByIds(session: Session, free: FreeAddresses, ids: readonly number[], at?: string): Promise<number> {
  const deleted = await session.prepared(deleteAddresses, { ids: ids.filter(isId), at: at ?? null });
  if (deleted.length === 0) return 0;
  const freed = deleted.map(({ subnet_id: subnetId, ips }) => [subnetId, ips.map(IpAddress.parse)] as const);
  await Promise.all(freed.map(([subnetId, ips]) => free.markFree(subnetId, ips)));
  await dropDeletedObjects(session);
  return freed.flatMap(([, ips]) => ips).length;
}

async function deleteAllIn(session: Session, free: FreeAddresses, subnetId: number, at?: string): Promise<void> {
  await session.allowLong();
  if (at !== undefined) await session.prepared(noteAllFreed, { subnetId: lookupId(subnetId), at });
  const deleted = knex(table.name).where('subnet_id', lookupId(subnetId)).delete().returning(['subnet_id', 'tag']);
  await session.rows(withUsageChanges(deleted, -1));
  await free.invalidate(subnetId);
  await dropDeletedObjects(session);
}

const address = (row: TextRow | undefined): Address | undefined => row && table.readFlat<Address>(row);

const hostnameColumns = (hostname: string | null | undefined): ExtraColumns =>
  hostname === undefined ? {} : { hostname_key: hostname === null ? null : foldCase(hostname) };

const ipOf = (row: TextRow | undefined): IpAddress | undefined => (row?.[0] ? IpAddress.parse(row[0]) : undefined);
