import { highestId, scalarText } from '../scalar-text.js';
import { readDay } from './day.js';
import { growthDays } from './usage-history.js';

export const rankings = ['fullest', 'growing', 'unused'] as const;
export type Ranking = (typeof rankings)[number];

/** Sort value of a network as text, and its id. */
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

export function readRankingPosition(by: Ranking, input: unknown): RankingPosition | undefined {
  const [, value, id] = /^(\S{1,60}) (\d{1,10})$/.exec(scalarText(input) ?? '') ?? [];
  if (value === undefined || !isValue[by](value) || Number(id) > highestId) return undefined;
  return { value, subnetId: Number(id) };
}

/** Growth scaled to 30 days. @param before used addresses `days` days ago */
export const growthOf = (used: bigint, before: bigint, days: number): bigint =>
  roundedQuotient((used - before) * BigInt(growthDays), BigInt(days));

/** Rounds halves away from zero, like databases. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (dividend * 2n + half) / (divisor * 2n);
}
