import type { AddressQuery, AddressRepository, Changes, NewValues, TextSearch } from '../../application/ports/inventory.js';
import type { Address } from '../../domain/address/address.js';
import { IpamError } from '../../domain/errors.js';
import type { AddressRange } from '../../domain/net/address-range.js';
import { IpAddress } from '../../domain/net/ip-address.js';
import type { Holder } from '../../domain/permission/effective-permission.js';
import { addressSegments } from './address-query.js';
import { narrowedByCustom } from './custom-condition.js';
import { foldCase, soughtId } from './field-columns.js';
import { listRows } from './keyset-list.js';
import { dropDeletedObjects } from './object-ids.js';
import { type ExtraColumns, partsOf } from './record-table.js';
import type { Row, Session } from './session.js';
import { addressTable as table } from './tables.js';
import { searchRows } from './text-search.js';
import { visibleAddresses } from './visibility.js';

/** Addresses in a database. */
export class KnexAddressRepository implements AddressRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(id: number): Promise<Address | undefined> {
    return address(await table.find(this.#session, id));
  }

  async findInSubnet(subnetId: number, ip: IpAddress): Promise<Address | undefined> {
    const sql = `select ${table.selection('t')} from addresses t where subnet_id = ? and ip = ?::inet`;
    return address(await this.#session.row(sql, [soughtId(subnetId), ip.toString()]));
  }

  async *list(query: AddressQuery): AsyncGenerator<Address> {
    const selection = { columns: table.selection('t'), from: { sql: 'addresses t', bindings: [] } };
    const narrowed = await narrowedByCustom(this.#session, table.name, query.custom);
    for await (const row of listRows(this.#session, selection, addressSegments(query, narrowed)))
      yield table.readFlat<Address>(row);
  }

  async *search(search: TextSearch, viewer?: Holder): AsyncGenerator<Address> {
    const selection = { columns: table.selection('t'), where: visibleAddresses(viewer, 't') };
    for await (const row of searchRows(this.#session, table, search, selection)) yield table.readFlat<Address>(row);
  }

  /** Looks for the first used address whose successor is not used: one walk along the index, up to the gap. */
  async lowestFree(subnetId: number, { first, last }: AddressRange): Promise<IpAddress | undefined> {
    const sql = `
      with used as (select ip, lead(ip) over (order by ip) as next from addresses where subnet_id = ? and ip between ?::inet and ?::inet)
      select host(coalesce(
        (select ?::inet where not exists (select from addresses where subnet_id = ? and ip = ?::inet)),
        (select ip + 1 from used where next is distinct from (case when ip < ?::inet then ip + 1 end) order by ip limit 1)
      )) as ip`;
    const [id, from, to] = [soughtId(subnetId), first.toString(), last.toString()];
    return ipOf(await this.#session.row(sql, [id, from, to, from, id, from, to]));
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
    const { values, custom } = partsOf(address);
    const id = await table.insert(this.#session, values, custom, hostnameColumns(address.hostname));
    if (id === undefined) throw new IpamError('address.exists');
    return id;
  }

  async update(id: number, changes: Changes<Address>): Promise<void> {
    const { values, custom } = partsOf(changes);
    await table.update(this.#session, id, values, custom, hostnameColumns(changes.hostname));
  }

  async delete(id: number): Promise<boolean> {
    const found = await table.delete(this.#session, id);
    if (found) await dropDeletedObjects(this.#session);
    return found;
  }

  async deleteAllIn(subnetId: number): Promise<void> {
    await this.#session.rows('delete from addresses where subnet_id = ?', [soughtId(subnetId)]);
    await dropDeletedObjects(this.#session);
  }

  async clearGateways(subnetId: number, exceptId: number | null, editDate: string): Promise<void> {
    const sql = 'update addresses set is_gateway = false, edit_date = ? where subnet_id = ? and is_gateway and id <> ?';
    await this.#session.rows(sql, [editDate, soughtId(subnetId), soughtId(exceptId ?? 0)]);
  }

  async moveRange(fromSubnetId: number, toSubnetId: number, { first, last }: AddressRange): Promise<void> {
    const sql = 'update addresses set subnet_id = ? where subnet_id = ? and ip between ?::inet and ?::inet';
    await this.#session.rows(sql, [soughtId(toSubnetId), soughtId(fromSubnetId), first.toString(), last.toString()]);
  }
}

const address = (row: Row | undefined): Address | undefined => row && table.readFlat<Address>(row);

const hostnameColumns = (hostname: string | null | undefined): ExtraColumns =>
  hostname === undefined ? {} : { hostname_key: hostname === null ? null : foldCase(hostname) };

const ipOf = (row: Row | undefined): IpAddress | undefined => (row?.ip ? IpAddress.parse(row.ip as string) : undefined);
