/** A list of which it is already known whether it has items. It can be read once; ending it early ends its source. */
export interface Peeked<T> extends AsyncIterableIterator<T> {
  readonly empty: boolean;
}

/**
 * Waits for the first item of a list, so that an empty or failing one is noticed before anything of the answer is sent.
 * Errors before the first item come out of this call. A list that is not read must be ended with `return`.
 */
export async function peek<T>(items: AsyncIterable<T>): Promise<Peeked<T>> {
  const source = items[Symbol.asyncIterator]();
  const first = await source.next();
  let held: IteratorResult<T> | undefined = first;
  const peeked: Peeked<T> = {
    empty: first.done === true,
    async next() {
      const result = held ?? (await source.next());
      if (!result.done) held = undefined;
      return result;
    },
    async return() {
      held = { done: true, value: undefined };
      await source.return?.();
      return held;
    },
    [Symbol.asyncIterator]: () => peeked,
  };
  return peeked;
}
