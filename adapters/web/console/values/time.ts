const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC. */
const aheadAt = (moment: number, zone: string): number =>
  Date.parse(`${formatOf(zone).format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000;

/** Times that stand for no moment. */
const isNever = (text: string): boolean => text === '' || text.startsWith('1970-01-01 00:00:0');

/**
 * The moment of a time.
 * @param text with a zone (2024-03-01T12:00:00Z), or as records have it: 2024-03-01 12:00:00 in the zone of the service
 * @returns undefined for no time, and for one that means never
 */
export function instantOf(text: string | null | undefined, zone: string): number | undefined {
  if (!text || isNever(text)) return undefined;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = Date.parse(isZoned ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(moment) || isZoned) return Number.isNaN(moment) ? undefined : moment;
  const guessed = moment - aheadAt(moment, zone);
  return moment - aheadAt(guessed, zone);
}

/** A moment in the zone of the browser: 2024-03-01 12:00:00. */
export const localTime = (moment: number): string => formatOf(Intl.DateTimeFormat().resolvedOptions().timeZone).format(moment);

/** A moment with the zone in which it is told. */
export const exactTime = (moment: number): string =>
  new Date(moment).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
