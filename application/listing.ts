/**
 * A list whose items come in parts. Taking it part by part costs less for each item than waiting for each; either way it can
 * be taken once, and ending it early ends its source.
 */
export interface PartedList<T> extends AsyncIterable<T> {
  parts(): AsyncIterable<readonly T[]>;
}

/** A list of what some parts hold. */
export function parted<T>(parts: () => AsyncIterable<readonly T[]>): PartedList<T> {
  return {
    parts,
    async *[Symbol.asyncIterator]() {
      for await (const part of parts()) yield* part;
    },
  };
}

/** The parts in which a list comes; each item is one where the list has none. */
export const partsOf = <T>(items: AsyncIterable<T>): AsyncIterable<readonly T[]> =>
  isParted(items) ? items.parts() : singly(items);

const isParted = <T>(items: AsyncIterable<T>): items is PartedList<T> => 'parts' in items;

async function* singly<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const item of items) yield [item];
}

/** A list of what a function makes of the items of another. */
export const mapList = <T, R>(items: AsyncIterable<T>, apply: (item: T) => R): PartedList<R> =>
  parted(async function* () {
    for await (const part of partsOf(items)) yield part.map(apply);
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
