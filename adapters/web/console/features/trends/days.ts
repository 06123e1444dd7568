import { formatLocale } from '../../texts/language';

/** Returns the start of a day in UTC, in seconds. @param day YYYY-MM-DD */
export const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** Returns the day in UTC some days ago: YYYY-MM-DD. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
