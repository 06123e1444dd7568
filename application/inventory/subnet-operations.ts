import { usableRange } from '../../domain/allocation/usable-range.js';
import type { Input } from '../../domain/catalog/read-fields.js';
import { IpamError } from '../../domain/errors.js';
import { rangeOf } from '../../domain/net/address-range.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Section } from '../../domain/section/section.js';
import { overlapScope } from '../../domain/subnet/overlap.js';
import { grows, refuseLeftovers, refuseResizeObstacle, resizedPrefix } from '../../domain/subnet/resize.js';
import {
  addressesLostBy,
  partValues,
  planSplit,
  refuseChildInPart,
  refuseChildren,
  refuseLostAddress,
  type SplitPlan,
} from '../../domain/subnet/split.js';
import { asNetwork, type Network, type Subnet, subnetFields } from '../../domain/subnet/subnet.js';
import type { Caller } from '../caller.js';
import type { Clock } from '../ports/environment.js';
import type { Repositories, UnitOfWork } from '../ports/unit-of-work.js';
import { formatTimestamp } from '../timestamp.js';
import { levels, obstacleFor, permitted } from './access.js';
import { recordChange } from './change-log.js';
import { StaleRead, untilSteady } from './optimistic-retry.js';
import { readRecord } from './record-input.js';
import { lockSubnets } from './row-locks.js';

/** A network that is held for reshaping, and where it hangs. */
interface Held {
  readonly network: Network;
  readonly section: Section;
  readonly master: Subnet | undefined;
}

/** What changes the shape of networks: resize and split. */
export class SubnetOperations {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /**
   * Gives a network another prefix length; growing drops the network address to the next boundary. Every address and, in a
   * strict section, every child must still fit, and nothing may be in the way.
   * @throws IpamError subnet.unknown, subnet.isFolder, resize.*, prefix.length, subnet.addressOutside,
   * subnet.overlapWithSibling
   */
  resize(caller: Caller, id: number, mask: unknown): Promise<void> {
    return this.#runSteadily(async (repositories) => {
      const held = await hold(repositories, caller, id);
      const { network, section, master } = held;
      const resized = resizedPrefix(network, mask, master);
      if (grows(network, resized)) await refuseObstacle(repositories, caller, held, resized);
      const childOutside = section.strictMode ? await repositories.subnets.findChildOutside(id, resized) : undefined;
      const addressOutside = await repositories.addresses.findOutside(id, usableRange({ ...network, prefix: resized }));
      const child = childOutside && (await obstacleFor(repositories, caller, childOutside, resized));
      refuseLeftovers(resized, addressOutside, child);
      const timestamp = formatTimestamp(this.#clock.now());
      await repositories.subnets.update(id, { prefix: resized, editDate: timestamp });
      const differences = [`[mask]: ${network.prefix} => ${resized}`];
      await recordChange(repositories, caller, timestamp, { object: 'subnet', objectId: id, action: 'resize', differences });
    });
  }

  /**
   * Cuts a network into equal parts, as its children or in its place; its addresses move to the parts that hold them.
   * @returns ids of the parts, ascending by network
   * @throws IpamError subnet.unknown, subnet.isFolder, split.*, subnet.hasChildren (its place cannot be taken), subnet.addressOutside
   */
  split(caller: Caller, id: number, request: Input): Promise<number[]> {
    return this.#runSteadily(async (repositories) => {
      const { network } = await hold(repositories, caller, id);
      const plan = planSplit(network, request);
      const child = await firstChild(repositories, network);
      refuseChildInPart(plan, child && (await obstacleFor(repositories, caller, child, network.prefix)));
      refuseChildren(plan, await repositories.subnets.hasChildren(id));
      refuseLostAddress(plan, await repositories.addresses.findAnyOf(id, addressesLostBy(plan, network)));
      const ids = await insertParts(repositories, network, plan);
      const differences = plan.parts.map((part) => `[part]:  => ${part}`);
      await recordChange(repositories, caller, formatTimestamp(this.#clock.now()), {
        object: 'subnet',
        objectId: id,
        action: 'split',
        differences,
      });
      if (!plan.grouped) await repositories.subnets.delete(id);
      return ids;
    });
  }

  #runSteadily<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return untilSteady(() => this.#unitOfWork.run(work));
  }
}

/** Holds what reshaping a network needs unchanged. @throws StaleRead, and IpamError subnet.unknown, subnet.isFolder */
async function hold(repositories: Repositories, caller: Caller, id: number): Promise<Held> {
  const whenUnknown = () => new IpamError('subnet.unknown', { id });
  const found = await permitted(repositories, caller, await repositories.subnets.find(id), levels.change, whenUnknown);
  const { sectionId, masterSubnetId } = found;
  const isRoot = masterSubnetId === null;
  const section = await (isRoot ? repositories.sections.lock(sectionId, 'change') : repositories.sections.find(sectionId));
  const held = await lockSubnets(repositories, isRoot ? [id] : [masterSubnetId, id]);
  const subnet = held.get(id);
  if (!section || !subnet) throw whenUnknown();
  if (subnet.sectionId !== sectionId || subnet.masterSubnetId !== masterSubnetId) throw new StaleRead();
  return { network: asNetwork(subnet), section, master: isRoot ? undefined : held.get(masterSubnetId) };
}

async function refuseObstacle(
  repositories: Repositories,
  caller: Caller,
  { network, section, master }: Held,
  resized: Prefix,
): Promise<void> {
  const scope = overlapScope(section, master, network.vrfId);
  const found = scope && (await repositories.subnets.findOverlap(resized, scope, network.id));
  refuseResizeObstacle(resized, found && (await obstacleFor(repositories, caller, found, resized)), master);
}

async function firstChild(repositories: Repositories, network: Network): Promise<Network | undefined> {
  for await (const { subnet } of repositories.subnets.list({
    masterSubnetId: network.id,
    isFolder: false,
    order: { by: 'network' },
  })) {
    if (!subnet.isFolder && subnet.prefix.overlaps(network.prefix)) return subnet;
  }
  return undefined;
}

async function insertParts(repositories: Repositories, network: Network, plan: SplitPlan): Promise<number[]> {
  const shape = plan.copyCustom ? { fields: subnetFields } : ({ fields: subnetFields, owner: 'subnets' } as const);
  const fresh = await readRecord(repositories, shape, { sectionId: network.sectionId }, 'create');
  const custom = plan.copyCustom ? network.custom : fresh.custom;
  const ids: number[] = [];
  for (const [index, part] of plan.parts.entries()) {
    const values = {
      ...fresh.values,
      ...partValues(network, plan, index),
      isFolder: false,
      custom,
    };
    const id = await repositories.subnets.insert(values);
    await repositories.addresses.moveRange(network.id, id, rangeOf(part));
    ids.push(id);
  }
  return ids;
}
