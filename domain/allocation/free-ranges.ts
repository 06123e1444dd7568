import type { AddressRange } from '../net/address-range.js';
import { addressBits, type Family, type IpAddress } from '../net/ip-address.js';

/** Consecutive free numbers, both ends inclusive, without addresses or child networks. */
export interface Gap {
  readonly first: bigint;
  readonly last: bigint;
}

export const sizeOf = ({ first, last }: Gap): bigint => last - first + 1n;

export const totalSize = (gaps: readonly Gap[]): bigint => gaps.reduce((sum, gap) => sum + sizeOf(gap), 0n);

export const ascending = <G extends Gap>(gaps: readonly G[]): G[] => gaps.toSorted((a, b) => (a.first < b.first ? -1 : 1));

/** The parts of gaps within a range. */
export const clipped = (gaps: readonly Gap[], range: Gap): Gap[] =>
  gaps.flatMap((gap) => {
    const first = gap.first < range.first ? range.first : gap.first;
    const last = gap.last > range.last ? range.last : gap.last;
    return first > last ? [] : [{ first, last }];
  });

/** The part of a range between the requested ends; undefined if there is none, or for ends of another family. */
export function clippedRange(range: AddressRange, { from, to }: RequestedEnds): AddressRange | undefined {
  if ([from, to].some((end) => end && end.family !== range.first.family)) return undefined;
  const first = from && from.value > range.first.value ? from : range.first;
  const last = to && to.value < range.last.value ? to : range.last;
  return first.value > last.value ? undefined : { first, last };
}

interface RequestedEnds {
  readonly from?: IpAddress | undefined;
  readonly to?: IpAddress | undefined;
}

export type End = 'first' | 'last';

export const blockSize = (family: Family, length: number): bigint => 1n << BigInt(addressBits(family) - length);

/** The start of the lowest or highest aligned block within a gap; undefined if none fits. */
export function blockWithin({ first, last }: Gap, size: bigint, end: End): bigint | undefined {
  const start = end === 'first' ? ((first + size - 1n) / size) * size : ((last + 1n) / size - 1n) * size;
  return start >= first && start + size - 1n <= last ? start : undefined;
}

export function largestBlockLength(gap: Gap, family: Family): number {
  const bits = addressBits(family);
  const widest = (gap.last - gap.first + 1n).toString(2).length - 1;
  // a gap of n addresses contains an aligned block of n/2, so one of the next two sizes fits
  for (let hostBits = widest; hostBits > 0; hostBits--) {
    if (blockWithin(gap, 1n << BigInt(hostBits), 'first') !== undefined) return bits - hostBits;
  }
  return bits;
}

/** @param gaps ascending and disjoint, like the result */
export function withoutRange(gaps: Iterable<Gap>, taken: Gap): Gap[] {
  const left: Gap[] = [];
  for (const gap of gaps) {
    if (gap.last < taken.first || gap.first > taken.last) {
      left.push(gap);
      continue;
    }
    if (gap.first < taken.first) left.push({ first: gap.first, last: taken.first - 1n });
    if (gap.last > taken.last) left.push({ first: taken.last + 1n, last: gap.last });
  }
  return left;
}

/** Merges a freed range into gaps. @param gaps ascending, like the result */
export function withRange(gaps: Iterable<Gap>, freed: Gap): Gap[] {
  const united: Gap[] = [];
  let { first, last } = freed;
  let isPlaced = false;
  for (const gap of gaps) {
    if (gap.last + 1n < first) united.push(gap);
    else if (gap.first > last + 1n) {
      if (!isPlaced) united.push({ first, last });
      isPlaced = true;
      united.push(gap);
    } else {
      if (gap.first < first) first = gap.first;
      if (gap.last > last) last = gap.last;
    }
  }
  if (!isPlaced) united.push({ first, last });
  return united;
}

/** @param gaps ascending @param max maximum number of results */
export function lowestWithin(gaps: Iterable<Gap>, range: Gap, max: number): bigint[] {
  const found: bigint[] = [];
  for (const gap of gaps) {
    const last = gap.last < range.last ? gap.last : range.last;
    for (let value = gap.first > range.first ? gap.first : range.first; value <= last; value++) {
      if (found.length === max) return found;
      found.push(value);
    }
  }
  return found;
}

/** Joins ranges that overlap or touch. @returns ascending */
export function joinedRanges(ranges: Iterable<Gap>): Gap[] {
  const joined: Gap[] = [];
  for (const range of ascending([...ranges])) {
    const last = joined.at(-1);
    if (!last || last.last + 1n < range.first) joined.push({ first: range.first, last: range.last });
    else if (range.last > last.last) joined[joined.length - 1] = { first: last.first, last: range.last };
  }
  return joined;
}

/** Joins consecutive numbers to ranges. @param values ascending, without duplicates */
export function runsOf(values: Iterable<bigint>): Gap[] {
  const runs: Gap[] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && last.last + 1n === value) runs[runs.length - 1] = { first: last.first, last: value };
    else runs.push({ first: value, last: value });
  }
  return runs;
}
