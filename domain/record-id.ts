import { scalarText } from './scalar-text.js';

const highestId = 2147483647;

/** Reads a record's id in any spelling, 0 included, which none has. @returns undefined for what can be no id */
export function readId(given: unknown): number | undefined {
  const text = typeof given === 'boolean' ? '' : (scalarText(given)?.trim() ?? '');
  return /^\d{1,10}(\.0+)?$/.test(text) && Number(text) <= highestId ? Number(text) : undefined;
}

/** Whether a reference is left empty: absent, null, empty or 0. */
export const isUnset = (given: unknown): boolean =>
  given === undefined || given === null || given === '' || given === 0 || given === '0';
