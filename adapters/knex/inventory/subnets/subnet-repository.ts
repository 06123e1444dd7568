import { chunked } from '../../../../application/listing.js';
import {
  type AllocationMaster,
  asLocked,
  type FreeSpaceOwner,
  type LockedSubnet,
  type SubnetListing,
  type SubnetQuery,
  type SubnetRepository,
} from '../../../../application/ports/inventory/subnets.js';
import type { Changes, LockStrength, NewValues, TextSearch } from '../../../../application/ports/inventory/values.js';
import type { Principal } from '../../../../domain/access/access-policy.js';
import type { End, Gap } from '../../../../domain/allocation/free-ranges.js';
import type { BlockQuery } from '../../../../domain/allocation/subnet-choice.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import type { ContainerChange, NetworkPair } from '../../../../domain/subnet/merged-networks.js';
import type { OverlapScope } from '../../../../domain/subnet/position.js';
import type { Network, Subnet } from '../../../../domain/subnet/subnet.js';
import type { UsageCounts } from '../../../../domain/subnet/usage.js';
import type { TextRow } from '../../connection/statement.js';
import { FreeBlocks } from '../../free-space/free-blocks.js';
import { customOf } from '../../lists/list-conditions.js';
import { idsOnly, listInTreeOrder, listing, readListing } from '../../lists/subnet-listing.js';
import { conditionsOf, subnetConditions, subnetSegments } from '../../lists/subnet-query.js';
import type { Condition } from '../../records/condition.js';
import { narrowedByCustom } from '../../records/custom-condition.js';
import { lookupId } from '../../records/field-columns.js';
import { countRows, listChunks, type Selection } from '../../records/keyset-list.js';
import type { DryRunIds } from '../../records/new-ids.js';
import { dropDeletedObjects } from '../../records/object-ids.js';
import { documentsOf, splitValues } from '../../records/record-table.js';
import { SessionRepository } from '../../records/repository.js';
import { subnetTable as table } from '../../records/tables.js';
import { searchRows } from '../../records/text-search.js';
import { visibleSubnets } from '../../records/visibility.js';
import type { Session } from '../../sessions/session.js';
import { knex, sql } from '../../sessions/sql.js';
import { recordDeletion, recordSubnet } from '../../usage/usage-changes.js';
import { StoredUsageCounts } from '../../usage/usage-counts.js';
import { findMerged, findOverlap, GatheredOverlaps } from './overlaps.js';
import {
  ancestors,
  childOutside,
  expired,
  expiredBelow,
  insertForDryRun,
  insertSubnets,
  lockIdle,
  lockSubnets,
  oneChild,
  oneListing,
  positionOf,
  positionsOf,
} from './subnet-statements.js';

/** Whether a query lists a tree from one subnet, parent by parent. */
const isInTreeOrder = (query: SubnetQuery): query is SubnetQuery & { descendantsOf: number } =>
  query.order.by === 'tree' && query.descendantsOf !== undefined && !query.listQuery;

export class KnexSubnetRepository extends SessionRepository implements SubnetRepository {
  readonly #free: FreeBlocks;
  readonly #usage: StoredUsageCounts;
  readonly #overlaps: GatheredOverlaps;

  constructor(session: Session, dryRunIds?: DryRunIds) {
    super(session, dryRunIds);
    this.#free = new FreeBlocks(session);
    this.#usage = new StoredUsageCounts(session);
    this.#overlaps = new GatheredOverlaps(session);
  }

  async find(id: number): Promise<Subnet | undefined> {
    return subnet(await table.find(this.session, id));
  }

  async findListing(id: number): Promise<SubnetListing | undefined> {
    const [row] = await this.session.lookup(oneListing, { id: lookupId(id) });
    return row && readListing(row);
  }

