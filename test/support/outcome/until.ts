import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition, limited by the timeout of the test. @param pause between checks, in milliseconds */
export async function until(isSo: () => boolean | Promise<boolean>, pause = 50): Promise<void> {
  while (!(await isSo())) await delay(pause);
}
