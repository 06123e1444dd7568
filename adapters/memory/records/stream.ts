export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}

export function* mapped<T, R>(items: Iterable<T>, apply: (item: T) => R): Generator<R, void, undefined> {
  for (const item of items) yield apply(item);
}

export function* filtered<T>(items: Iterable<T>, holds: (item: T) => boolean): Generator<T, void, undefined> {
  for (const item of items) if (holds(item)) yield item;
}
