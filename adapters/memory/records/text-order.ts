import { compareTexts } from '../../../domain/listing/condition.js';

export const foldCase = (text: string): string => text.toLowerCase();

export const byteLength = (text: string): number => Buffer.byteLength(text);

/** Orders texts by code point, which is the order of their UTF-8 bytes. */
export const compareBytewise = compareTexts;

export const byAll =
  <T>(...orders: readonly ((a: T, b: T) => number)[]) =>
  (a: T, b: T): number => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };

export const nullFirst =
  <T>(order: (a: T, b: T) => number) =>
  (a: T | null, b: T | null): number =>
    a !== null && b !== null ? order(a, b) : Number(a !== null) - Number(b !== null);
