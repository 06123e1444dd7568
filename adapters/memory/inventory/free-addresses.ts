import { type GapQuery, gapsWithin } from '../../../domain/allocation/address-search.js';
import { type Gap, lowestWithin } from '../../../domain/allocation/free-ranges.js';
import { bandedRange, gapsInBand, type StoredRange, storedRange } from '../../../domain/allocation/stored-range.js';
import { type AddressRange, rangeOf } from '../../../domain/net/address-range.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { FreeSpace } from '../../../domain/subnet/usable-addresses.js';
import { positionOf, referenceIndex } from '../records/owners.js';
import { addressOf } from '../records/records.js';
import type { Source } from '../records/state.js';
import { isBehind, startsWith } from '../records/table.js';
import { idsHeldUntil } from './conditions.js';

/** Timestamp after the end of every hold. */
const latest = '9999-12-31 23:59:59';

export function lowestFree(source: Source, subnetId: number, max: number, range?: AddressRange): IpAddress[] {
  const searched = range ?? networkOf(source, subnetId);
  if (!searched) return [];
  if (hasRanges(source, subnetId)) return lowestBeside(source, subnetId, max, searched);
  const { first, last } = searched;
  const found: IpAddress[] = [];
  for (let from: IpAddress | undefined = first; from && from.compare(last) <= 0 && found.length < max; ) {
    const next: IpAddress | undefined = lowestFreeFrom(source, subnetId, { first: from, last });
    if (next) found.push(next);
    from = next?.plus(1n);
  }
  return found;
}

/** Returns the lowest free addresses of a subnet with stored ranges, in allocation order. */
function lowestBeside(source: Source, subnetId: number, max: number, range: AddressRange): IpAddress[] {
  const { first, last } = range;
  const query = { range, endFrom: first, order: 'ascending', minSize: 1, max } as const;
  const gaps = (['first', 'open'] as const).flatMap((band) => freeGaps(source, subnetId, { ...query, band }));
  const values = lowestWithin(gaps, { first: first.value, last: last.value }, max);
  return values.map((value) => IpAddress.of(first.family, value));
}

const hasRanges = ({ state }: Source, subnetId: number): boolean =>
  state.records.range.firstUnder(referenceIndex('subnetId'), [subnetId]) !== undefined;

export const storedRanges = ({ state }: Source, subnetId: number): StoredRange[] =>
  [...state.records.range.under(referenceIndex('subnetId'), [subnetId])]
    .map(storedRange)
    .sort((a, b) => a.first.compare(b.first));

export function freeSpace(source: Source, subnetId: number, max: number): FreeSpace {
  const { subnet, address } = source.state.records;
  const hasChildren = subnet.firstUnder(referenceIndex('masterSubnetId'), [subnetId]) !== undefined;
  const [held] = idsHeldUntil(address, ['heldInSubnet', subnetId], latest, 1);
  const row = held === undefined ? undefined : address.get(held);
  return {
    hasChildren,
    hasRanges: hasRanges(source, subnetId),
    lowest: lowestFree(source, subnetId, max),
    heldUntil: row ? addressOf(row).heldUntil : null,
  };
}

function networkOf(source: Source, subnetId: number): AddressRange | undefined {
  const { prefix } = source.state.records.subnet.get(subnetId)?.values ?? {};
  return prefix instanceof Prefix ? rangeOf(prefix) : undefined;
}

/** Binary search by rank: without a gap, position and rank increase equally. */
function lowestFreeFrom(source: Source, subnetId: number, range: AddressRange): IpAddress | undefined {
  const positions = source.state.records.address.index('place');
  const first = positionOf(range.first);
  const taken = positions.rank([subnetId, first]);
  const isBeyondGap = ([subnet, position]: readonly unknown[], rank: number): boolean => {
    if (rank < taken) return false;
    return subnet !== subnetId || position !== first + BigInt(rank - taken);
  };
  const next = positions.firstWhere(isBeyondGap);
  const used = BigInt((next ? positions.rank(next[0]) : positions.size) - taken);
  const free = range.first.value + used;
  return free > range.last.value ? undefined : IpAddress.of(range.first.family, free);
}

export function freeGaps(source: Source, subnetId: number, gapQuery: GapQuery): Gap[] {
  const { first, last } = gapQuery.range;
  const gaps: Gap[] = [];
  let next = first.value;
  for (const { value } of usedIn(source, subnetId, gapQuery.range)) {
    gaps.push({ first: next, last: value - 1n });
    next = value + 1n;
  }
  gaps.push({ first: next, last: last.value });
  const free = gaps.filter((gap) => gap.first <= gap.last);
  const ranges = storedRanges(source, subnetId).filter((range) => range.first.family === first.family);
  const found = gapsWithin(gapsInBand(free, ranges.map(bandedRange), gapQuery.band ?? 'open'), gapQuery);
  return (gapQuery.order === 'ascending' ? found : found.toReversed()).slice(0, gapQuery.max);
}

export function* usedIn(source: Source, subnetId: number, { first, last }: AddressRange): Generator<IpAddress> {
  const { address } = source.state.records;
  for (const [key, id] of address.index('place').entries([subnetId, positionOf(first)])) {
    if (!startsWith(key, [subnetId]) || isBehind(key, 1, positionOf(last))) return;
    const row = address.get(id);
    if (row) yield addressOf(row).ip;
  }
}
