import { defineFields } from '../fields/field.js';
import { type Input, readFields } from '../fields/read-fields.js';
import { addressBits, IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import type { Draw } from './address-choice.js';
import { checkEnds } from './address-criteria.js';
import { fitsInto } from './free-prefixes.js';
import { ascending, blockSize, blockWithin, clipped, type End, type Gap, largestBlockLength } from './free-ranges.js';

/** best: in the smallest free block; sparse: at the start of the largest free block, to leave room for growth. */
export const subnetPolicies = ['lowest', 'highest', 'random', 'best', 'sparse'] as const;
export type SubnetPolicy = (typeof subnetPolicies)[number];

export const subnetCriteriaFields = defineFields({
  policy: { type: 'enum', values: subnetPolicies },
  from: { type: 'address' },
  to: { type: 'address' },
});

export interface SubnetCriteria {
  readonly policy: SubnetPolicy;
  /** Requested range, both ends inclusive. */
  readonly from?: IpAddress | undefined;
  readonly to?: IpAddress | undefined;
}

/** @param end determines the default policy @throws IpamError those of readFields */
export function readSubnetCriteria(input: Input, end: End): SubnetCriteria {
  const { policy, from, to } = readFields(subnetCriteriaFields, input, 'create');
  const plain = end === 'first' ? 'lowest' : 'highest';
  return { policy: subnetPolicies.find((known) => known === policy) ?? plain, from: from ?? undefined, to: to ?? undefined };
}

/** Gaps are grouped by the size of their largest block. `perSize` is the maximum number of gaps in each group. */
export interface BlockQuery {
  readonly range: Gap;
  readonly length: number;
  readonly end: End;
  readonly perSize: number;
}

/** Clipping at the two ends of the range can make two gaps too small. The third gap is then large enough. */
const enough = 3;

/** Number of gaps of a size to read before a random choice. */
const batchSizeHint = 64;

/** Undefined for an empty range. @throws IpamError those of checkEnds */
export function searchedSpace(network: Prefix, { from, to }: SubnetCriteria): Gap | undefined {
  checkEnds({ from, to });
  if ([from, to].some((end) => end && end.family !== network.family)) return undefined;
  return clipped([network], { first: from?.value ?? network.first, last: to?.value ?? network.last })[0];
}

/** Queries for a free network, in order. They end when isCrowded is true. */
export function queriesFor(
  { policy }: SubnetCriteria,
  network: Prefix,
  range: Gap,
  length: number,
  draw: Draw,
): readonly BlockQuery[] {
  if (!fitsInto(network, length)) return [];
  if (policy !== 'random') return [{ range, length, end: policy === 'highest' ? 'last' : 'first', perSize: enough }];
  const size = blockSize(network.family, length);
  const drawn = ((range.first + draw(range.last - range.first + 1n)) / size) * size; // aligned, so that no network is split
  const start = drawn < range.first ? range.first : drawn;
  const behind = { range: { first: start, last: range.last }, length, end: 'first' as const, perSize: batchSizeHint };
  return start > range.first ? [behind, { ...behind, range: { first: range.first, last: start - 1n } }] : [behind];
}

/** Whether the gaps are sufficient for a random choice. */
export const isCrowded = (gaps: readonly Gap[]): boolean => gaps.length >= batchSizeHint;

export const blocksWithin = (gaps: readonly Gap[], { range }: Pick<BlockQuery, 'range'>): Gap[] => clipped(gaps, range);

/** @param gaps in any order, clipped to the requested range */
export function chooseSubnet(
  network: Prefix,
  gaps: readonly Gap[],
  length: number,
  policy: SubnetPolicy,
  draw: Draw,
): Prefix | undefined {
  const { family } = network;
  const size = blockSize(family, length);
  const roomy = gaps.filter((gap) => blockWithin(gap, size, 'first') !== undefined);
  const value = startOf(ascending(roomy), size, policy, (gap) => largestBlockLength(gap, family), addressBits(family), draw);
  return value === undefined ? undefined : Prefix.of(IpAddress.of(family, value), length);
}

function startOf(
  gaps: readonly Gap[],
  size: bigint,
  policy: SubnetPolicy,
  lengthOf: (gap: Gap) => number,
  bits: number,
  draw: Draw,
): bigint | undefined {
  switch (policy) {
    case 'highest': {
      const highest = gaps.at(-1);
      return highest && blockWithin(highest, size, 'last');
    }
    case 'random':
      return drawnStart(gaps, size, draw);
    case 'best':
      return smallestBlock(
        extreme(gaps, (gap) => -lengthOf(gap)),
        size,
      );
    case 'sparse': {
      const gap = extreme(gaps, lengthOf);
      return gap && blockWithin(gap, 1n << BigInt(bits - lengthOf(gap)), 'first');
    }
    default:
      return gaps[0] && blockWithin(gaps[0], size, 'first');
  }
}

function extreme(gaps: readonly Gap[], figure: (gap: Gap) => number): Gap | undefined {
  return gaps.reduce<Gap | undefined>((best, gap) => (best && figure(best) <= figure(gap) ? best : gap), undefined);
}

/** The start of the smallest aligned block with room in a gap; the lowest of equal blocks. */
function smallestBlock(gap: Gap | undefined, size: bigint): bigint | undefined {
  let best: { readonly start: bigint; readonly size: bigint } | undefined;
  for (let start = gap?.first ?? 0n; gap && start <= gap.last; ) {
    const left = gap.last - start + 1n;
    const aligned = start === 0n ? left : start & -start;
    const fitting = 1n << BigInt((aligned < left ? aligned : left).toString(2).length - 1);
    if (fitting >= size && (!best || fitting < best.size)) best = { start, size: fitting };
    start += fitting;
  }
  return best?.start;
}

function drawnStart(gaps: readonly Gap[], size: bigint, draw: Draw): bigint | undefined {
  const counts = gaps.map((gap) => {
    const first = blockWithin(gap, size, 'first') ?? 0n;
    return { first, count: ((blockWithin(gap, size, 'last') ?? 0n) - first) / size + 1n };
  });
  const all = counts.reduce((sum, { count }) => sum + count, 0n);
  if (all === 0n) return undefined;
  let left = draw(all);
  for (const { first, count } of counts) {
    if (left < count) return first + left * size;
    left -= count;
  }
  return undefined;
}
