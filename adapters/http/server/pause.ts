/** Those who wait, in the order in which they came. */
const waiting: (() => void)[] = [];

/**
 * Lets all other work of the process go on, in the midst of work that takes long. One waiter goes on in each turn of the
 * event loop: many who work in pieces of a few milliseconds hold up the others no longer than one of them.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
