/** How long a result is cached, in milliseconds. */
const fresh = 1000;

/** Shares one run among all calls during it and while its result is fresh. */
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
