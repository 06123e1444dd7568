/** A list in chunks, which cost less than awaiting each item. It can be iterated once. An early end closes the source. */
export interface ChunkedList<T> extends AsyncIterable<T> {
  chunks(): AsyncIterable<readonly T[]>;
}

export function chunked<T>(chunks: () => AsyncIterable<readonly T[]>): ChunkedList<T> {
  return {
    chunks,
    async *[Symbol.asyncIterator]() {
      for await (const chunk of chunks()) yield* chunk;
    },
  };
}

/** The chunks of a list. Other iterables have chunks of one item. */
export const chunksFrom = <T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> =>
  isChunked(items) ? items.chunks() : singly(items);

const isChunked = <T>(items: AsyncIterable<T>): items is ChunkedList<T> => 'chunks' in items;

async function* singly<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const item of items) yield [item];
}

export const mapList = <T, R>(items: AsyncIterable<T>, apply: (item: T) => R): ChunkedList<R> =>
  chunked(async function* () {
    for await (const chunk of chunksFrom(items)) yield chunk.map(apply);
  });

export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Runs work for items, at most `width` at a time. @returns the results in item order */
export async function eachOf<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const some of chunksOf(items, width)) results.push(...(await Promise.all(some.map(work))));
  return results;
}
