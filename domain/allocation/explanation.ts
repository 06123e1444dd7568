import { type Holdable, holdTag } from '../fields/hold.js';
import type { Family } from '../net/ip-address.js';
import { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { type AddressSpace, usableRange } from '../subnet/usable-addresses.js';
import type { AddressCriteria } from './address-criteria.js';
import { fitsInto } from './free-prefixes.js';
import { blockSize, blockWithin, type Gap } from './free-ranges.js';

/**
 * Why nothing was taken of a range:
 * - used, held, reserved: a record has it; a record has it until a time; a tag reserves it
 * - quarantine: it was freed too short a time ago
 * - edge: hosts may not have the network and broadcast address, as the network is no pool
 * - permission: the caller may not see what has it
 * - tooSmall, unaligned: it has no room; it has room, but a network of that size cannot begin there
 * - fits: it would do, but the policy took something else, or it alone is not enough
 */
export const reasons = ['used', 'held', 'reserved', 'quarantine', 'edge', 'permission', 'tooSmall', 'unaligned', 'fits'] as const;
export type Reason = (typeof reasons)[number];

/**
 * Why nothing can be taken of a subnet at all: it is marked full, has subnets, or is a folder; the caller lacks the permission; or
 * the wanted range lies outside of it.
 */
export const refusals = ['full', 'hasChildren', 'folder', 'permission', 'outside'] as const;
export type AllocationRefusal = (typeof refusals)[number];

/** A range of addresses of which nothing was taken, all for one reason. */
export interface PassedOver {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly reason: Reason;
  /** Until when it is held, as records hold times; the latest of several. */
  readonly until?: string;
}

/** What the search looked at before it took something, in that order. */
export interface Explanation {
  /** Set where nothing had to be looked at. */
  readonly refusal?: AllocationRefusal;
  readonly ranges: readonly PassedOver[];
  /** How many more addresses were looked at, which `ranges` leaves out. */
  readonly leftOff: bigint;
}

/** Most ranges of an explanation. */
export const maxExplained = 100;

/** A part of a range that was looked at, and why it was passed over; null where it was taken. */
export interface ExplainedSpan extends Gap {
  readonly reason: Reason | null;
  readonly until?: string;
}

/** Where nothing had to be looked at. */
export const refusedFor = (refusal: AllocationRefusal): Explanation => ({ refusal, ranges: [], leftOff: 0n });

/** What a record takes its place for. */
export const reasonOfRecord = ({ heldUntil, tag }: Holdable): Pick<ExplainedSpan, 'reason'> & { readonly until?: string } =>
  heldUntil !== null ? { reason: 'held', until: heldUntil } : { reason: tag === holdTag ? 'reserved' : 'used' };

/**
 * Covers a span with parts: those that are known, and between them what is free, for which somebody says what it is.
 * @param known ascending; where two overlap, the first one counts
 */
export function coverSpan(
  span: Gap,
  known: readonly ExplainedSpan[],
  free: (gap: Gap) => readonly ExplainedSpan[],
): ExplainedSpan[] {
  const parts: ExplainedSpan[] = [];
  let next = span.first;
  for (const part of known) {
    const first = part.first > next ? part.first : next;
    const last = part.last < span.last ? part.last : span.last;
    if (first > last) continue;
    if (first > next) parts.push(...free({ first: next, last: first - 1n }));
    parts.push({ ...part, first, last });
    next = last + 1n;
  }
  if (next <= span.last) parts.push(...free({ first: next, last: span.last }));
  return parts;
}

/**
 * An explanation of the parts of a span.
 * @param parts ascending, of what was seen of the span @param taken what was taken of the span @param isDownwards whether it was looked at from its end
 */
export function explanationOf(
  family: Family,
  span: Gap,
  { parts, taken }: { readonly parts: readonly ExplainedSpan[]; readonly taken: readonly Gap[] },
  isDownwards: boolean,
): Explanation {
  const joined = joinedSpans(parts);
  const ordered = isDownwards ? joined.toReversed() : joined;
  const passed = ordered.filter(({ reason }) => reason !== null);
  const told = passed.slice(0, maxExplained);
  const length = span.last < span.first ? 0n : span.last - span.first + 1n;
  const ranges = told.flatMap(({ first, last, reason, until }) =>
    reason === null
      ? []
      : [
          {
            first: IpAddress.of(family, first),
            last: IpAddress.of(family, last),
            reason,
            ...(until === undefined ? {} : { until }),
          },
        ],
  );
  return { ranges, leftOff: length - sizeOf(told) - sizeOf(taken) };
}

const sizeOf = (parts: readonly Gap[]): bigint => parts.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);

/** Parts that follow each other for one reason as one. */
function joinedSpans(parts: readonly ExplainedSpan[]): ExplainedSpan[] {
  const joined: ExplainedSpan[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && before.reason === part.reason && before.last + 1n === part.first) {
      const until = later(before.until, part.until);
      joined[joined.length - 1] = { ...before, last: part.last, ...(until === undefined ? {} : { until }) };
    } else joined.push(part);
  }
  return joined;
}

const later = (one: string | undefined, other: string | undefined): string | undefined =>
  one !== undefined && other !== undefined ? (one > other ? one : other) : (one ?? other);

/** The part of a range that was looked at: up to the first thing that was taken, from one of its ends; all of it, where any will do. */
export function examinedRange(range: Gap, taken: readonly Gap[], policy: string): Gap {
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return range;
  if (policy === 'lowest') return { first: range.first, last: last.last };
  return policy === 'highest' ? { first: first.first, last: range.last } : range;
}

/** What of a network hosts may not have, in a span: its network and its broadcast address, unless it is a pool. */
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

/** What is looked at of a network for addresses: from its very ends where no others are named, so that these are told too. */
export function explainedRange({ prefix }: AddressSpace, { from, to }: Pick<AddressCriteria, 'from' | 'to'>, searched: Gap): Gap {
  return { first: from ? searched.first : prefix.first, last: to ? searched.last : prefix.last };
}

/** Why free addresses that follow each other were not taken. */
export const reasonOfFree = (
  { first, last }: Gap,
  { isContiguous, count }: Pick<AddressCriteria, 'isContiguous' | 'count'>,
): Reason => (isContiguous && last - first + 1n < BigInt(count) ? 'tooSmall' : 'fits');

/** Why a network of a length was not put into a gap. */
export function reasonOfGap(gap: Gap, network: Prefix, length: number): Reason {
  if (!fitsInto(network, length)) return 'tooSmall';
  const size = blockSize(network.family, length);
  if (gap.last - gap.first + 1n < size) return 'tooSmall';
  return blockWithin(gap, size, 'first') === undefined ? 'unaligned' : 'fits';
}

/** What was seen of a span, where only so many parts of it were read, from one of its ends. @param known ascending */
export function summaryOf(span: Gap, known: readonly Gap[], max: number, isDownwards: boolean): Gap {
  const [lowest, highest] = [known[0], known.at(-1)];
  if (known.length < max || !lowest || !highest) return span;
  return isDownwards ? { first: lowest.first, last: span.last } : { first: span.first, last: highest.last };
}
