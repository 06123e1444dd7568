import { type Day, dayNumber, daysAfter, daysBetween } from './day.js';
import type { UsagePoint } from './usage-history.js';

export interface Forecast {
  /** Growth in addresses per day. */
  readonly perDay: number;
  /** Days after the last point; 0 for a full network. */
  readonly fullInDays: number;
  readonly fullOn: Day;
}

/** Days before the last point that the forecast uses. */
export const forecastDays = 90;
const minPoints = 7;
const minDays = 14;
/** A forecast beyond this number of days is discarded. */
const maxForecastDays = 3650;

/**
 * Extrapolates the robust linear trend (Theil-Sen) of the last 90 days: the median of the slopes between all pairs of points,
 * and the median level. Outliers, such as a scan of an hour, have no effect. Undefined with too little data, without growth,
 * and beyond ten years.
 * @param points ascending by day
 */
export function forecastOf(points: readonly UsagePoint[]): Forecast | undefined {
  const last = points.at(-1);
  if (!last || last.size === 0n) return undefined;
  if (last.used >= last.size) return { perDay: 0, fullInDays: 0, fullOn: last.day };
  const recent = points.filter(({ day }) => daysBetween(day, last.day) <= forecastDays);
  if (recent.length < minPoints || daysBetween(recent[0]?.day ?? last.day, last.day) < minDays) return undefined;
  const perDay = median(slopesOf(recent));
  if (perDay <= 0) return undefined;
  const level = median(recent.map(({ day, used }) => Number(used) + perDay * daysBetween(day, last.day)));
  const fullInDays = Math.max(1, Math.ceil((Number(last.size) - level) / perDay));
  return fullInDays > maxForecastDays ? undefined : { perDay, fullInDays, fullOn: daysAfter(last.day, fullInDays) };
}

function slopesOf(points: readonly UsagePoint[]): number[] {
  const known = points.map(({ day, used }) => ({ at: dayNumber(day), used: Number(used) }));
  return known.flatMap(({ at, used }, index) => known.slice(index + 1).map((later) => (later.used - used) / (later.at - at)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
