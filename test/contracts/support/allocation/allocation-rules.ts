import type { ErrorCode } from '../../../../domain/errors.js';
import type { IpAddress } from '../../../../domain/net/ip-address.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { type AllocationModel, bitsOf, type End, isInside, type ModelSubnet, overlap, take } from './allocation-model.js';

/**
 * The errors with which an operation may fail. Each rule lists every applicable error, in no order.
 * Without errors, the operation must succeed. Otherwise it must fail with one of them.
 */
export type Mistakes = readonly ErrorCode[];

/** The position of a subnet: prefix, section, parent and VRF. */
export type Place = Pick<ModelSubnet, 'prefix' | 'sectionId' | 'masterId' | 'vrfId'>;

const mistake = (code: ErrorCode, isMade: boolean): ErrorCode[] => (isMade ? [code] : []);

export function addressMistakes(model: AllocationModel, subnet: ModelSubnet, ip: IpAddress): Mistakes {
  const isTaken = model.addressesOf(subnet.id).some((address) => address.ip.equals(ip));
  const isOutside = subnet.prefix !== null && !model.isUsable(subnet, subnet.prefix, ip);
  return [...mistake('address.exists', isTaken), ...mistake('address.notInSubnet', isOutside)];
}

/** The reasons why a subnet allocates no addresses at all. */
export function closedMistakes(model: AllocationModel, subnet: ModelSubnet): Mistakes {
  return [
    ...mistake('allocation.subnetFull', subnet.isFull),
    ...mistake('subnet.hasChildren', model.childrenOf(subnet.id).length > 0),
    ...mistake('allocation.noAddress', subnet.prefix === null),
  ];
}

/** The next free address of a subnet, or the expected errors. */
export function nextAddress(model: AllocationModel, subnet: ModelSubnet): { ip?: IpAddress; mistakes: Mistakes } {
  const mistakes = closedMistakes(model, subnet);
  const [ip] = mistakes.length > 0 ? [] : take(model.freeAddresses(subnet), 1);
  return ip ? { ip, mistakes } : { mistakes: mistakes.length > 0 ? mistakes : ['allocation.noAddress'] };
}

/** The next free network of a subnet, or the expected errors. */
export function nextNetwork(
  model: AllocationModel,
  subnet: ModelSubnet,
  length: number,
  end: End,
): { prefix?: Prefix; mistakes: Mistakes } {
  if (subnet.prefix && length > bitsOf(subnet.prefix)) return { mistakes: ['prefix.length'] };
  const [prefix] = take(model.freeNetworks(subnet, length, end), 1);
  return prefix ? { prefix, mistakes: [] } : { mistakes: [noNetworkMistake(subnet, length)] };
}

/** The error if no network of a length is free. A length beyond the address family has its own error. */
export const noNetworkMistake = ({ prefix }: ModelSubnet, length: number): 'prefix.length' | 'allocation.noSubnet' =>
  prefix && length > bitsOf(prefix) ? 'prefix.length' : 'allocation.noSubnet';

/** Whether a network overlaps another one that a strict section forbids. */
function hasObstacle(model: AllocationModel, { prefix, sectionId, masterId, vrfId }: Place, movedId?: number): boolean {
  const master = model.masterOf({ masterId });
  if (!prefix || !model.section(sectionId).isStrict || (master && !master.prefix)) return false;
  const moved = movedId === undefined ? [] : model.treeOf(movedId);
  const others = model.subnets.filter((other) => !moved.includes(other.id) && other.prefix && overlap(other.prefix, prefix));
  return others.some((other) =>
    master
      ? other.masterId === master.id && (other.vrfId === null || other.vrfId === vrfId)
      : other.sectionId === sectionId && other.vrfId === vrfId,
  );
}

/** @param movedId id of an existing subnet */
export function placeMistakes(model: AllocationModel, place: Place, movedId?: number): Mistakes {
  const master = model.masterOf(place);
  const inTheWay = master ? 'subnet.overlapWithSibling' : 'subnet.overlapInSection';
  return [
    ...mistake('subnet.masterNotFolder', master?.prefix != null && !place.prefix),
    ...mistake('subnet.outsideMaster', Boolean(master?.prefix && place.prefix && !isInside(place.prefix, master.prefix))),
    ...mistake('subnet.otherSection', master !== undefined && master.sectionId !== place.sectionId),
    ...mistake('subnet.cycle', movedId !== undefined && master !== undefined && model.treeOf(movedId).includes(master.id)),
    ...mistake(inTheWay, hasObstacle(model, place, movedId)),
  ];
}

