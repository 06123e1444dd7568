import { gapsBetween } from '../../../domain/allocation/free-prefixes.js';
import { type End, type Gap, largestBlockLength, withoutRange, withRange } from '../../../domain/allocation/free-ranges.js';
import type { BlockQuery } from '../../../domain/allocation/subnet-choice.js';
import type { KindRecord } from '../../../domain/fields/kind.js';
import { type Family, IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { networkKey, positionOf } from './owners.js';
import { SortedMap } from './sorted-map.js';
import { compareKeys, type Key, startsWith, type Table } from './table.js';

type Rows = Table<KindRecord>;

/** Gaps between the child networks of subnets. Subnets without children are absent: their whole network is free. */
export class FreeBlocks {
  /** Gaps by subnet and upper end. */
  readonly #gapsBySubnet: SortedMap<Key, Gap>;
  /** Gaps by subnet, prefix length of the largest aligned block, and upper end. */
  readonly #sizes: SortedMap<Key, Gap>;

  private constructor(positions: SortedMap<Key, Gap>, sizes: SortedMap<Key, Gap>) {
    this.#gapsBySubnet = positions;
    this.#sizes = sizes;
  }

  static readonly empty = new FreeBlocks(SortedMap.empty(compareKeys), SortedMap.empty(compareKeys));

  /** The lowest or highest gap of a subnet that can contain a prefix of a length. */
  find(id: number, length: number, end: End): Gap | undefined {
    const found: Gap[] = [];
    for (let largest = 0; largest <= length; largest++) {
      const entry = end === 'first' ? this.#sizes.entries([id, largest]).next().value : this.#sizes.before([id, largest + 1]);
      if (entry && startsWith(entry[0], [id, largest])) found.push(entry[1]);
    }
    const isBefore = (a: Gap, b: Gap): boolean => (end === 'first' ? a.last < b.last : a.last > b.last);
    return found.reduce<Gap | undefined>((best, gap) => (best && isBefore(best, gap) ? best : gap), undefined);
  }

  /** For each block size, up to `perSize` gaps of a range that can contain a prefix of a length, from one end of the range. */
  bySize(id: number, { range, length, end, perSize }: BlockQuery): Gap[] {
    const found: Gap[] = [];
    for (let largest = 0; largest <= length; largest++) {
      const gaps = [...this.#ofSize(id, largest)].filter(({ first, last }) => last >= range.first && first <= range.last);
      found.push(...(end === 'first' ? gaps.slice(0, perSize) : gaps.slice(-perSize)));
    }
    return found;
  }

  *#ofSize(id: number, largest: number): Generator<Gap, void, undefined> {
    for (const [key, gap] of this.#sizes.entries([id, largest])) {
      if (!startsWith(key, [id, largest])) return;
      yield gap;
    }
  }

  /** The gaps of a subnet, ascending, from the one that contains or follows a number. */
  *from(id: number, value = 0n): Generator<Gap, void, undefined> {
    for (const [key, gap] of this.#gapsBySubnet.entries([id, value])) {
      if (!startsWith(key, [id])) return;
      yield gap;
    }
  }

  replace(id: number, family: Family, before: Iterable<Gap>, after: Iterable<Gap>): FreeBlocks {
    let [positions, sizes] = [this.#gapsBySubnet, this.#sizes];
    for (const gap of before) {
      positions = positions.without([id, gap.last]);
      sizes = sizes.without([id, largestBlockLength(gap, family), gap.last]);
    }
    for (const gap of after) {
      positions = positions.with([id, gap.last], gap);
      sizes = sizes.with([id, largestBlockLength(gap, family), gap.last], gap);
    }
    return new FreeBlocks(positions, sizes);
  }
}

/** @param subnets the rows after the change */
export function followSubnet(
  blocks: FreeBlocks,
  subnets: Rows,
  before: KindRecord | undefined,
  after: KindRecord | undefined,
): FreeBlocks {
  const [old, now] = [networkPosition(before), networkPosition(after)];
  const isReshaped = String(old?.prefix) !== String(now?.prefix);
  const isMoved = isReshaped || old?.master !== now?.master;
  let followed = blocks;
  if (isReshaped && old?.prefix) followed = gathered(followed, subnets, old.id, old.prefix, now?.prefix);
  if (isMoved && old?.prefix) followed = afterRelease(followed, subnets, old.master, old.prefix);
  if (isMoved && now?.prefix) followed = afterAllocation(followed, subnets, now);
  return followed;
}

interface NetworkPosition {
  readonly id: number;
  readonly prefix: Prefix | undefined;
  readonly master: number | undefined;
}

function networkPosition(row: KindRecord | undefined): NetworkPosition | undefined {
  if (!row) return undefined;
  const { prefix, masterSubnetId } = row.values;
  return {
    id: row.id,
    prefix: prefix instanceof Prefix ? prefix : undefined,
    master: typeof masterSubnetId === 'number' ? masterSubnetId : undefined,
  };
}

/** A deleted subnet has no gaps. */
function gathered(blocks: FreeBlocks, subnets: Rows, id: number, old: Prefix, now: Prefix | undefined): FreeBlocks {
  const children = [...childrenFrom(subnets, id)];
  const gaps = now && children.length > 0 ? gapsBetween(now, children) : [];
  return blocks.replace(id, old.family, [...blocks.from(id)], []).replace(id, (now ?? old).family, [], gaps);
}

function afterAllocation(blocks: FreeBlocks, subnets: Rows, { id, master, prefix }: NetworkPosition): FreeBlocks {
  const network = networkOf(subnets, master);
  if (!network || !prefix || master === undefined) return blocks;
  const before = touching(blocks, master, prefix);
  const isFirst = [...siblingsOf(subnets, master, id)].length === 0;
  const all = isFirst ? [{ first: network.first, last: network.last }] : before;
  return blocks.replace(master, network.family, before, withoutRange(all, prefix));
}

function* siblingsOf(subnets: Rows, master: number, id: number): Generator<KindRecord, void, undefined> {
  for (const row of subnets.under('child', [master])) {
    if (row.id === id) continue;
    yield row;
    return;
  }
}

function afterRelease(blocks: FreeBlocks, subnets: Rows, master: number | undefined, child: Prefix): FreeBlocks {
  const network = networkOf(subnets, master);
  if (!network || master === undefined || !network.overlaps(child)) return blocks;
  const freed = child.length < network.length ? network : child;
  const before = touching(blocks, master, freed);
  let after = before;
  for (const gap of gapsBetween(freed, overlappingChildren(subnets, master, freed))) after = withRange(after, gap);
  return blocks.replace(master, network.family, before, after);
}

function networkOf(subnets: Rows, id: number | undefined): Prefix | undefined {
  return id === undefined ? undefined : networkPosition(subnets.get(id))?.prefix;
}

/** The gaps of a subnet that overlap a prefix or touch it, ascending. */
function touching(blocks: FreeBlocks, id: number, prefix: Prefix): Gap[] {
  const found: Gap[] = [];
  for (const gap of blocks.from(id, prefix.first - 1n)) {
    if (gap.first > prefix.last + 1n) break;
    found.push(gap);
  }
  return found;
}

function* childrenFrom(subnets: Rows, id: number, from?: Prefix): Generator<Prefix, void, undefined> {
  for (const [key, child] of subnets.index('child').entries(from ? [id, ...networkKey(from)] : [id])) {
    if (!startsWith(key, [id])) return;
    const network = networkOf(subnets, child);
    if (network) yield network;
  }
}

/** Children that contain a prefix or are contained in it, ascending. */
function* overlappingChildren(subnets: Rows, id: number, prefix: Prefix): Generator<Prefix, void, undefined> {
  const around: Prefix[] = [];
  for (let length = 0; length < prefix.length; length++) {
    const larger = Prefix.containing(prefix.network, length);
    if (subnets.firstUnder('child', [id, ...networkKey(larger)])) around.push(larger);
  }
  yield* around.sort((a, b) => a.compare(b));
  const end = positionOf(IpAddress.of(prefix.family, prefix.last));
  for (const child of childrenFrom(subnets, id, prefix)) {
    if (positionOf(child.network) > end) return;
    yield child;
  }
}
