import { parted } from '../../../application/listing.js';
import {
  type Changes,
  type FreeSpaceOwner,
  type LockedSubnet,
  type LockStrength,
  markLocked,
  type NewValues,
  type SubnetListing,
  type SubnetQuery,
  type SubnetRepository,
  type TextSearch,
} from '../../../application/ports/inventory.js';
import type { End, Gap } from '../../../domain/allocation/free-ranges.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Principal } from '../../../domain/permission/principal.js';
import type { OverlapScope } from '../../../domain/subnet/place.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import type { UsageFacts } from '../../../domain/subnet/usage.js';
import { FreeBlocks } from '../free-space/free-blocks.js';
import { narrowedByCustom } from '../records/custom-condition.js';
import { isId, soughtId } from '../records/field-columns.js';
import { listParts, type Selection } from '../records/keyset-list.js';
import { dropDeletedObjects } from '../records/object-ids.js';
import { partsOf } from '../records/record-table.js';
import { subnetTable as table } from '../records/tables.js';
import { searchRows } from '../records/text-search.js';
import { visibleSubnets } from '../records/visibility.js';
import type { Fragment, Row, Session } from '../sessions/session.js';
import { selectOverlapping } from './network-conditions.js';
import { listByDepth, listingColumns, listingJoins, listJoins, readListing } from './subnet-listing.js';
import { subnetConditions, subnetSegments, subnetSource } from './subnet-query.js';
import { selfAndAbove, selfAndBelow } from './subnet-tree.js';
import { readUsageFacts } from './subnet-usage.js';

const oneListing = `select ${listingColumns} from subnets t ${listingJoins} where t.id = ?`;

const listing = { columns: listingColumns, joins: listJoins };

/** Whether a query goes down from one subnet, level by level. */
const isByDepth = (query: SubnetQuery): query is SubnetQuery & { descendantsOf: number } =>
  query.order.by === 'depth' && query.descendantsOf !== undefined;

/** Subnets and folders in a database. */
export class KnexSubnetRepository implements SubnetRepository {
  readonly #session: Session;
  readonly #free: FreeBlocks;

  constructor(session: Session) {
    this.#session = session;
    this.#free = new FreeBlocks(session);
  }

