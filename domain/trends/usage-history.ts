import { type AdministeredValues, defineAdministered } from '../fields/administered-field.js';
import { type Day, dayNumber, daysBetween } from './day.js';

export const resolutions = ['day', 'week', 'month'] as const;
export type Resolution = (typeof resolutions)[number];

/** Networks may lack a point on an incomplete day. */
export interface RecordedDay {
  readonly day: Day;
  readonly isComplete: boolean;
}

/** Ages in days. From these ages, a network has one point per week, one point per month, and no points. */
export const weeklyAfterDays = 90;
export const monthlyAfterDays = 2 * 365;
export const droppedAfterDays = 10 * 365;

/** Upper bound for the points of a network: 90 days, 92 weeks and 97 months. */
export const maxPoints = 300;

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const daysBeforeFirstWeek = 3;

const periodOf: Readonly<Record<Resolution, (day: Day) => string>> = {
  day: (day) => day,
  week: (day) => `week ${Math.floor((dayNumber(day) + daysBeforeFirstWeek) / 7)}`,
  month: (day) => day.slice(0, 7),
};

/**
 * The days whose points are dropped: all after ten years, all but one per month after two years, all but one per week after 90
 * days. The last complete day represents a period. Without a complete day, the last day represents the period.
 */
export function expendableDays(recorded: readonly RecordedDay[], today: Day): Day[] {
  const ofWeeks = representativesOf(recorded, 'week');
  const ofMonths = representativesOf(recorded, 'month');
  return recorded
    .map(({ day }) => day)
    .filter((day) => {
      const age = daysBetween(day, today);
      if (age < weeklyAfterDays) return false;
      if (age >= droppedAfterDays) return true;
      return !(age < monthlyAfterDays ? ofWeeks : ofMonths).has(day);
    });
}

function representativesOf(recorded: readonly RecordedDay[], resolution: Resolution): ReadonlySet<Day> {
  const found = new Map<string, RecordedDay>();
  for (const each of recorded) {
    const period = periodOf[resolution](each.day);
    const known = found.get(period);
    if (!known || isBetter(each, known)) found.set(period, each);
  }
  return new Set(Array.from(found.values(), ({ day }) => day));
}

const isBetter = (one: RecordedDay, other: RecordedDay): boolean =>
  one.isComplete === other.isComplete ? one.day > other.day : one.isComplete;

/** The last point of each period. @param points ascending by day */
export function thinned<T extends { readonly day: Day }>(points: readonly T[], resolution: Resolution): T[] {
  const last = new Map(points.map((point) => [periodOf[resolution](point.day), point]));
  return [...last.values()];
}

/** Minimum and preferred interval for measuring growth, in days. */
const shortestGrowthDays = 7;
export const growthDays = 30;

/** The base for growth: the complete day closest to 30 days ago, at least 7 days ago. Undefined if no such day exists. */
export function growthBase(recorded: readonly RecordedDay[], today: Day): Day | undefined {
  const distance = (day: Day) => Math.abs(daysBetween(day, today) - growthDays);
  return recorded
    .filter(({ day, isComplete }) => isComplete && daysBetween(day, today) >= shortestGrowthDays)
    .map(({ day }) => day)
    .reduce<Day | undefined>((best, day) => (best !== undefined && distance(best) < distance(day) ? best : day), undefined);
}

/** Used and usable addresses of a network on a day. */
export interface UsagePoint {
  readonly day: Day;
  readonly used: bigint;
  readonly size: bigint;
}

/** Used and usable IPv4 addresses of a section, and its used IPv6 addresses. */
export interface SectionUsagePoint extends UsagePoint {
  readonly used6: bigint;
}

/** Both ends inclusive. */
export interface DaySpan {
  readonly from: Day;
  readonly until: Day;
}

export const usageHistoryFields = defineAdministered({
  enabled: { type: 'flag', default: true, meaning: 'Whether the utilization of networks and sections is recorded once a day.' },
  hour: { type: 'integer', min: 0, max: 23, default: 0, meaning: 'Hour of the day (UTC) from which utilization is recorded.' },
});

export type UsageHistorySettings = AdministeredValues<typeof usageHistoryFields>;

export const isRecordingDue = ({ enabled, hour }: UsageHistorySettings, now: Date): boolean =>
  enabled && now.getUTCHours() >= hour;
