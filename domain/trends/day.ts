import { scalarText } from '../scalar-text.js';

/** A day in UTC: YYYY-MM-DD. Days compare as texts. */
export type Day = string;

const millisecondsOfDay = 86_400_000;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** Days since 1970-01-01. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / millisecondsOfDay;

export const dayAt = (number: number): Day => dayOf(new Date(number * millisecondsOfDay));

/** The day a number of days after another one; before it for a negative number. */
export const daysAfter = (day: Day, days: number): Day => dayAt(dayNumber(day) + days);

export const daysBetween = (from: Day, until: Day): number => dayNumber(until) - dayNumber(from);

/** @returns undefined for a text that is no day of the calendar */
export function readDay(given: unknown): Day | undefined {
  const text = scalarText(given) ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const number = dayNumber(text);
  return Number.isNaN(number) || dayAt(number) !== text ? undefined : text;
}
