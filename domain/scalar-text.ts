/**
 * The text of a value as a caller sent it: a string, a number or a boolean. Lists and objects have none: to make a text of
 * them runs code of their own, and lets `[1]` pass for 1.
 */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Characters without a shape of their own that reorder or separate what is shown, such as U+202E: by them one name shows as
 * another. The joiners U+200C and U+200D are no such characters, scripts need them.
 */
const formatting = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether a text can show as another one, because it has formatting characters. */
export const hasFormatting = (text: string): boolean => formatting.test(text);

const highestId = 2147483647;

/** Reads a record's id in any spelling, 0 included, which none has. @returns undefined for what can be no id */
export function readId(given: unknown): number | undefined {
  const text = typeof given === 'boolean' ? '' : (scalarText(given)?.trim() ?? '');
  return /^\d{1,10}(\.0+)?$/.test(text) && Number(text) <= highestId ? Number(text) : undefined;
}

/** Whether a reference is left empty: absent, null, empty or 0. */
export const isUnset = (given: unknown): boolean =>
  given === undefined || given === null || given === '' || given === 0 || given === '0';

/** A time as records hold it: YYYY-MM-DD HH:MM:SS in UTC. */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/**
 * A time that leaves out its seconds, or is a day alone, as records hold times: the full minute, or midnight. A `T` may stand
 * between day and time. Anything else comes back as it is.
 */
export function wholeTime(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const [, day, minute = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d))?)?$/.exec(given) ?? [];
  return day === undefined ? given : `${day} ${minute}:${second}`;
}

/** The same with its zone, for programs elsewhere: 2026-01-31T12:00:00Z. @param timestamp as records hold it */
export const zonedTimestamp = (timestamp: string): string => `${timestamp.replace(' ', 'T')}Z`;
