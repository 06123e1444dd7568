import { hasLimitedReach, levelAsParent, levels, requireLevel } from '../../domain/access/access-policy.js';
import { childOfSplit, type SpaceRequest } from '../../domain/allocation/space-request.js';
import { requireInside, type StoredRange } from '../../domain/allocation/stored-range.js';
import type { KindWithin } from '../../domain/catalog/kinds.js';
import { IpamError } from '../../domain/errors.js';
import { rangeContains } from '../../domain/net/address-range.js';
import type { Prefix } from '../../domain/net/prefix.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { SubnetPosition } from '../../domain/subnet/position.js';
import type { SplitRequest, SplitSubnet } from '../../domain/subnet/split.js';
import { asNetwork, type Network, subnetFields } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { type Caller, conflictFor, permitted, readPermitted, unknownSubnet } from '../caller.js';
import { added, deleted, edited, entryOf, lineOf, recordChange, recordConsequences } from '../changes/change-log.js';
import type { Clock } from '../ports/environment.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { requireExpected } from '../unit-of-work/expected-version.js';
import { OutdatedRead, retryWhileOutdated } from '../unit-of-work/optimistic-retry.js';
import { runFor } from '../unit-of-work/units-of-work.js';
import { ExpiredHolds } from './expired-holds.js';
import { findConflict } from './locked-positions.js';
import { lockSubnets } from './row-locks.js';
import { rangesOf, requestsOf } from './stored-ranges.js';

interface LockedNetwork {
  readonly network: Network;
  readonly position: SubnetPosition;
}

export class SubnetOperations {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * Changes the prefix length. A larger network starts at its aligned address. Addresses and, in a strict section, children must
   * still fit. A key with a limited reach must reach the space into which a network grows.
   * @throws IpamError permission.denied, subnet.unknown, subnet.isFolder, resize.*, prefix.length, subnet.addressOutside,
   * subnet.overlapWithSibling, range.outside
   */
  resize(caller: Caller, id: number, mask: unknown): Promise<void> {
    return this.#runWithRetry(caller, async (repositories) => {
      const { network, position } = await lockToReshape(repositories, caller, id);
      await this.#freeWithin(repositories, id);
      const timestamp = formatTimestamp(this.#clock.now());
      const resize = new SubnetAggregate(network).resize(mask, position);
      const { prefix, overlapScope: scope } = resize;
      if (!network.prefix.contains(prefix)) await requireSpaceAbove(repositories, caller, position);
      const conflict = scope && (await findConflict(repositories, caller, timestamp, { prefix, scope, exceptId: id }));
      const outside = resize.keepsChildrenInside ? await repositories.subnets.findChildOutside(id, prefix) : undefined;
      const child = outside && (await conflictFor(repositories, caller, outside, prefix));
      const ip = await repositories.addresses.findOutside(id, resize.usableRange);
      const changes = resize.changes({ conflict, child, ip });
      requireInside([prefix], await rangesOf(repositories.catalog, id));
      await repositories.subnets.update(id, { ...changes, editDate: timestamp });
      const differences = [lineOf('mask', network.prefix, prefix)];
      const change = { ...edited('subnet', network, changes, 'resize'), differences };
      await recordChange(repositories, caller, timestamp, change);
    });
  }

  /**
   * Splits a network into equal parts. They become children of the network, or replace it. Addresses and ranges move to the parts.
   * A request for a specific address moves to the subnet of the address. If the network is replaced, all other requests move to
   * the first subnet.
   * @returns ids of the new subnets, ascending by network
   * @throws IpamError subnet.unknown, subnet.isFolder, split.*, subnet.addressOutside, subnet.hasChildren for a replacement,
   * range.outside for a range across several subnets
   */
  split(caller: Caller, id: number, request: SplitRequest): Promise<number[]> {
    return this.#runWithRetry(caller, async (repositories) => {
      const { network } = await lockToReshape(repositories, caller, id);
      await this.#freeWithin(repositories, id);
      const split = new SubnetAggregate(network).split(request);
      const found = await firstChild(repositories, network);
      const changes = split.changes({
        child: found && (await conflictFor(repositories, caller, found, network.prefix)),
        hasChildren: await repositories.subnets.hasChildren(id),
        lostAddress: await repositories.addresses.findAnyOf(id, split.addressesLost),
        definitions: await repositories.customFields.list('subnets'),
      });
      const ranges = await rangesOf(repositories.catalog, id);
      requireInside(split.prefixes, ranges);
      const timestamp = formatTimestamp(this.#clock.now());
      const ids = await insertSplitSubnets(repositories, network, { subnets: changes.subnets, ranges }, { caller, timestamp });
      const differences = split.prefixes.map((child) => lineOf('part', null, child));
      const change = { object: 'subnet', objectId: id, action: 'split', differences } as const;
      await recordChange(repositories, caller, timestamp, change);
      const requests = await requestsOf(repositories.catalog, id);
      for (const { request, index } of moves(requests, split.prefixes, changes.replacesNetwork))
        await moveStored(repositories, 'request', request, ids[index] ?? id, { caller, timestamp });
      if (changes.replacesNetwork) await deleteSplit(repositories, network, { caller, timestamp });
      return ids;
    });
  }

  /** Frees the addresses and child networks whose hold has expired. They need not fit into the new networks. */
  async #freeWithin(repositories: Repositories, id: number): Promise<void> {
    const holds = new ExpiredHolds(repositories, formatTimestamp(this.#clock.now()));
    await holds.inSubnet(id);
    await holds.below(id);
  }

  #runWithRetry<T>(caller: Caller, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return retryWhileOutdated(() => runFor(this.#unitOfWork, caller, work));
  }
}

