import { scalarText } from '../scalar-text.js';

/** A day in UTC: YYYY-MM-DD. Text order is time order. */
export type Day = string;

const millisecondsOfDay = 86_400_000;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** Days since 1970-01-01. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay;

export const dayAt = (number: number): Day => dayOf(new Date(number * millisecondsOfDay));

/** A negative number of days goes back. */
export const daysAfter = (day: Day, days: number): Day => dayAt(dayNumber(day) + days);

export const daysBetween = (from: Day, until: Day): number => dayNumber(until) - dayNumber(from);

export function readDay(value: unknown): Day | undefined {
  const text = scalarText(value) ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const number = dayNumber(text);
  return Number.isNaN(number) || dayAt(number) !== text ? undefined : text;
}
