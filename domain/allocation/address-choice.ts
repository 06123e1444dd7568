import type { AddressCriteria } from './address-criteria.js';
import { type Gap, sizeOf, totalSize } from './free-ranges.js';

/** Returns a uniformly distributed integer from 0 to limit - 1. */
export type Draw = (limit: bigint) => bigint;

type RequestedAddresses = Pick<AddressCriteria, 'count' | 'isContiguous' | 'policy'>;

/** Ascending; undefined if too few addresses are free, or no gap has enough consecutive ones. @param gaps ascending and disjoint */
export function chooseAddresses(
  gaps: readonly Gap[],
  { count, isContiguous, policy }: RequestedAddresses,
  draw: Draw,
): bigint[] | undefined {
  const size = BigInt(count);
  if (isContiguous) {
    const start = startOfRun(
      gaps.filter((gap) => sizeOf(gap) >= size),
      size,
      policy,
      draw,
    );
    return start === undefined ? undefined : numbersFrom(start, count);
  }
  const free = totalSize(gaps);
  if (free < size) return undefined;
  if (policy === 'random') return numbersAt(gaps, drawOffsets(free, count, draw));
  return policy === 'lowest' ? numbersAt(gaps, numbersFrom(0n, count)) : numbersAt(gaps, numbersFrom(free - size, count));
}

function startOfRun(gaps: readonly Gap[], size: bigint, policy: AddressCriteria['policy'], draw: Draw): bigint | undefined {
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (!first || !last) return undefined;
  if (policy === 'lowest') return first.first;
  if (policy === 'highest') return last.last - size + 1n;
  const starts = gaps.map((gap) => ({ first: gap.first, last: gap.last - size + 1n }));
  return numbersAt(starts, [draw(totalSize(starts))])[0];
}

const numbersFrom = (start: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, index) => start + BigInt(index));

/** The numbers at offsets into the concatenation of the gaps. @param offsets ascending */
function numbersAt(gaps: readonly Gap[], offsets: readonly bigint[]): bigint[] {
  const found: bigint[] = [];
  let [index, before] = [0, 0n];
  for (const offset of offsets) {
    for (let gap = gaps[index]; gap && offset - before >= sizeOf(gap); gap = gaps[index]) {
      before += sizeOf(gap);
      index++;
    }
    const gap = gaps[index];
    if (gap) found.push(gap.first + (offset - before));
  }
  return found;
}

/** Distinct, uniformly distributed numbers from 0 to limit - 1, ascending (Floyd's algorithm). */
function drawOffsets(limit: bigint, count: number, draw: Draw): bigint[] {
  const drawn = new Set<bigint>();
  for (let highest = limit - BigInt(count); highest < limit; highest++) {
    const offset = draw(highest + 1n);
    drawn.add(drawn.has(offset) ? highest : offset);
  }
  return [...drawn].sort((a, b) => (a < b ? -1 : 1));
}