async function lockToReshape(repositories: Repositories, caller: Caller, id: number): Promise<LockedNetwork> {
  const { sectionId, masterSubnetId } = await readPermitted(repositories, caller, id, levels.change);
  const isRoot = masterSubnetId === null;
  const section = await (isRoot ? repositories.sections.lock(sectionId, 'change') : repositories.sections.find(sectionId));
  const locked = await lockSubnets(repositories, isRoot ? [id] : [masterSubnetId, id]);
  const subnet = locked.get(id);
  if (!section || !subnet) throw unknownSubnet(id)();
  if (subnet.sectionId !== sectionId || subnet.masterSubnetId !== masterSubnetId) throw new OutdatedRead();
  requireExpected(caller, subnetFields, subnet);
  return { network: asNetwork(subnet), position: new SubnetPosition(section, isRoot ? undefined : locked.get(masterSubnetId)) };
}

/**
 * Requires that a key with a limited reach reaches the master or section of a growing network.
 * @throws IpamError permission.denied
 */
async function requireSpaceAbove(repositories: Repositories, caller: Caller, { section, master }: SubnetPosition): Promise<void> {
  if (!hasLimitedReach(caller.principal)) return;
  const denied = () => new IpamError('permission.denied');
  if (master) await permitted(repositories, caller, master, levels.see, denied);
  else requireLevel(levelAsParent(caller.principal, section), levels.see, denied);
}

async function firstChild(repositories: Repositories, network: Network): Promise<Network | undefined> {
  const query = { masterSubnetId: network.id, isFolder: false, order: { by: 'network' } } as const;
  for await (const { subnet } of repositories.subnets.list(query))
    if (!subnet.isFolder && subnet.prefix.overlaps(network.prefix)) return subnet;
  return undefined;
}

interface Doing {
  readonly caller: Caller;
  readonly timestamp: string;
}

async function insertSplitSubnets(
  repositories: Repositories,
  network: Network,
  { subnets, ranges }: { readonly subnets: readonly SplitSubnet[]; readonly ranges: readonly StoredRange[] },
  { caller, timestamp }: Doing,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { subnet, addresses: range } of subnets) {
    const id = await repositories.subnets.insert(subnet);
    await recordChange(repositories, caller, timestamp, { ...added('subnet', id, subnet), isConsequence: true });
    const cause = { of: 'move', fromSubnetId: network.id, toSubnetId: id, range } as const;
    await recordConsequences(repositories, caller, timestamp, cause);
    await repositories.addresses.moveRange(network.id, id, range);
    for (const each of ranges)
      if (rangeContains(range, each.first)) await moveStored(repositories, 'range', each, id, { caller, timestamp });
    ids.push(id);
  }
  return ids;
}

/** The requests that move, each with the index of its new subnet. */
const moves = (requests: readonly SpaceRequest[], prefixes: readonly Prefix[], replaces: boolean) =>
  requests.flatMap((request) => {
    const index = childOfSplit(request, prefixes, replaces);
    return index === undefined ? [] : [{ request, index }];
  });

async function moveStored(
  repositories: Repositories,
  object: KindWithin,
  record: StoredRange | SpaceRequest,
  subnetId: number,
  { caller, timestamp }: Doing,
): Promise<void> {
  await repositories.catalog.update(object, record.id, { subnetId }, {});
  const change = { ...edited(object, record, { subnetId }), subnetId, differences: [], isConsequence: true };
  await repositories.changeLog.append(entryOf(caller, timestamp, change));
}

async function deleteSplit(repositories: Repositories, network: Network, { caller, timestamp }: Doing): Promise<void> {
  const { id } = network;
  await recordConsequences(repositories, caller, timestamp, { of: 'deletion', object: 'subnet', id });
  await repositories.subnets.delete(id);
  await recordChange(repositories, caller, timestamp, { ...deleted('subnet', network), isConsequence: true });
}
