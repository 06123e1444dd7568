import { range } from '../catalog/kind-descriptors.js';
import { IpamError } from '../errors.js';
import type { RecordOf } from '../fields/field.js';
import { type KindRecord, recordOf } from '../fields/kind.js';
import type { Prefix } from '../net/prefix.js';
import { asNetwork, type Subnet } from '../subnet/subnet.js';
import type { AddressCriteria } from './address-criteria.js';
import { clippedRange, type Gap } from './free-ranges.js';

/** Ranges of a network do not overlap. */
export type StoredRange = RecordOf<typeof range.fields>;

export const storedRange = (row: KindRecord): StoredRange => recordOf(range.fields, row);

/** `first` precedes `open`. `excluded` needs the name of its range. Addresses outside of ranges are `open`. */
export const bands = ['first', 'open', 'excluded'] as const;
export type Band = (typeof bands)[number];

export const bandOf = (allocation: unknown): Band => (allocation === 'first' ? 'first' : 'excluded');

export interface BandedGap extends Gap {
  readonly band: Band;
}

export const bandedRange = ({ first, last, allocation }: Pick<StoredRange, 'first' | 'last' | 'allocation'>): BandedGap => ({
  first: first.value,
  last: last.value,
  band: bandOf(allocation),
});

/** Joins adjacent parts of a gap. @param gaps ascending and disjoint, like the result @param ranges ascending and disjoint */
export function gapsInBand(gaps: Iterable<Gap>, ranges: readonly BandedGap[], band: Band): Gap[] {
  const found: Gap[] = [];
  let index = 0;
  for (const gap of gaps) {
    for (let next = gap.first; next <= gap.last; ) {
      while (isBelow(ranges[index], next)) index++;
      const gapPart = gapFrom(next, gap.last, ranges[index]);
      if (gapPart.band === band) addGap(found, gapPart, gap.first);
      next = gapPart.last + 1n;
    }
  }
  return found;
}

const isBelow = (range: Gap | undefined, position: bigint): boolean => range !== undefined && range.last < position;

/** @param range the first range that ends at the position or later, if any */
function gapFrom(first: bigint, end: bigint, range: BandedGap | undefined): BandedGap {
  if (!range || range.first > end) return { first, last: end, band: 'open' };
  if (range.first > first) return { first, last: range.first - 1n, band: 'open' };
  return { first, last: range.last < end ? range.last : end, band: range.band };
}

/** Joins adjacent ranges of the same gap. */
function addGap(found: Gap[], { first, last }: Gap, gapStart: bigint): void {
  const before = found.at(-1);
  if (before && before.last + 1n === first && first > gapStart) found[found.length - 1] = { first: before.first, last };
  else found.push({ first, last });
}

const endsOf = ({ first, last }: Pick<StoredRange, 'first' | 'last'>): string => `${first}-${last}`;

/** @param others other ranges of the network @throws IpamError subnet.isFolder, range.reversed, range.outside, range.overlap */
export function checkRange(subnet: Subnet, requested: Pick<StoredRange, 'first' | 'last'>, others: Iterable<StoredRange>): void {
  const { prefix } = asNetwork(subnet);
  const { first, last } = requested;
  if (first.family === last.family && first.value > last.value) throw new IpamError('range.reversed');
  if (!prefix.containsAddress(first) || !prefix.containsAddress(last))
    throw new IpamError('range.outside', { range: endsOf(requested), cidr: prefix.toString() });
  for (const other of others) {
    if (other.first.value > last.value || other.last.value < first.value) continue;
    throw new IpamError('range.overlap', { name: other.name, range: endsOf(other) });
  }
}

/** Requires each range to lie within one of the networks. @throws IpamError range.outside */
export function requireInside(networks: readonly Prefix[], ranges: Iterable<StoredRange>): void {
  for (const { name, first, last } of ranges) {
    const network = networks.find((each) => each.containsAddress(first)) ?? networks[0];
    if (!network || (network.containsAddress(first) && network.containsAddress(last))) continue;
    throw new IpamError('range.outside', { range: `${name} (${first}-${last})`, cidr: network.toString() });
  }
}

/**
 * Limits criteria to their named range. Undefined if the range and the requested ends do not intersect.
 * @param found the range with this name, if any
 * @throws IpamError range.unknown, range.never
 */
export function withinRange(criteria: AddressCriteria, found: StoredRange | undefined): AddressCriteria | undefined {
  const { range: name } = criteria;
  if (name === undefined) return criteria;
  if (!found) throw new IpamError('range.unknown', { name });
  if (found.allocation === 'never') throw new IpamError('range.never', { name });
  const range = clippedRange(found, criteria);
  return range && { ...criteria, from: range.first, to: range.last };
}
