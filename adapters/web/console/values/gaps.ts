import { bitsOf, numberOf, textOf } from './ip';

export interface Prefix {
  readonly subnet: string;
  readonly mask: number;
}

interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

export interface Gap extends Interval {
  readonly isVersion6: boolean;
}

export function intervalOf({ subnet, mask }: Prefix): Interval {
  const size = 1n << BigInt(bitsOf(subnet) - mask);
  const first = (numberOf(subnet) / size) * size;
  return { first, last: first + size - 1n };
}

/** Free ranges between networks of the same IP version, ascending. */
export function gapsIn(parent: Prefix, networks: readonly Prefix[]): readonly Gap[] {
  const whole = intervalOf(parent);
  const isVersion6 = bitsOf(parent.subnet) === 128;
  const gaps: Gap[] = [];
  let next = whole.first;
  for (const { first, last } of networks.map(intervalOf).toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    if (first > next) gaps.push({ first: next, last: first - 1n, isVersion6 });
    if (last >= next) next = last + 1n;
  }
  if (next <= whole.last) gaps.push({ first: next, last: whole.last, isVersion6 });
  return gaps;
}

export const sizeOf = ({ first, last }: Interval): bigint => last - first + 1n;

export const gapText = ({ first, last, isVersion6 }: Gap): string => `${textOf(first, isVersion6)} – ${textOf(last, isVersion6)}`;

/**
 * Returns the network that begins at the first address of the gap. It has the preferred length if this fits there. Otherwise it is
 * the largest network that fits there.
 */
export function firstNetworkIn({ first, last, isVersion6 }: Gap, preferred: number): string {
  const bits = isVersion6 ? 128 : 32;
  let mask = bits;
  for (let size = 2n; mask > 0 && first % size === 0n && first + size - 1n <= last; size *= 2n) mask--;
  return `${textOf(first, isVersion6)}/${Math.max(mask, preferred)}`;
}
