import { formatLocale } from '../texts/language';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format that writes 2024-03-01 12:00:00 in a zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
const aheadAt = (instant: number, zone: string): number =>
  Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000;

/** Times that stand for no instant. */
const isNever = (text: string): boolean => text === '' || text.startsWith('1970-01-01 00:00:0');

/**
 * The instant of a time.
 * @param text with a zone (2024-03-01T12:00:00Z), or as records have it: 2024-03-01 12:00:00 in the zone of the service
 * @returns undefined for no time, and for one that means never
 */
export function instantOf(text: string | null | undefined, zone: string): number | undefined {
  if (!text || isNever(text)) return undefined;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(instant) || isZoned) return Number.isNaN(instant) ? undefined : instant;
  const guessed = instant - aheadAt(instant, zone);
  return instant - aheadAt(guessed, zone);
}

/** An instant in the zone of the browser and the format of the language: Mar 1, 2024, 12:00:00. */
export const localTime = (instant: number): string =>
  new Date(instant).toLocaleString(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** An instant with its zone. */
export const exactTime = (instant: number): string =>
  new Date(instant).toLocaleString(formatLocale(), { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' });
