/**
 * A list whose items come in parts. Taking it part by part costs less for each item than waiting for each; either way it can
 * be taken once, and ending it early ends its source.
 */
export interface ChunkedList<T> extends AsyncIterable<T> {
  chunks(): AsyncIterable<readonly T[]>;
}

/** A list of what some parts hold. */
export function chunked<T>(chunks: () => AsyncIterable<readonly T[]>): ChunkedList<T> {
  return {
    chunks,
    async *[Symbol.asyncIterator]() {
      for await (const part of chunks()) yield* part;
    },
  };
}

/** The parts in which a list comes; each item is one where the list has none. */
export const chunksFrom = <T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> =>
  isChunked(items) ? items.chunks() : singly(items);

const isChunked = <T>(items: AsyncIterable<T>): items is ChunkedList<T> => 'chunks' in items;

async function* singly<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const item of items) yield [item];
}

/** A list of what a function makes of the items of another. */
export const mapList = <T, R>(items: AsyncIterable<T>, apply: (item: T) => R): ChunkedList<R> =>
  chunked(async function* () {
    for await (const part of chunksFrom(items)) yield part.map(apply);
  });

/** Slices of a list in their order, each of so many items; of the last one, what is left. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** What comes of each of some items, in their order; so many are under way at a time. */
export async function eachOf<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(items, width)) results.push(...(await Promise.all(some.map(work))));
  return results;
}
