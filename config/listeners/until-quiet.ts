import { setImmediate as nextTurn } from 'node:timers/promises';

/** For how many milliseconds nothing happens, until it is quiet. */
const quietMs = 3;

/** A turn of the event loop within which hardly anything happens unseen, in milliseconds. */
const shortTurnMs = 0.2;

/**
 * Waits until nothing has happened for some milliseconds, at the end of a short turn of the event loop. A turn accepts a
 * connection if the system has made one, so at that moment there is none.
 * @param events counts what happens
 * @param maxWaitMs after which a short turn without an event is enough; after twice as long nothing is waited for
 */
export async function untilQuiet(events: () => number, maxWaitMs: number): Promise<void> {
  const began = performance.now();
  let seen = Number.NaN;
  let since = began;
  for (let turn = began; turn - began < 2 * maxWaitMs; ) {
    await nextTurn();
    const now = performance.now();
    const isNew = events() !== seen;
    if (isNew) since = now;
    const isQuiet = now - since >= quietMs || now - began > maxWaitMs;
    if (!isNew && isQuiet && now - turn < shortTurnMs) return;
    seen = events();
    turn = now;
  }
}
