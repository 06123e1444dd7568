import { parted } from '../../../application/listing.js';
import {
  type AddressQuery,
  type AddressRepository,
  type AllocationSpace,
  type Changes,
  type LockedPlace,
  type LockedSubnet,
  markLocked,
  type NewValues,
  type TextSearch,
} from '../../../application/ports/inventory.js';
import type { Address } from '../../../domain/address/address.js';
import type { FreeSpace } from '../../../domain/allocation/next-free-address.js';
import type { AddressRange } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import type { Principal } from '../../../domain/permission/principal.js';
import type { Subnet } from '../../../domain/subnet/subnet.js';
import type { LowerEnd } from '../free-space/free-address-statements.js';
import { FreeAddresses } from '../free-space/free-addresses.js';
import { narrowedByCustom } from '../records/custom-condition.js';
import { foldCase, soughtId } from '../records/field-columns.js';
import { listParts } from '../records/keyset-list.js';
import { dropDeletedObjects } from '../records/object-ids.js';
import { type ExtraColumns, newRow, partsOf } from '../records/record-table.js';
import { subnetTable, addressTable as table } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { visibleAddresses } from '../records/visibility.js';
import type { Fragment, Row, Session } from '../sessions/session.js';
import type { AddressIds } from './address-ids.js';
import { addressSegments } from './address-query.js';

/** Addresses in a database. */
export class KnexAddressRepository implements AddressRepository {
  readonly #session: Session;
  readonly #free: FreeAddresses;
  readonly #ids: AddressIds;

  constructor(session: Session, ids: AddressIds) {
    this.#session = session;
    this.#ids = ids;
    this.#free = new FreeAddresses(session);
  }

