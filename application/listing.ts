/**
 * A list that arrives in chunks. Iterating over chunks costs less than awaiting each item. A list can be iterated once; an early
 * end closes its source.
 */
export interface ChunkedList<T> extends AsyncIterable<T> {
  chunks(): AsyncIterable<readonly T[]>;
}

export function chunked<T>(chunks: () => AsyncIterable<readonly T[]>): ChunkedList<T> {
  return {
    chunks,
    async *[Symbol.asyncIterator]() {
      for await (const part of chunks()) yield* part;
    },
  };
}

/** The chunks of a list, or chunks of one item for other iterables. */
export const chunksFrom = <T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> =>
  isChunked(items) ? items.chunks() : singly(items);

const isChunked = <T>(items: AsyncIterable<T>): items is ChunkedList<T> => 'chunks' in items;

async function* singly<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const item of items) yield [item];
}

export const mapList = <T, R>(items: AsyncIterable<T>, apply: (item: T) => R): ChunkedList<R> =>
  chunked(async function* () {
    for await (const part of chunksFrom(items)) yield part.map(apply);
  });

/** Slices of a list with `size` items each; the last one may be smaller. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The results of work on each item, in their order. At most `width` items are processed at a time. */
export async function eachOf<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(items, width)) results.push(...(await Promise.all(some.map(work))));
  return results;
}
