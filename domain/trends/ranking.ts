import { scalarText } from '../scalar-text.js';
import { readDay } from './day.js';
import { growthDays } from './retention.js';

/** Orders of networks by their recorded utilization. */
export const rankings = ['fullest', 'growing', 'unused'] as const;
export type Ranking = (typeof rankings)[number];

/** The sort value of a network as a text, and its id. */
export interface RankingPosition {
  readonly value: string;
  readonly subnetId: number;
}

const isValue: Readonly<Record<Ranking, (value: string) => boolean>> = {
  fullest: (value) => /^\d{1,4}(\.\d{1,30})?(e-\d{1,2})?$/.test(value),
  growing: (value) => /^\d{1,40}$/.test(value),
  unused: (value) => readDay(value) !== undefined,
};

export const writeRankingPosition = ({ value, subnetId }: RankingPosition): string => `${value} ${subnetId}`;

/** @returns undefined for a text that writeRankingPosition does not write for this ranking */
export function readRankingPosition(by: Ranking, given: unknown): RankingPosition | undefined {
  const [, value, id] = /^(\S{1,60}) (\d{1,10})$/.exec(scalarText(given) ?? '') ?? [];
  if (value === undefined || !isValue[by](value) || Number(id) > 2147483647) return undefined;
  return { value, subnetId: Number(id) };
}

/** Growth in 30 days, from the used addresses some days ago. */
export const growthOf = (used: bigint, before: bigint, days: number): bigint =>
  roundedQuotient((used - before) * BigInt(growthDays), BigInt(days));

/** Rounds halves away from zero, as databases do. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (dividend * 2n + half) / (divisor * 2n);
}
