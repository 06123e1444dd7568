/** Text of a string, number or boolean. Conversion of lists and objects would run their code and accept `[1]` as 1. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Invisible characters that reorder or separate text, such as U+202E, and make one name look like another. Scripts need the
 * joiners U+200C and U+200D.
 */
const formatting = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/u;

export const hasFormatting = (text: string): boolean => formatting.test(text);

const highestId = 2147483647;

/** Accepts any spelling and 0, the id of no record. @returns undefined for an invalid id */
export function readId(given: unknown): number | undefined {
  const text = typeof given === 'boolean' ? '' : (scalarText(given)?.trim() ?? '');
  return /^\d{1,10}(\.0+)?$/.test(text) && Number(text) <= highestId ? Number(text) : undefined;
}

/** Whether a reference is absent, null, empty or 0. */
export const isUnset = (given: unknown): boolean =>
  given === undefined || given === null || given === '' || given === 0 || given === '0';

/** A stored timestamp: YYYY-MM-DD HH:MM:SS in UTC. */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/** Completes a timestamp without seconds or a date alone with zeros, also after a `T`. Returns other values unchanged. */
export function wholeTime(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const [, day, minute = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d))?)?$/.exec(given) ?? [];
  return day === undefined ? given : `${day} ${minute}:${second}`;
}

/** A stored timestamp in ISO 8601: 2026-01-31T12:00:00Z. */
export const zonedTimestamp = (timestamp: string): string => `${timestamp.replace(' ', 'T')}Z`;
