import type { Timers } from './ports/environment.js';

/** Minimum delay between two attempts. It grows by half each time. */
const minRetryDelayMs = 20;
const maxRetryDelayMs = 100;

/**
 * Repeats an attempt until it returns true. The last attempt starts after `maxWait` milliseconds.
 * An error ends the retries. Returns whether an attempt succeeded.
 */
export async function retryUntil(timers: Timers, maxWait: number, attempt: () => Promise<boolean>): Promise<boolean> {
  let isOver = false;
  const cancel = timers.after(maxWait, () => {
    isOver = true;
  });
  try {
    for (let pause = minRetryDelayMs; ; pause = Math.min(pause * 1.5, maxRetryDelayMs)) {
      const isLast = isOver;
      if (await attempt()) return true;
      if (isLast) return false;
      await new Promise<void>((resolve) => timers.after(Math.min(pause, maxWait), resolve));
    }
  } finally {
    cancel();
  }
}

/** Repeats work until it processes nothing. @param work returns the number of processed records @returns their sum */
export async function repeatUntilNone(work: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const processed = await work();
    if (processed === 0) return sum;
    sum += processed;
  }
}
