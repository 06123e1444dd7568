/** Cache time of a result, in milliseconds. */
const fresh = 1000;

/** Calls during a run and within a second after it share its result. */
export function sharedForAWhile<T>(run: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (last && performance.now() < freshUntil) return last;
    freshUntil = Number.POSITIVE_INFINITY;
    last = run().finally(() => {
      freshUntil = performance.now() + fresh;
    });
    return last;
  };
}
