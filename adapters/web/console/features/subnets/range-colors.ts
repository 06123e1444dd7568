import type { AnyRecord } from '../../api/client';
import { numberOf } from '../../values/ip';

export interface ColoredRange {
  readonly name: string;
  readonly first: bigint;
  readonly last: bigint;
  readonly color: string;
}

/** Colours of the ranges of a network, used cyclically and distinguishable with colour blindness. */
const colors = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;

export const coloredRanges = (ranges: readonly AnyRecord[]): readonly ColoredRange[] =>
  ranges.map(({ name, first, last }, index) => ({
    name: String(name),
    first: numberOf(String(first)),
    last: numberOf(String(last)),
    color: colors[index % colors.length] ?? colors[0],
  }));

export function rangeAt(ranges: readonly ColoredRange[], ip: string): ColoredRange | undefined {
  if (ranges.length === 0) return undefined;
  const number = numberOf(ip);
  return ranges.find(({ first, last }) => number >= first && number <= last);
}
