import { chunksFrom } from '../../../application/listing.js';
import type { RecordsAnswer } from '../answer.js';

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

/** A list known to be empty. It is answered and filtered like any other empty list. */
export const emptyList = (whenEmpty: () => Error): RecordsAnswer => ({
  records: streamOf([]),
  whenEmpty,
  select: async () => ({ records: streamOf([]), total: 0 }),
});
