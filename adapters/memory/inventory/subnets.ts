import type { Clock } from '../../../application/ports/environment.js';
import type { Changes, LockStrength, NewValues, TextSearch } from '../../../application/ports/inventory/records.js';
import {
  type AllocationMaster,
  asLocked,
  type FreeSpaceOwner,
  type Gateway,
  type LockedSubnet,
  type SubnetListing,
  type SubnetQuery,
  type SubnetRepository,
} from '../../../application/ports/inventory/subnets.js';
import type { SubnetScanRepository } from '../../../application/ports/scanning.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import type { Address } from '../../../domain/address/address.js';
import { fitsInto, prefixWithin } from '../../../domain/allocation/free-prefixes.js';
import type { End, Gap } from '../../../domain/allocation/free-ranges.js';
import { type BlockQuery, blocksWithin } from '../../../domain/allocation/subnet-choice.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { ContainerChange, NetworkPair } from '../../../domain/subnet/merged-networks.js';
import type { OverlapScope } from '../../../domain/subnet/position.js';
import type { Network, Subnet } from '../../../domain/subnet/subnet.js';
import type { UsageCounts } from '../../../domain/subnet/usage.js';
import { deleteRecord } from '../records/deletion.js';
import { referenceIndex } from '../records/owners.js';
import { addressOf, insertRecord, networkOf, subnetOf, unflatten, updateRecord } from '../records/records.js';
import { type Draft, MemoryRepository, type State } from '../records/state.js';
import { filtered, mapped, stream } from '../records/stream.js';
import { idsHeldUntil, searchRows } from './conditions.js';
import { depthsBelow, mergedNetworks, overlapping, searchSubnets } from './subnet-search.js';
import { usageCounts } from './usage-counts.js';
import { seesSubnet, selfAndAbove } from './visibility.js';

export class MemorySubnetRepository extends MemoryRepository implements SubnetRepository {
  async find(id: number): Promise<Subnet | undefined> {
    const row = this.#table.get(id);
    return row && subnetOf(row);
  }

  async findListing(id: number): Promise<SubnetListing | undefined> {
    const row = this.#table.get(id);
    return row && listingOf(this.draft.state, subnetOf(row));
  }

