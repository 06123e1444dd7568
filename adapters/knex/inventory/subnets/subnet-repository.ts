import { chunked } from '../../../../application/listing.js';
import type { LockStrength, NewValues } from '../../../../application/ports/inventory/records.js';
import {
  asLocked,
  type LockedSubnet,
  type SubnetQuery,
  type SubnetReader,
  type SubnetRepository,
} from '../../../../application/ports/inventory/subnets.js';
import { append } from '../../../../domain/grouping.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import type { Network, Subnet } from '../../../../domain/subnet/subnet.js';
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
import { firstOf } from '../../records/repository.js';
import { subnetTable as table } from '../../records/tables.js';
import { searchRows } from '../../records/text-search.js';
import { visibleSubnets } from '../../records/visibility.js';
import type { Session } from '../../sessions/session.js';
import { knex, sql } from '../../sessions/sql.js';
import { recordDeletion, recordSubnet } from '../../usage/usage-changes.js';
import { StoredUsageCounts } from '../../usage/usage-counts.js';
import { findMerged, findOverlap, gatheredOverlaps } from './overlaps.js';
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

export function subnetsIn(session: Session, dryRunIds?: DryRunIds): SubnetRepository {
  const free = new FreeBlocks(session);
  return Object.assign(subnetReaderIn(session, free), subnetLocksIn(session), subnetWritesIn(session, free, dryRunIds));
}

function subnetReaderIn(session: Session, free: FreeBlocks): SubnetReader {
  const usage = new StoredUsageCounts(session);
  const mayOverlapChild = gatheredOverlaps(session);
  const find = async (id: number): Promise<Subnet | undefined> => subnet(await table.find(session, id));
  return {
    find,
    findListing: async (id) => firstOf(session.lookup(oneListing, { id: lookupId(id) }), readListing),
    list: (query) =>
      chunked(async function* () {
        for await (const rows of rowChunks(session, query, listing)) yield rows.map(readListing);
      }),
    count: async (query, max) =>
      countRows(session, table.name, [...conditionsOf(query), ...(await narrowedOf(session, query))], max),
    async *ids(query) {
      for await (const rows of rowChunks(session, query, idsOnly)) for (const [id] of rows) yield Number(id);
    },
    async *search(search, viewer) {
      const rows = searchRows(session, table, search, listing, visibleSubnets(viewer));
      for await (const row of rows) yield readListing(row);
    },
    hasChildren: async (id) => (await session.lookup(oneChild, { id: lookupId(id) })).length > 0,
    freePrefix: (master, length, end) => free.find(master, length, end),
    freeBlocks: (master, blockQuery) => free.readGapsFrom(master, blockQuery),
    freeGaps: (master, length) => free.list(master, length),
    async findOverlap(prefix, scope, exceptId) {
      const isBelow = 'masterSubnetId' in scope && exceptId === undefined;
      if (isBelow && !(await mayOverlapChild(lookupId(scope.masterSubnetId), prefix))) return undefined;
      return network(await findOverlap(session, prefix, scope, exceptId));
    },
    async findMerged(change) {
      const ids = await findMerged(session, change);
      if (!ids) return undefined;
      const [one, other] = [await find(ids.one), await find(ids.other)];
      return one?.prefix && other?.prefix ? [one, other] : undefined;
    },
    findChildOutside: async (id, prefix) =>
      network((await session.prepared(childOutside, { id: lookupId(id), prefix: prefix.toString() }))[0]),
    ancestorIds: async (id) => (await session.prepared(ancestors, { id: lookupId(id) })).map(([found]) => Number(found)),
    usageCounts: (ids) => usage.of(ids),
    followUsage: () => usage.countIn(),
    expiredHolds: async (until, max, masterSubnetId) => expiredHolds(session, until, max, masterSubnetId),
  };
}

const narrowedOf = (session: Session, { custom, listQuery }: SubnetQuery): Promise<Condition[]> =>
  narrowedByCustom(session, table.name, custom ?? customOf(listQuery));

async function* rowChunks(session: Session, query: SubnetQuery, selection: Selection): AsyncGenerator<readonly TextRow[]> {
  const further = await narrowedOf(session, query);
  if (isInTreeOrder(query))
    yield* listInTreeOrder(session, query.descendantsOf, selection, [...subnetConditions(query), ...further]);
  else yield* listChunks(session, selection, subnetSegments(query, further), query.listQuery?.max);
}

async function expiredHolds(session: Session, until: string, max: number, masterSubnetId?: number): Promise<number[]> {
  const rows =
    masterSubnetId === undefined
      ? await session.lookup<{ id: number }>(expired(until, max))
      : await session.lookup(expiredBelow, { masterId: lookupId(masterSubnetId), until, max });
  return rows.map(({ id }) => id);
}

type Locks = Pick<SubnetRepository, 'lock' | 'lockAll' | 'lockIfIdle' | 'lockForAllocation'>;

