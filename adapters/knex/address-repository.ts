import { parted } from '../../application/listing.js';
import type {
  AddressQuery,
  AddressRepository,
  Changes,
  FreeSpace,
  InsertedAddresses,
  NewValues,
  TextSearch,
} from '../../application/ports/inventory.js';
import type { Address } from '../../domain/address/address.js';
import type { AddressRange } from '../../domain/net/address-range.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Principal } from '../../domain/permission/principal.js';
import { addressSegments } from './address-query.js';
import { narrowedByCustom } from './custom-condition.js';
import { foldCase, soughtId } from './field-columns.js';
import { FreeAddresses } from './free-addresses.js';
import { listParts } from './keyset-list.js';
import { dropDeletedObjects } from './object-ids.js';
import { type ExtraColumns, newRow, partsOf } from './record-table.js';
import type { Row, Session } from './session.js';
import { addressTable as table } from './tables.js';
import { searchRows } from './text-search.js';
import { visibleAddresses } from './visibility.js';

/** Addresses in a database. */
export class KnexAddressRepository implements AddressRepository {
  readonly #session: Session;
  readonly #free: FreeAddresses;

  constructor(session: Session) {
    this.#session = session;
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

  async insert(address: NewValues<Address>): Promise<number> {
    const inserted = await this.insertAll([address]);
    const [id] = await inserted.ids();
    return id as number;
  }

  async insertAll(addresses: readonly NewValues<Address>[]): Promise<InsertedAddresses> {
    const rows = addresses.map((address) => newRow(address, hostnameColumns(address.hostname)));
    const subnetId = addresses[0]?.subnetId ?? 0;
    const ips = addresses.map(({ ip }) => ip);
    const taking = this.#free.taking(subnetId, ips);
    const stored = Promise.all([
      table.insertAll<{ id: number; ip: string }>(this.#session, rows, {
        extraColumns: ['hostname_key'],
        returning: 'id, host(ip) as ip',
        beside: taking,
      }),
      taking ? undefined : this.#free.take(subnetId, ips),
    ]);
    stored.catch(() => {}); // makes the unit of work fail, whether anybody asks for ids or not
    return {
      ids: async () => {
        const ids = new Map((await stored)[0].map(({ id, ip }) => [ip, id]));
        return ips.map((ip) => ids.get(ip.toString()) as number);
      },
    };
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

const address = (row: Row | undefined): Address | undefined => row && table.readFlat<Address>(row);

const hostnameColumns = (hostname: string | null | undefined): ExtraColumns =>
  hostname === undefined ? {} : { hostname_key: hostname === null ? null : foldCase(hostname) };

const ipOf = (row: Row | undefined): IpAddress | undefined => (row?.ip ? IpAddress.parse(row.ip as string) : undefined);