  list(query: SubnetQuery): AsyncIterable<SubnetListing> {
    return chunked(() => this.#listChunks(query));
  }

  async *#listChunks(query: SubnetQuery): AsyncGenerator<readonly SubnetListing[], void, undefined> {
    const narrowed = await narrowedByCustom(this.session, table.name, query.custom ?? customOf(query.listQuery));
    for await (const rows of this.#rowChunks(query, listing, narrowed)) yield rows.map(readListing);
  }

  async count(query: SubnetQuery, max?: number): Promise<number> {
    const narrowed = await narrowedByCustom(this.session, table.name, query.custom ?? customOf(query.listQuery));
    return countRows(this.session, table.name, [...conditionsOf(query), ...narrowed], max);
  }

  async *ids(query: SubnetQuery): AsyncGenerator<number> {
    const narrowed = await narrowedByCustom(this.session, table.name, query.custom ?? customOf(query.listQuery));
    for await (const rows of this.#rowChunks(query, idsOnly, narrowed)) for (const [id] of rows) yield Number(id);
  }

  async *search(search: TextSearch, viewer?: Principal): AsyncGenerator<SubnetListing> {
    const rows = searchRows(this.session, table, search, listing, visibleSubnets(viewer));
    for await (const row of rows) yield readListing(row);
  }

  #rowChunks(query: SubnetQuery, selection: Selection, further: readonly Condition[]): AsyncGenerator<readonly TextRow[]> {
    if (isInTreeOrder(query))
      return listInTreeOrder(this.session, query.descendantsOf, selection, [...subnetConditions(query), ...further]);
    return listChunks(this.session, selection, subnetSegments(query, further), query.listQuery?.max);
  }

  async hasChildren(id: number): Promise<boolean> {
    return (await this.session.lookup(oneChild, { id: lookupId(id) })).length > 0;
  }

  freePrefix(network: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined> {
    return this.#free.find(network, length, end);
  }

  freeBlocks(network: FreeSpaceOwner, blockQuery: BlockQuery): Promise<Gap[]> {
    return this.#free.readGapsFrom(network, blockQuery);
  }

  freeGaps(network: FreeSpaceOwner, length: number): AsyncIterable<Gap> {
    return this.#free.list(network, length);
  }

  async findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined> {
    const isBelow = 'masterSubnetId' in scope && exceptId === undefined;
    if (isBelow && !(await this.#overlaps.mayOverlapChild(lookupId(scope.masterSubnetId), prefix))) return undefined;
    return network(await findOverlap(this.session, prefix, scope, exceptId));
  }

  async findMerged(change: ContainerChange): Promise<NetworkPair | undefined> {
    const ids = await findMerged(this.session, change);
    if (!ids) return undefined;
    const [one, other] = [await this.find(ids.one), await this.find(ids.other)];
    return one?.prefix && other?.prefix ? [one, other] : undefined;
  }

  async findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined> {
    const [row] = await this.session.prepared(childOutside, { id: lookupId(masterSubnetId), prefix: prefix.toString() });
    return network(row);
  }

  async ancestorIds(id: number): Promise<number[]> {
    return (await this.session.prepared(ancestors, { id: lookupId(id) })).map(([found]) => Number(found));
  }

  usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>> {
    return this.#usage.of(ids);
  }

  followUsage(): Promise<void> {
    return this.#usage.countIn();
  }

  async expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]> {
    const rows =
      masterSubnetId === undefined
        ? await this.session.lookup(expired, { until, max })
        : await this.session.lookup(expiredBelow, { masterId: lookupId(masterSubnetId), until, max });
    return rows.map(({ id }) => id);
  }

  async lock(id: number, strength: LockStrength): Promise<LockedSubnet | undefined> {
    const found = subnet(await table.find(this.session, id, strength));
    return found && asLocked(found);
  }

  async lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]> {
    const [id, ...others] = ids.map(lookupId);
    if (id === undefined) return [];
    if (others.length === 0) return [(await this.lock(id, 'change')) ?? []].flat();
    const rows = await this.session.lock(`${table.name} ${Math.min(id, ...others)}`, lockSubnets, { ids: [id, ...others] });
    return rows.map((row) => asLocked(table.readFlat<Subnet>(row)));
  }

  async lockIfIdle(id: number): Promise<LockedSubnet | undefined> {
    const found = subnet((await this.session.prepared(lockIdle, { id: lookupId(id) }))[0]);
    return found && asLocked(found);
  }

  async lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined> {
    const [master, expired] = await Promise.all([
      this.lock(id, 'change'), // first, because later statements then read under the lock
      this.expiredHolds(at, 1, id),
    ]);
    return master && { master, hasExpiredBelow: expired.length > 0 };
  }

  async insert(subnet: NewValues<Subnet>): Promise<number> {
    const [id] = await this.#add([subnet]);
    if (id === undefined) throw new Error('an insert returned no id');
    return id;
  }

  async insertAll(_below: LockedSubnet, subnets: readonly NewValues<Subnet>[]): Promise<number[]> {
    return this.#add(subnets);
  }

  /** Inserts subnets. PostgreSQL assigns ids in the order of the rows, but returns them in any order. */
  async #add(subnets: readonly NewValues<Subnet>[]): Promise<number[]> {
    const documents = subnets.map((record) => ({ record, extra: { ...this.dryRunIds?.column } }));
    const [added] = await Promise.all([
      this.session.prepared(this.dryRunIds ? insertForDryRun : insertSubnets, { rows: documentsOf(table, documents) }),
      ...[...prefixesByMaster(subnets)].map(([masterId, prefixes]) => this.#free.markUsed(masterId, prefixes)),
    ]);
    return added.map(({ id }) => id).sort((one, other) => one - other);
  }

  async update(id: number, changes: Changes<Subnet>): Promise<void> {
    const { values, custom } = splitValues(changes);
    const before = 'prefix' in changes || 'masterSubnetId' in changes ? await this.#positionById(id) : undefined;
    await table.update(this.session, id, values, custom);
    if (usageFields.some((name) => name in changes)) await recordSubnet(this.session, lookupId(id));
    if (before) await this.#follow(before, { ...before, ...changes });
  }

  async delete(id: number): Promise<boolean> {
    await this.session.allowLong(); // cascades to its addresses
    const position = await this.#positionById(id);
    await this.session.rows(recordDeletion(sql`select ${lookupId(id)}::integer`));
    if (!position || !(await table.delete(this.session, id))) return false;
    if (position.masterSubnetId !== null && position.prefix) await this.#free.markFree(position.masterSubnetId, position.prefix);
    await dropDeletedObjects(this.session);
    return true;
  }

  async deleteAll(ids: readonly number[]): Promise<void> {
    await this.session.allowLong();
    const parameters = { ids: ids.map(lookupId) };
    const positions = await this.session.prepared(positionsOf, parameters);
    await this.session.rows(recordDeletion(sql`select unnest(${parameters.ids}::integer[])`));
    await this.session.rows(knex(table.name).whereRaw('id = any(?::integer[])', [parameters.ids]).delete());
    const freed = positions.flatMap(([, network]) => (network ? [Prefix.parse(network)] : []));
    const [master] = positions[0] ?? [];
    if (master) await this.#free.markAllFree(Number(master), freed);
    await dropDeletedObjects(this.session);
  }

  async #positionById(id: number): Promise<FreeSpacePosition | undefined> {
    const [row] = await this.session.prepared(positionOf, { id: lookupId(id) });
    if (!row) return undefined;
    const [master, network] = row;
    return { id, masterSubnetId: master ? Number(master) : null, prefix: network ? Prefix.parse(network) : null };
  }

  async #follow(before: FreeSpacePosition, after: Pick<FreeSpacePosition, 'masterSubnetId' | 'prefix'>): Promise<void> {
    const isReshaped = String(before.prefix) !== String(after.prefix);
    if (isReshaped) await this.#free.invalidate(before.id);
    if (!isReshaped && before.masterSubnetId === after.masterSubnetId) return;
    if (before.masterSubnetId !== null && before.prefix) await this.#free.markFree(before.masterSubnetId, before.prefix);
    if (after.masterSubnetId !== null && after.prefix) await this.#free.markUsed(after.masterSubnetId, [after.prefix]);
  }
}

function prefixesByMaster(subnets: readonly NewValues<Subnet>[]): ReadonlyMap<number, readonly Prefix[]> {
  const byMaster = new Map<number, Prefix[]>();
  for (const { masterSubnetId, prefix } of subnets) {
    if (masterSubnetId === null || !prefix) continue;
    const others = byMaster.get(masterSubnetId);
    if (others) others.push(prefix);
    else byMaster.set(masterSubnetId, [prefix]);
  }
  return byMaster;
}

const usageFields = ['masterSubnetId', 'prefix', 'isFull', 'isPool'] as const;

/** Fields that determine the free space of a subnet and of its parent. */
interface FreeSpacePosition {
  readonly id: number;
  readonly masterSubnetId: number | null;
  readonly prefix: Prefix | null;
}

const subnet = (row: TextRow | undefined): Subnet | undefined => row && table.readFlat<Subnet>(row);
const network = (row: TextRow | undefined): Network | undefined => row && table.readFlat<Network>(row);
