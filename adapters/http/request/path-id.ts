import { readId } from '../../../domain/record-id.js';

/** Whether a path segment looks like a number; only such can be an id. */
export const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);

/** The id in a numeric path segment; 0, which no record has, for numbers that cannot be one. */
export const pathId = (text: string): number => readId(text) ?? 0;