/** The errors of moving a subnet with its descendants to a strict section. */
function orderMistakes(model: AllocationModel, movedId: number, sectionId: number): Mistakes {
  const moved = model.treeOf(movedId);
  if (moved.length === 1 || !model.section(sectionId).isStrict) return [];
  const below = model.subnets.filter(({ id }) => id !== movedId && moved.includes(id));
  const masterPrefix = (subnet: ModelSubnet) => model.masterOf(subnet)?.prefix;
  const clashes = (one: ModelSubnet, other: ModelSubnet): boolean =>
    one.id !== other.id && one.masterId === other.masterId && one.vrfId === other.vrfId && overlapping(one.prefix, other.prefix);
  const isOverlapping = below.some((one) => masterPrefix(one) && below.some((other) => clashes(one, other)));
  const isOutside = below.some(({ prefix, ...subnet }) => {
    const master = masterPrefix({ prefix, ...subnet });
    return master && !(prefix && master.contains(prefix));
  });
  return [...mistake('subnet.overlapAfterChange', isOverlapping), ...mistake('subnet.outsideAfterChange', isOutside)];
}

const overlapping = (one: Prefix | null, other: Prefix | null): boolean => one !== null && other !== null && overlap(one, other);

/** @param changes may contain the current position */
export function changeMistakes(model: AllocationModel, subnet: ModelSubnet, changes: Partial<ModelSubnet>): Mistakes {
  const changed = { ...subnet, ...changes };
  const isMove = (['sectionId', 'masterId', 'vrfId'] as const).some((name) => changed[name] !== subnet[name]);
  const isOutside = ({ ip }: { ip: IpAddress }) => subnet.prefix && !model.isUsable(changed, subnet.prefix, ip);
  return [
    ...(isMove ? placeMistakes(model, changed, subnet.id) : []),
    ...(changed.sectionId === subnet.sectionId ? [] : orderMistakes(model, subnet.id, changed.sectionId)),
    ...mistake('subnet.poolInUse', model.addressesOf(subnet.id).some(isOutside)),
  ];
}

export function resizeMistakes(model: AllocationModel, subnet: ModelSubnet, length: number): Mistakes {
  const { id, prefix } = subnet;
  if (!prefix) return ['subnet.isFolder'];
  if (length < 8) return ['resize.maskTooShort'];
  if (length > bitsOf(prefix)) return ['prefix.length'];
  const resized = Prefix.containing(prefix.network, length);
  const master = model.masterOf(subnet);
  const inTheWay = length < prefix.length && hasObstacle(model, { ...subnet, prefix: resized }, id);
  const childOutside = model.childrenOf(id).some((child) => child.prefix && !isInside(child.prefix, resized));
  const addressOutside = model.addressesOf(id).some(({ ip }) => !model.isUsable(subnet, resized, ip));
  return [
    ...mistake('resize.unchanged', length === prefix.length),
    ...mistake('resize.outsideMaster', Boolean(master?.prefix && !isInside(resized, master.prefix))),
    ...mistake(master ? 'subnet.overlapWithSibling' : 'resize.overlap', inTheWay),
    ...mistake('resize.childOutside', childOutside && model.section(subnet.sectionId).isStrict),
    ...mistake('subnet.addressOutside', addressOutside),
  ];
}

/** The equal parts of a network. Empty if they would be smaller than an address. */
export function partsOf(prefix: Prefix, count: number): Prefix[] {
  const length = prefix.length + Math.log2(count);
  if (length > bitsOf(prefix)) return [];
  const size = prefix.size / BigInt(count);
  const firstOf = (index: number) => Prefix.containing(prefix.network.plus(size * BigInt(index)) ?? prefix.network, length);
  return Array.from({ length: count }, (_, index) => firstOf(index));
}

export function splitMistakes(model: AllocationModel, subnet: ModelSubnet, count: number, isGrouped: boolean): Mistakes {
  const { id, prefix } = subnet;
  if (!prefix) return ['subnet.isFolder'];
  const parts = partsOf(prefix, count);
  if (parts.length === 0) return ['split.tooSmall'];
  const children = model.childrenOf(id);
  const isLost = ({ ip }: { ip: IpAddress }) => !parts.some((part) => model.isUsable(subnet, part, ip));
  return [
    ...mistake(
      'split.childOverlaps',
      children.some((child) => child.prefix && overlap(child.prefix, prefix)),
    ),
    ...mistake('subnet.hasChildren', !isGrouped && children.length > 0),
    ...mistake('subnet.addressOutside', model.addressesOf(id).some(isLost)),
  ];
}

/** The candidates of prefix selection, in its order. */
export function candidates(model: AllocationModel, purpose: 'isForSubnets' | 'isForAddresses', family: 4 | 6): ModelSubnet[] {
  const found = model.subnets.filter((subnet) => subnet[purpose] && subnet.prefix?.family === family);
  const position = ({ prefix }: ModelSubnet): bigint => prefix?.first ?? 0n;
  return found.sort(
    (a, b) => Number(position(a) > position(b)) - Number(position(a) < position(b)) || lengthOf(a) - lengthOf(b) || a.id - b.id,
  );
}

const lengthOf = ({ prefix }: ModelSubnet): number => prefix?.length ?? 0;
