/** Undefined for any value that is not a string, number or boolean: converting arrays and objects would run their code. */
export function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Invisible characters that reorder or separate text, such as U+202E. Such characters can make one name look like another.
 * Some writing systems need the joiners U+200C and U+200D. They are permitted.
 */
const formatting = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]/u;

export const hasFormatting = (text: string): boolean => formatting.test(text);

/** Largest id of a record: a signed integer of 32 bits. Dry runs use the highest ids. */
export const highestId = 2147483647;

/** Reads an id in any spelling, including 0, the id of no record. Undefined for an invalid id. */
export function readId(value: unknown): number | undefined {
  const text = typeof value === 'boolean' ? '' : (scalarText(value)?.trim() ?? '');
  return /^\d{1,10}(\.0+)?$/.test(text) && Number(text) <= highestId ? Number(text) : undefined;
}

/** Whether a text is an id of a record without leading zeros. */
export const isIdText = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= highestId;

/** Whether a reference is absent, null, empty or 0. */
export const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === '0';

/** A stored timestamp: YYYY-MM-DD HH:MM:SS in UTC. */
export const formatTimestamp = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

/** Completes a date, or a timestamp without seconds, with zeros. A `T` is accepted as separator. Returns other values unchanged. */
export function fullTime(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, day, minute = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d))?)?$/.exec(value) ?? [];
  return day === undefined ? value : `${day} ${minute}:${second}`;
}

/** A stored timestamp in ISO 8601: 2026-01-31T12:00:00Z. */
export const zonedTimestamp = (timestamp: string): string => `${timestamp.replace(' ', 'T')}Z`;
