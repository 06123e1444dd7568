import { IpamError } from '../errors.js';
import type { FieldValue } from '../fields/field.js';

type Values = Readonly<Record<string, FieldValue>>;

/** The position of a device in a rack: the lowest unit that it takes, how many, and whether it reaches through to the other side. */
export interface RackPosition {
  readonly start: number;
  readonly units: number;
  readonly isDeep: boolean;
}

/** What a rack offers: units from 1 to `size`; one with a back counts those of its back from `size` + 1. */
export interface RackSpace {
  readonly size: number | null;
  readonly hasBack: boolean;
}

/** The position that a device's values name; undefined when they name none, which a unit 0 or a size 0 says too. */
export function rackPositionOf({
  rack,
  rack_start: start,
  rack_size: units,
  rack_deep: isDeep,
}: Values): RackPosition | undefined {
  if (typeof rack !== 'number' || typeof start !== 'number' || typeof units !== 'number') return undefined;
  if (start === 0 || units === 0) return undefined;
  return { start, units, isDeep: isDeep === true };
}

/** The space that a rack's values describe. */
export const spaceOf = ({ size, hasBack }: Values): RackSpace => ({
  size: typeof size === 'number' ? size : null,
  hasBack: hasBack === true,
});

/** Whether all units of a position are in the rack, on one side of it. A rack of unknown size takes everything. */
export function fitsRack(position: RackPosition, { size, hasBack }: RackSpace): boolean {
  if (size === null) return true;
  const last = position.start + position.units - 1;
  return last <= size || (hasBack && position.start > size && last <= size * 2);
}

/** Whether two positions share a unit on a side of the rack. */
export function rackPositionsOverlap(one: RackPosition, other: RackPosition, space: RackSpace): boolean {
  const [a, b] = [onSide(one, space), onSide(other, space)];
  const meet = a.first <= b.last && b.first <= a.last;
  return meet && (a.isBack === b.isBack || one.isDeep || other.isDeep);
}

function onSide({ start, units }: RackPosition, { size, hasBack }: RackSpace) {
  const isBack = hasBack && size !== null && start > size;
  const first = isBack ? start - size : start;
  return { isBack, first, last: first + units - 1 };
}

/** A rack with what its devices take of it. */
export class RackLoad {
  readonly #space: RackSpace;
  readonly #positions: { readonly position: RackPosition; readonly hostname: string }[] = [];

  /** @param rack its values, as it is or as it is to be */
  constructor(rack: Values) {
    this.#space = spaceOf(rack);
  }

  /** Adds a device; one without a position takes nothing. */
  add(device: Values): void {
    const position = rackPositionOf(device);
    if (position) this.#positions.push({ position, hostname: String(device.hostname) });
  }

  /** Adds a device that is in the rack already. @throws IpamError rack.inUse when it has no room any more */
  keep(device: Values): void {
    const position = rackPositionOf(device);
    if (position && (!fitsRack(position, this.#space) || this.#holderOf(position)))
      throw new IpamError('rack.inUse', { hostname: String(device.hostname) });
    this.add(device);
  }

  /** @throws IpamError rack.outside for a position that the rack does not have */
  checkInside(position: RackPosition): void {
    const { size } = this.#space;
    if (!fitsRack(position, this.#space))
      throw new IpamError('rack.outside', { first: position.start, last: position.start + position.units - 1, size: size ?? 0 });
  }

  /** @throws IpamError rack.occupied for a position that a device has */
  refuseTaken(position: RackPosition): void {
    const holder = this.#holderOf(position);
    if (holder) throw new IpamError('rack.occupied', { hostname: holder.hostname });
  }

  #holderOf(position: RackPosition) {
    return this.#positions.find((other) => rackPositionsOverlap(position, other.position, this.#space));
  }
}

/** Whether a change of a device may take it to another position. */
export const changesRackPosition = (change: Values): boolean =>
  ['rack', 'rack_start', 'rack_size', 'rack_deep'].some((name) => name in change);

/** Whether a change of a rack may leave its devices without room. */
export const changesRackSpace = (change: Values): boolean => ['size', 'hasBack'].some((name) => name in change);