  async find(id: number): Promise<Address | undefined> {
    return address(await table.find(this.#session, id));
  }

  async findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined> {
    const sql = `select ${table.selection('t')} from addresses t where subnet_id = ? and ip = ?::inet`;
    const [row] = await this.#session.lookup(sql, [soughtId(subnetId), ip.toString()]);
    return address(row);
  }

  list(query: AddressQuery): AsyncIterable<Address> {
    const selection = { columns: table.selection('t'), from: { sql: 'addresses t', bindings: [] } };
    const session = this.#session;
    return parted(async function* () {
      const narrowed = await narrowedByCustom(session, table.name, query.custom);
      for await (const rows of listParts(session, selection, addressSegments(query, narrowed)))
        yield rows.map((row) => table.readFlat<Address>(row));
    });
  }

  async *search(search: TextSearch, viewer?: Principal): AsyncGenerator<Address> {
    const selection = { columns: table.selection('t'), where: visibleAddresses(viewer, 't') };
    for await (const row of searchRows(this.#session, table, search, selection)) yield table.readFlat<Address>(row);
  }

  lowestFree(subnetId: number, most: number, range?: AddressRange): Promise<IpAddress[]> {
    return this.#free.lowest(subnetId, most, range);
  }

  freeSpace(subnetId: number, most: number): Promise<FreeSpace> {
    return this.#free.space(subnetId, most);
  }

  async findAnyOf(subnetId: number, ips: readonly IpAddress[]): Promise<IpAddress | undefined> {
    const sql = 'select host(min(ip)) as ip from addresses where subnet_id = ? and ip = any(?::inet[])';
    return ipOf(await this.#session.row(sql, [soughtId(subnetId), ips.map(String)]));
  }

  async findOutside(subnetId: number, { first, last }: AddressRange): Promise<IpAddress | undefined> {
    const lowest = (condition: string) => `(select ip from addresses where subnet_id = ? and ${condition} order by ip limit 1)`;
    const sql = `select host(coalesce(${lowest('ip < ?::inet')}, ${lowest('ip > ?::inet')})) as ip`;
    return ipOf(await this.#session.row(sql, [soughtId(subnetId), first.toString(), soughtId(subnetId), last.toString()]));
  }

  async lock(id: number): Promise<Address | undefined> {
    return address(await table.find(this.#session, id, 'change'));
  }

  async lockForAllocation(subnetId: number, max: number): Promise<AllocationSpace | undefined> {
    const [row, space] = await Promise.all([
      subnetTable.find(this.#session, subnetId, 'change'), // is sent first: what is sent behind it reads under the lock
      this.#free.space(subnetId, max),
      this.#ids.provide(this.#session, max),
    ]);
    return row && { subnet: markLocked(subnetTable.readFlat<Subnet>(row)), space };
  }

  async lockForInsert(subnetId: number, ip: IpAddress): Promise<LockedPlace | undefined> {
    const [row, held] = await Promise.all([
      subnetTable.find(this.#session, subnetId, 'change'), // as above
      this.findInSubnet(subnetId, ip),
      this.#ids.provide(this.#session, 1),
    ]);
    return row && { subnet: markLocked(subnetTable.readFlat<Subnet>(row)), isTaken: held !== undefined };
  }

  async insert(address: NewValues<Address>): Promise<number> {
    const [id] = await this.#ids.take(this.#session, 1);
    await this.#store(address.subnetId, [id as number], [address]);
    return id as number;
  }

  async insertAll({ id: subnetId }: LockedSubnet, addresses: readonly NewValues<Address>[]): Promise<number[]> {
    const ids = await this.#ids.take(this.#session, addresses.length);
    this.#store(subnetId, ids, addresses).catch(() => {}); // makes the unit of work fail
    return ids;
  }

  /** All statements are under way at its return. */
  async #store(subnetId: number, ids: readonly number[], addresses: readonly NewValues<Address>[]): Promise<void> {
    const rows = addresses.map((address, index) =>
      newRow(address, { id: ids[index] as number, ...hostnameColumns(address.hostname) }),
    );
    const ips = addresses.map(({ ip }) => ip);
    const taking = this.#free.taking(subnetId, ips);
    await Promise.all([
      table.insertAll(this.#session, rows, {
        extraColumns: { id: 'integer', hostname_key: 'text' },
        beside: taking && besideOf(taking),
      }),
      taking ? undefined : this.#free.take(subnetId, ips),
    ]);
  }

  async update(id: number, changes: Changes<Address>): Promise<void> {
    const { values, custom } = partsOf(changes);
    await table.update(this.#session, id, values, custom, hostnameColumns(changes.hostname));
  }

  async delete(id: number): Promise<boolean> {
    const sql = 'delete from addresses where id = ? returning subnet_id, host(ip) as ip';
    const [deleted] = await this.#session.prepared<{ subnet_id: number; ip: string }>(sql, [soughtId(id)]);
    if (!deleted) return false;
    await this.#free.give(deleted.subnet_id, IpAddress.parse(deleted.ip));
    await dropDeletedObjects(this.#session);
    return true;
  }

  async deleteAllIn(subnetId: number): Promise<void> {
    await this.#session.allowLong();
    await this.#session.rows('delete from addresses where subnet_id = ?', [soughtId(subnetId)]);
    await this.#free.forget(subnetId);
    await dropDeletedObjects(this.#session);
  }

  async clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void> {
    const sql = 'update addresses set is_gateway = false, edit_date = ? where subnet_id = ? and is_gateway and id <> ?';
    await this.#session.rows(sql, [editDate, soughtId(subnetId), soughtId(exceptId ?? 0)]);
  }

  async moveRange(fromSubnetId: number, toSubnetId: number, { first, last }: AddressRange): Promise<void> {
    await this.#session.allowLong();
    const sql = 'update addresses set subnet_id = ? where subnet_id = ? and ip between ?::inet and ?::inet';
    await this.#session.rows(sql, [soughtId(toSubnetId), soughtId(fromSubnetId), first.toString(), last.toString()]);
    for (const id of [fromSubnetId, toSubnetId]) await this.#free.forget(id);
  }
}

const besideOf = ({ subnetId, newFirst, last }: LowerEnd): Fragment => ({
  sql: 'update free_addresses set first = ?::inet where subnet_id = ?::integer and last = ?::inet',
  bindings: [newFirst, subnetId, last],
});

const address = (row: Row | undefined): Address | undefined => row && table.readFlat<Address>(row);

const hostnameColumns = (hostname: string | null | undefined): ExtraColumns =>
  hostname === undefined ? {} : { hostname_key: hostname === null ? null : foldCase(hostname) };

const ipOf = (row: Row | undefined): IpAddress | undefined => (row?.ip ? IpAddress.parse(row.ip as string) : undefined);
