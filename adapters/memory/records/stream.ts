/** Items as the asynchronous lists of the ports hand them out. */
export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}

/** Applies a function to items one by one. */
export function* mapped<T, R>(items: Iterable<T>, apply: (item: T) => R): Generator<R, void, undefined> {
  for (const item of items) yield apply(item);
}

/** The items that meet a condition. */
export function* filtered<T>(items: Iterable<T>, holds: (item: T) => boolean): Generator<T, void, undefined> {
  for (const item of items) if (holds(item)) yield item;
}
