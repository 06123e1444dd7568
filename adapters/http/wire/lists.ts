import { type ChunkedList, chunksFrom } from '../../../application/listing.js';

/** A list whose emptiness is known. It can be read once. Closing it early closes its source. */
export interface AwaitedList<T> extends ChunkedList<T> {
  readonly empty: boolean;
  /** Closes a list that is not read. */
  end(): Promise<void>;
}

/**
 * Waits for the first items of a list, so that an empty or failing list is detected before the answer starts. A list that is not
 * read must be closed.
 * @throws errors before the first item
 */
export async function awaitFirst<T>(items: AsyncIterable<T>): Promise<AwaitedList<T>> {
  const source = chunksFrom(items)[Symbol.asyncIterator]();
  let first = await source.next();
  while (!first.done && first.value.length === 0) first = await source.next();
  let pending: IteratorResult<readonly T[], void> | undefined = first;
  const end = async (): Promise<void> => {
    pending = { done: true, value: undefined };
    await source.return?.();
  };
  const chunks: AsyncIterableIterator<readonly T[], void> = {
    async next() {
      const result = pending ?? (await source.next());
      if (!result.done) pending = undefined;
      return result;
    },
    async return() {
      await end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => chunks,
  };
  return {
    empty: first.done === true,
    end,
    chunks: () => chunks,
    async *[Symbol.asyncIterator]() {
      for await (const chunk of chunks) yield* chunk;
    },
  };
}

export async function* inChunks<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const batch of chunksFrom(items)) {
    for (const item of batch) {
      chunk.push(item);
      if (chunk.length < size) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

export async function* streamOf<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
