import { compareTexts } from '../../../domain/listing/condition.js';

/** Text without regard to case, for comparing. */
export const foldCase = (text: string): string => text.toLowerCase();

/** Length in UTF-8 bytes. */
export const byteLength = (text: string): number => Buffer.byteLength(text);

/** Orders texts by their code points, which is the order of their UTF-8 bytes. */
export const compareBytewise = compareTexts;

/** Orders by several criteria, the first that tells two items apart. */
export const byAll =
  <T>(...orders: readonly ((a: T, b: T) => number)[]) =>
  (a: T, b: T): number => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };

/** Orders null first, everything else as given. */
export const nullFirst =
  <T>(order: (a: T, b: T) => number) =>
  (a: T | null, b: T | null): number =>
    a !== null && b !== null ? order(a, b) : Number(a !== null) - Number(b !== null);
