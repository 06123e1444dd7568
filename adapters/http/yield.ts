/** Milliseconds of work after which it yields to the event loop. */
const maxWorkAtOnce = 5;

/** What a function makes of each of some items, in their order, with a pause after some milliseconds of work. */
export async function mapInPieces<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let end = performance.now() + maxWorkAtOnce;
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    if (index % 16 !== 15 || performance.now() < end) continue;
    await yieldToEventLoop();
    end = performance.now() + maxWorkAtOnce;
  }
  return results;
}

/** Those who wait, in the order in which they came. */
const waiting: (() => void)[] = [];

/**
 * Lets all other work of the process go on, in the midst of work that takes long. One waiter goes on in each turn of the
 * event loop: many who work in pieces of a few milliseconds hold up the others no longer than one of them.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
