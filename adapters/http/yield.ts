/** Milliseconds of work between two yields. */
const maxWorkAtOnce = 5;

/** Maps items in order, with yields to the event loop. */
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

/** Resolved in order of arrival. */
const waiting: (() => void)[] = [];

/**
 * Yields to the event loop during long work. Each turn resumes only one waiter. Several concurrent long tasks therefore delay other
 * requests no more than one long task.
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
