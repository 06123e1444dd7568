import type { Timers } from './ports/environment.js';

/** Pauses between two attempts, in milliseconds: each is half as long again as the one before. */
const minRetryDelayMs = 20;
const maxRetryDelayMs = 100;

/**
 * Tries until it succeeds or the time is over; the last attempt is made then.
 * @param maxWait in milliseconds
 * @param attempt whether it succeeded. What it throws ends it all
 * @returns whether it succeeded in time
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