function subnetLocksIn(session: Session): Locks {
  const lock = async (id: number, strength: LockStrength): Promise<LockedSubnet | undefined> => {
    const found = subnet(await table.find(session, id, strength));
    return found && asLocked(found);
  };
  return {
    lock,
    async lockAll(ids) {
      const [id, ...others] = ids.map(lookupId);
      if (id === undefined) return [];
      if (others.length === 0) return [(await lock(id, 'change')) ?? []].flat();
      const rows = await session.lock(`${table.name} ${Math.min(id, ...others)}`, lockSubnets, { ids: [id, ...others] });
      return rows.map((row) => asLocked(table.readFlat<Subnet>(row)));
    },
    async lockIfIdle(id) {
      const found = subnet((await session.prepared(lockIdle, { id: lookupId(id) }))[0]);
      return found && asLocked(found);
    },
    async lockForAllocation(id, at) {
      const [master, expired] = await Promise.all([
        lock(id, 'change'), // first, because later statements then read under the lock
        expiredHolds(session, at, 1, id),
      ]);
      return master && { master, hasExpiredBelow: expired.length > 0 };
    },
  };
}

type Writes = Omit<SubnetRepository, keyof SubnetReader | keyof Locks>;

function subnetWritesIn(session: Session, free: FreeBlocks, dryRunIds: DryRunIds | undefined): Writes {
  /** Inserts subnets. PostgreSQL assigns ids in the order of the rows, but returns them in any order. */
  const add = async (subnets: readonly NewValues<Subnet>[]): Promise<number[]> => {
    const documents = subnets.map((record) => ({ record, extra: { ...dryRunIds?.column } }));
    const [added] = await Promise.all([
      session.prepared(dryRunIds ? insertForDryRun : insertSubnets, { rows: documentsOf(table, documents) }),
      ...[...prefixesByMaster(subnets)].map(([masterId, prefixes]) => free.markUsed(masterId, prefixes)),
    ]);
    return added.map(({ id }) => id).sort((one, other) => one - other);
  };
  return {
    async insert(values) {
      const [id] = await add([values]);
      if (id === undefined) throw new Error('an insert returned no id');
      return id;
    },
    insertAll: async (_below, subnets) => add(subnets),
    async update(id, changes) {
      const { values, custom } = splitValues(changes);
      const before = 'prefix' in changes || 'masterSubnetId' in changes ? await positionById(session, id) : undefined;
      await table.update(session, id, values, custom);
      if (usageFields.some((name) => name in changes)) await recordSubnet(session, lookupId(id));
      if (before) await follow(free, before, { ...before, ...changes });
    },
    async delete(id) {
      await session.allowLong(); // cascades to its addresses
      const position = await positionById(session, id);
      await session.rows(recordDeletion(sql`select ${lookupId(id)}::integer`));
      if (!position || !(await table.delete(session, id))) return false;
      if (position.masterSubnetId !== null && position.prefix) await free.markFree(position.masterSubnetId, position.prefix);
      await dropDeletedObjects(session);
      return true;
    },
    deleteAll: (ids) => deleteAll(session, free, ids),
  };
}

async function deleteAll(session: Session, free: FreeBlocks, ids: readonly number[]): Promise<void> {
  await session.allowLong();
  const parameters = { ids: ids.map(lookupId) };
  const positions = await session.prepared(positionsOf, parameters);
  await session.rows(recordDeletion(sql`select unnest(${parameters.ids}::integer[])`));
  await session.rows(knex(table.name).whereRaw('id = any(?::integer[])', [parameters.ids]).delete());
  const freed = positions.flatMap(([, network]) => (network ? [Prefix.parse(network)] : []));
  const [master] = positions[0] ?? [];
  if (master) await free.markAllFree(Number(master), freed);
  await dropDeletedObjects(session);
}

async function positionById(session: Session, id: number): Promise<FreeSpacePosition | undefined> {
  const [row] = await session.prepared(positionOf, { id: lookupId(id) });
  if (!row) return undefined;
  const [master, network] = row;
  return { id, masterSubnetId: master ? Number(master) : null, prefix: network ? Prefix.parse(network) : null };
}

async function follow(free: FreeBlocks, before: FreeSpacePosition, after: Omit<FreeSpacePosition, 'id'>): Promise<void> {
  const isReshaped = String(before.prefix) !== String(after.prefix);
  if (isReshaped) await free.invalidate(before.id);
  if (!isReshaped && before.masterSubnetId === after.masterSubnetId) return;
  if (before.masterSubnetId !== null && before.prefix) await free.markFree(before.masterSubnetId, before.prefix);
  if (after.masterSubnetId !== null && after.prefix) await free.markUsed(after.masterSubnetId, [after.prefix]);
}

function prefixesByMaster(subnets: readonly NewValues<Subnet>[]): ReadonlyMap<number, readonly Prefix[]> {
  const byMaster = new Map<number, Prefix[]>();
  for (const { masterSubnetId, prefix } of subnets)
    if (masterSubnetId !== null && prefix) append(byMaster, masterSubnetId, prefix);
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
