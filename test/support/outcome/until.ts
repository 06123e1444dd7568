import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something is so; the time limit of the test ends what never comes. @param pause before it looks again, in ms */
export async function until(isSo: () => boolean | Promise<boolean>, pause = 50): Promise<void> {
  while (!(await isSo())) await delay(pause);
}
