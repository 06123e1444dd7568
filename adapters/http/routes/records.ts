import { readId } from '../../../application/inventory/record-input.js';
import { partsOf } from '../../../application/listing.js';
import type { RecordsAnswer } from '../answer.js';

/** Groups the items of a stream into lists of at most `size`. */
export async function* inChunks<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const part of partsOf(items)) {
    for (const item of part) {
      chunk.push(item);
      if (chunk.length < size) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** A stream of what is in a list. */
export async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** A list that is known to have nothing in it: it is answered, and filtered, as any other empty list. */
export const emptyList = (whenEmpty: Error): RecordsAnswer => ({ records: streamOf([]), whenEmpty });

/** Whether a path segment looks like a number; only such can be an id. */
export const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);

/** The id in a numeric path segment; 0, which no record has, for numbers that cannot be one. */
export const pathId = (text: string): number => readId(text) ?? 0;
