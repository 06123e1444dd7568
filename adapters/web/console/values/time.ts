import { formatLocale } from '../texts/language';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format;
}

const aheadAt = (instant: number, zone: string): number =>
  Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;

const isNever = (text: string): boolean => text === '' || text.startsWith('1970-01-01 00:00:0');

/**
 * Returns the instant of a time in milliseconds; undefined for an empty time or "never".
 * @param text with a time zone (2024-03-01T12:00:00Z), or as in records: 2024-03-01 12:00:00 in the time zone of the service
 */
export function instantOf(text: string | null | undefined, zone: string): number | undefined {
  if (!text || isNever(text)) return undefined;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(instant) || isZoned) return Number.isNaN(instant) ? undefined : instant;
  const guessed = instant - aheadAt(instant, zone);
  return instant - aheadAt(guessed, zone);
}

export const localTime = (instant: number): string =>
  new Date(instant).toLocaleString(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

export const exactTime = (instant: number): string =>
  new Date(instant).toLocaleString(formatLocale(), { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' });

/** Returns the day in UTC some days ago: YYYY-MM-DD. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Formats the day of a record, 2024-03-01: Mar 1, 2024. Other texts are unchanged. */
export function localDay(text: string): string {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!day) return text;
  const instant = Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
  return new Date(instant).toLocaleDateString(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
}