  async find(id: number): Promise<Subnet | undefined> {
    return subnet(await table.find(this.#session, id));
  }

  async findListing(id: number): Promise<SubnetListing | undefined> {
    const [row] = await this.#session.lookup(oneListing, [soughtId(id)]);
    return row && readListing(row);
  }

  list(query: SubnetQuery): AsyncIterable<SubnetListing> {
    return parted(() => this.#listParts(query));
  }

  async *#listParts(query: SubnetQuery): AsyncGenerator<readonly SubnetListing[], void, undefined> {
    const narrowed = await narrowedByCustom(this.#session, table.name, query.custom);
    for await (const rows of this.#partsOf(query, listing, narrowed)) yield rows.map(readListing);
  }

  async *ids(query: SubnetQuery): AsyncGenerator<number> {
    const narrowed = await narrowedByCustom(this.#session, table.name, query.custom);
    for await (const rows of this.#partsOf(query, { columns: 't.id' }, narrowed)) for (const { id } of rows) yield id as number;
  }

  async *search(search: TextSearch, viewer?: Principal): AsyncGenerator<SubnetListing> {
    const selection = { ...listing, where: visibleSubnets(viewer, 't') };
    for await (const row of searchRows(this.#session, table, search, selection)) yield readListing(row);
  }

  #partsOf(query: SubnetQuery, selection: Omit<Selection, 'from'>, further: readonly Fragment[]): AsyncGenerator<readonly Row[]> {
    if (isByDepth(query))
      return listByDepth(this.#session, query.descendantsOf, selection, [...subnetConditions(query), ...further]);
    return listParts(this.#session, { ...selection, from: subnetSource(query) }, subnetSegments(query, further));
  }

  async hasChildren(id: number): Promise<boolean> {
    const rows = await this.#session.lookup('select from subnets where master_subnet_id = ? limit 1', [soughtId(id)]);
    return rows.length > 0;
  }

  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined> {
    return this.#free.find(network, length, end);
  }

  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap> {
    return this.#free.list(network, length);
  }

  async findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined> {
    const conditions = [within(scope)];
    if (exceptId !== undefined) conditions.push({ sql: `t.id not in (${selfAndBelow})`, bindings: [[exceptId].filter(isId)] });
    const condition = conditions.map((each) => each.sql).join(' and ');
    const bindings = conditions.flatMap((each) => each.bindings);
    const near = selectOverlapping('t.*', prefix, { sql: condition, bindings });
    const sql = `select ${table.selection('t')} from (${near.sql}) t order by masklen(network) desc, network, id limit 1`;
    const [row] = await this.#session.prepared(sql, near.bindings);
    return network(row);
  }

  async findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined> {
    const sql = `select ${table.selection('t')} from subnets t
      where master_subnet_id = ? and network is not null and not network << ?::cidr order by network, id limit 1`;
    return network(await this.#session.row(sql, [soughtId(masterSubnetId), prefix.toString()]));
  }

  async ancestorIds(id: number): Promise<number[]> {
    const rows = await this.#session.rows<{ id: number }>(selfAndAbove, [soughtId(id)]);
    return rows.map((row) => row.id);
  }

  usageFacts(ids: readonly number[]): Promise<UsageFacts> {
    return readUsageFacts(this.#session, ids);
  }

  async lock(id: number, strength: LockStrength): Promise<LockedSubnet | undefined> {
    const found = subnet(await table.find(this.#session, id, strength));
    return found && markLocked(found);
  }

  async insert(subnet: NewValues<Subnet>): Promise<number> {
    const { values, custom } = partsOf(subnet);
    const { masterSubnetId, prefix } = subnet;
    const [id] = await Promise.all([
      table.insert(this.#session, values, custom),
      masterSubnetId !== null && prefix ? this.#free.take(masterSubnetId, prefix) : undefined,
    ]);
    if (id === undefined) throw new Error('a subnet conflicts with another, though nothing of it is unique');
    return id;
  }

  async update(id: number, changes: Changes<Subnet>): Promise<void> {
    const { values, custom } = partsOf(changes);
    const before = 'prefix' in changes || 'masterSubnetId' in changes ? await this.#place(id) : undefined;
    await table.update(this.#session, id, values, custom);
    if (before) await this.#follow(before, { ...before, ...changes });
  }

  async delete(id: number): Promise<boolean> {
    await this.#session.allowLong(); // its addresses go with it
    const place = await this.#place(id);
    if (!place || !(await table.delete(this.#session, id))) return false;
    if (place.masterSubnetId !== null && place.prefix) await this.#free.give(place.masterSubnetId, place.prefix);
    await dropDeletedObjects(this.#session);
    return true;
  }

  async #place(id: number): Promise<Place | undefined> {
    const sql = 'select id, master_subnet_id, network from subnets where id = ?';
    const [row] = await this.#session.prepared<{ id: number; master_subnet_id: number | null; network: string | null }>(sql, [
      soughtId(id),
    ]);
    return row && { id, masterSubnetId: row.master_subnet_id, prefix: row.network === null ? null : Prefix.parse(row.network) };
  }

  /** A subnet has got another master or another network. */
  async #follow(before: Place, after: Pick<Place, 'masterSubnetId' | 'prefix'>): Promise<void> {
    const isReshaped = String(before.prefix) !== String(after.prefix);
    if (isReshaped) await this.#free.forget(before.id);
    if (!isReshaped && before.masterSubnetId === after.masterSubnetId) return;
    if (before.masterSubnetId !== null && before.prefix) await this.#free.give(before.masterSubnetId, before.prefix);
    if (after.masterSubnetId !== null && after.prefix) await this.#free.take(after.masterSubnetId, after.prefix);
  }
}

/** What of a subnet decides on free space: its own, and that of its master. */
interface Place {
  readonly id: number;
  readonly masterSubnetId: number | null;
  readonly prefix: Prefix | null;
}

const subnet = (row: Row | undefined): Subnet | undefined => row && table.readFlat<Subnet>(row);
const network = (row: Row | undefined): Network | undefined => row && table.readFlat<Network>(row);

function within(scope: OverlapScope): Fragment {
  const { vrfId } = scope;
  if ('masterSubnetId' in scope) {
    return {
      sql: 't.master_subnet_id = ? and (t.vrf_id = ? or t.vrf_id is null)',
      bindings: [soughtId(scope.masterSubnetId), soughtId(vrfId ?? 0)],
    };
  }
  const sameVrf = vrfId === null ? 't.vrf_id is null' : 't.vrf_id = ?';
  return {
    sql: `t.section_id = ? and ${sameVrf}`,
    bindings: [soughtId(scope.sectionId), ...(vrfId === null ? [] : [soughtId(vrfId)])],
  };
}
