import { type Holdable, holdTag } from '../fields/hold.js';
import { type Family, IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { type AddressSpace, usableRange } from '../subnet/usable-addresses.js';
import type { AddressCriteria } from './address-criteria.js';
import { fitsInto } from './free-prefixes.js';
import { blockSize, blockWithin, type Gap, sizeOf, totalSize } from './free-ranges.js';

/**
 * Why a range was skipped:
 * - used, held, reserved: a record occupies it, holds it until a timestamp, or has the reserved tag
 * - quarantine: it was freed recently
 * - range: it is in a range that allocation excludes, unless a request names it
 * - edge: it is the network or broadcast address of a network that is not a pool
 * - permission: the caller may not see the occupying record
 * - tooSmall, unaligned: it has no room, or no aligned network of that size
 * - fits: it fits, but the policy preferred another range, or it alone does not suffice
 */
export const reasons = [
  'used',
  'held',
  'reserved',
  'quarantine',
  'range',
  'edge',
  'permission',
  'tooSmall',
  'unaligned',
  'fits',
] as const;
export type Reason = (typeof reasons)[number];

/** full: marked full; outside: outside of the requested ends; range: no allocatable range of the requested name. */
export const refusals = ['full', 'hasChildren', 'folder', 'permission', 'outside', 'range'] as const;
export type AllocationRefusal = (typeof refusals)[number];

export interface SkippedRange {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly reason: Reason;
  /** Latest end of the holds, as a stored timestamp. */
  readonly until?: string;
  readonly range?: string;
}

/** Why an allocation skipped addresses: `ranges` are the skipped intervals in the order of the search. */
export interface Explanation {
  readonly refusal?: AllocationRefusal;
  readonly ranges: readonly SkippedRange[];
  /** Number of skipped addresses beyond `ranges`. */
  readonly leftOff: bigint;
}

export const maxExplained = 100;

/** An examined range. The reason is null if the range was allocated. */
export interface ExplainedSpan extends Gap {
  readonly reason: Reason | null;
  readonly until?: string;
  readonly range?: string;
}

export const refusedFor = (refusal: AllocationRefusal): Explanation => ({ refusal, ranges: [], leftOff: 0n });

export const reasonOfRecord = ({ heldUntil, tag }: Holdable): Pick<ExplainedSpan, 'reason'> & { readonly until?: string } =>
  heldUntil !== null ? { reason: 'held', until: heldUntil } : { reason: tag === holdTag ? 'reserved' : 'used' };

/** Fills the gaps between known ranges by `free`. @param known ascending; the first of overlapping ranges takes precedence */
export function coverSpan(
  span: Gap,
  known: readonly ExplainedSpan[],
  free: (gap: Gap) => readonly ExplainedSpan[],
): ExplainedSpan[] {
  const covered: ExplainedSpan[] = [];
  let next = span.first;
  for (const range of known) {
    const first = range.first > next ? range.first : next;
    const last = range.last < span.last ? range.last : span.last;
    if (first > last) continue;
    if (first > next) covered.push(...free({ first: next, last: first - 1n }));
    covered.push({ ...range, first, last });
    next = last + 1n;
  }
  if (next <= span.last) covered.push(...free({ first: next, last: span.last }));
  return covered;
}

/** @param spans examined, ascending @param taken allocated @param isDownwards whether the search started at the upper end */
export function explanationOf(
  family: Family,
  span: Gap,
  { spans, taken }: { readonly spans: readonly ExplainedSpan[]; readonly taken: readonly Gap[] },
  isDownwards: boolean,
): Explanation {
  const joined = joinedSpans(spans);
  const ordered = isDownwards ? joined.toReversed() : joined;
  const skipped = ordered.filter(({ reason }) => reason !== null);
  const listed = skipped.slice(0, maxExplained);
  const length = span.last < span.first ? 0n : sizeOf(span);
  const ranges = listed.flatMap(({ first, last, reason, until, range }) =>
    reason === null
      ? []
      : [
          {
            first: IpAddress.of(family, first),
            last: IpAddress.of(family, last),
            reason,
            ...(until === undefined ? {} : { until }),
            ...(range === undefined ? {} : { range }),
          },
        ],
  );
  return { ranges, leftOff: length - totalSize(listed) - totalSize(taken) };
}

function joinedSpans(spans: readonly ExplainedSpan[]): ExplainedSpan[] {
  const joined: ExplainedSpan[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before && before.reason === span.reason && before.range === span.range && before.last + 1n === span.first) {
      const until = later(before.until, span.until);
      joined[joined.length - 1] = { ...before, last: span.last, ...(until === undefined ? {} : { until }) };
    } else joined.push(span);
  }
  return joined;
}

const later = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined ? (one > other ? one : other) : (one ?? other);

/** The part of a range from the start of the search to the end of the allocation. Without allocation: the whole range. */
export function examinedRange(range: Gap, taken: readonly Gap[], policy: string): Gap {
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return range;
  if (policy === 'lowest') return { first: range.first, last: last.last };
  return policy === 'highest' ? { first: first.first, last: range.last } : range;
}

/** Network and broadcast address within a span; empty in a pool. */
export function edgesWithin(space: AddressSpace, span: Gap): ExplainedSpan[] {
  const { first, last } = usableRange(space);
  const outer = [
    { first: space.prefix.first, last: first.value - 1n },
    { first: last.value + 1n, last: space.prefix.last },
  ];
  return outer.flatMap((gap) => {
    const isThere = gap.first <= gap.last && gap.first >= span.first && gap.last <= span.last;
    return isThere ? [{ ...gap, reason: 'edge' as const }] : [];
  });
}

/** Default: all addresses including network and broadcast address. */
export function explainedRange({ prefix }: AddressSpace, { from, to }: Pick<AddressCriteria, 'from' | 'to'>, searched: Gap): Gap {
  return { first: from ? searched.first : prefix.first, last: to ? searched.last : prefix.last };
}

export const reasonOfFree = (
  { first, last }: Gap,
  { isContiguous, count }: Pick<AddressCriteria, 'isContiguous' | 'count'>,
): Reason => (isContiguous && last - first + 1n < BigInt(count) ? 'tooSmall' : 'fits');

export function reasonOfGap(gap: Gap, network: Prefix, length: number): Reason {
  if (!fitsInto(network, length)) return 'tooSmall';
  const size = blockSize(network.family, length);
  if (gap.last - gap.first + 1n < size) return 'tooSmall';
  return blockWithin(gap, size, 'first') === undefined ? 'unaligned' : 'fits';
}

/**
 * The part of a span that the known ranges cover completely. If `max` ranges were read, further ranges may follow: the part then
 * ends with the last range in reading order. Otherwise it is the whole span.
 * @param known ranges read from one end of the span, ascending
 */
export function summaryOf(span: Gap, known: readonly Gap[], max: number, isDownwards: boolean): Gap {
  const [lowest, highest] = [known[0], known.at(-1)];
  if (known.length < max || !lowest || !highest) return span;
  return isDownwards ? { first: lowest.first, last: span.last } : { first: span.first, last: highest.last };
}