  list(query: SubnetQuery): AsyncIterable<SubnetListing> {
    return stream(mapped(this.#seen(query), (subnet) => listingOf(this.draft.state, subnet)));
  }

  async count(query: SubnetQuery, max = Number.POSITIVE_INFINITY): Promise<number> {
    return Math.min(this.#seen(query).length, max);
  }

  #seen(query: SubnetQuery): Subnet[] {
    const { state } = this.draft;
    return searchSubnets(state.records.subnet, query).filter((subnet) => seesSubnet(state, query.viewer, subnet));
  }

  async *ids(query: SubnetQuery): AsyncGenerator<number> {
    for await (const { subnet } of this.list(query)) yield subnet.id;
  }

  search(search: TextSearch, viewer?: Principal): AsyncIterable<SubnetListing> {
    const { state } = this.draft;
    const found = mapped(searchRows(this.#table, search), (row) => subnetOf(row));
    const seen = filtered(found, (subnet) => seesSubnet(state, viewer, subnet));
    return stream(mapped(seen, (subnet) => listingOf(state, subnet)));
  }

  async hasChildren(id: number): Promise<boolean> {
    return this.#table.firstUnder(referenceIndex('masterSubnetId'), [id]) !== undefined;
  }

  async freePrefix({ id, prefix }: FreeSpaceOwner, length: number, end: End): Promise<Prefix | undefined> {
    if (!fitsInto(prefix, length)) return undefined;
    const hasNetworks = this.#table.firstUnder('child', [id]) !== undefined;
    const gap = hasNetworks ? this.draft.state.freeBlocks.find(id, length, end) : rangeOfPrefix(prefix);
    return gap && prefixWithin(prefix, gap, length, end);
  }

  async freeBlocks({ id, prefix }: FreeSpaceOwner, blockQuery: BlockQuery): Promise<Gap[]> {
    if (!fitsInto(prefix, blockQuery.length)) return [];
    const hasNetworks = this.#table.firstUnder('child', [id]) !== undefined;
    return blocksWithin(hasNetworks ? this.draft.state.freeBlocks.bySize(id, blockQuery) : [rangeOfPrefix(prefix)], blockQuery);
  }

  freeGaps({ id, prefix }: FreeSpaceOwner, length: number): AsyncIterable<Gap> {
    const hasNetworks = this.#table.firstUnder('child', [id]) !== undefined;
    const gaps = hasNetworks ? this.draft.state.freeBlocks.from(id) : [rangeOfPrefix(prefix)];
    return stream(filtered(gaps, (gap) => prefixWithin(prefix, gap, length, 'first') !== undefined));
  }

  async findOverlap(prefix: Prefix, scope: OverlapScope, exceptId?: number): Promise<Network | undefined> {
    const passedOver = exceptId === undefined ? new Map<number, number>() : depthsBelow(this.#table, exceptId);
    const networks = [...mapped(overlapping(this.#table, prefix), (row) => networkOf(row))];
    const inTheWay = networks.filter((network) => !passedOver.has(network.id) && isInScope(network, scope));
    inTheWay.sort((a, b) => b.prefix.length - a.prefix.length || a.prefix.compare(b.prefix) || a.id - b.id);
    return inTheWay[0];
  }

  async findMerged(change: ContainerChange): Promise<NetworkPair | undefined> {
    return mergedNetworks(this.draft.state.records, change);
  }

  async findChildOutside(masterSubnetId: number, prefix: Prefix): Promise<Network | undefined> {
    for (const child of this.#networksUnder('child', masterSubnetId)) if (!prefix.containsStrictly(child.prefix)) return child;
    return undefined;
  }

  async ancestorIds(id: number): Promise<number[]> {
    return selfAndAbove(this.draft.state, id);
  }

  async usageCounts(ids: readonly number[]): Promise<ReadonlyMap<number, UsageCounts>> {
    return usageCounts(this.draft.state, ids);
  }

  /** No effect: usage is not stored. */
  async followUsage(): Promise<void> {}

  async expiredHolds(until: string, max: number, masterSubnetId?: number): Promise<number[]> {
    return idsHeldUntil(this.#table, masterSubnetId === undefined ? ['held'] : ['heldChild', masterSubnetId], until, max);
  }

  get #table() {
    return this.draft.state.records.subnet;
  }

  #networksUnder(index: string, id: number): Iterable<Network> {
    return mapped(this.#table.under(index, [id]), (row: KindRecord) => networkOf(row));
  }

  async lock(id: number, strength: LockStrength = 'change'): Promise<LockedSubnet | undefined> {
    const found = await this.find(id);
    if (found && strength === 'change') this.draft.locks.noteRow('subnet', id);
    return found && asLocked(found);
  }

  async lockAll(ids: readonly number[]): Promise<readonly LockedSubnet[]> {
    const locked: LockedSubnet[] = [];
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const subnet = await this.lock(id);
      if (subnet) locked.push(subnet);
    }
    return locked;
  }

  async lockIfIdle(id: number): Promise<LockedSubnet | undefined> {
    const found = await this.find(id);
    if (found) this.draft.locks.note(`subnet ${id}`);
    return found && asLocked(found);
  }

  async lockForAllocation(id: number, at: string): Promise<AllocationMaster | undefined> {
    const master = await this.lock(id);
    return master && { master, hasExpiredBelow: (await this.expiredHolds(at, 1, id)).length > 0 };
  }

  async insert(values: NewValues<Subnet>): Promise<number> {
    this.draft.requireLocked(values.masterSubnetId);
    const record = unflatten(values);
    const id = insertRecord(this.draft, 'subnet', record.values, record.custom);
    this.draft.locks.note(`subnet ${id}`);
    return id;
  }

  async insertAll(_below: LockedSubnet, subnets: readonly NewValues<Subnet>[]): Promise<number[]> {
    const ids: number[] = [];
    for (const subnet of subnets) ids.push(await this.insert(subnet));
    return ids;
  }

  async update(id: number, changes: Changes<Subnet>): Promise<void> {
    await this.#requireMasters(id, changes);
    const record = unflatten(changes);
    updateRecord(this.draft, 'subnet', id, record.values, record.custom);
  }

  async delete(id: number): Promise<boolean> {
    this.draft.requireLocked((await this.find(id))?.masterSubnetId);
    return deleteRecord(this.draft, 'subnet', id);
  }

  async deleteAll(ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.delete(id);
  }

  /** Requires locks of the parents whose free space changes. */
  async #requireMasters(id: number, { masterSubnetId, prefix }: Changes<Subnet>): Promise<void> {
    const before = (await this.find(id))?.masterSubnetId;
    const isMoved = masterSubnetId !== undefined && masterSubnetId !== before;
    if (isMoved || prefix !== undefined) this.draft.requireLocked(before);
    if (isMoved) this.draft.requireLocked(masterSubnetId);
  }
}

const rangeOfPrefix = ({ first, last }: Prefix): Gap => ({ first, last });

function listingOf({ records }: State, subnet: Subnet): SubnetListing {
  const gateway = records.address.firstUnder('gateway', [subnet.id]);
  const nameserver = subnet.nameserverId === null ? undefined : records.nameserver.get(subnet.nameserverId);
  return { subnet, gateway: gateway ? gatewayOf(addressOf(gateway)) : null, nameserver: nameserver ?? null };
}

const gatewayOf = ({ id, ip }: Address): Gateway => ({ id, ip });

function isInScope(network: Network, scope: OverlapScope): boolean {
  if ('sectionId' in scope) return network.sectionId === scope.sectionId && network.vrfId === scope.vrfId;
  return network.masterSubnetId === scope.masterSubnetId && (network.vrfId === null || network.vrfId === scope.vrfId);
}

export function subnetScansIn(draft: Draft, clock: Clock): SubnetScanRepository {
  const scans = draft.collection('subnetScans');
  const find = (subnetId: number) => draft.table('subnet').get(subnetId) && scans.at(subnetId);
  return {
    async take(subnetId, holder, seconds) {
      const now = clock.now().getTime();
      if (!draft.table('subnet').get(subnetId)) return undefined;
      const scan = scans.at(subnetId) ?? { holder: null, until: 0, next: null, begun: null };
      if (scan.holder !== null && scan.holder !== holder && scan.until > now) return undefined;
      scans.put(subnetId, { ...scan, holder, until: now + seconds * 1000 });
      return { next: scan.next, begun: scan.begun };
    },
    save: async (subnetId, holder, state) => find(subnetId)?.holder === holder && scans.change(subnetId, state),
    async end(subnetId, holder) {
      if (find(subnetId)?.holder === holder) scans.change(subnetId, { holder: null });
    },
  };
}
