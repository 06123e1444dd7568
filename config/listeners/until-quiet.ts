import { setImmediate as nextTurn } from 'node:timers/promises';

const quietMs = 3;

/** If a turn of the event loop is shorter than this, it has processed all pending events. */
const shortTurnMs = 0.2;

/**
 * Waits for `quietMs` without an event, at the end of a short turn of the event loop. A turn accepts a pending connection.
 * After a short turn without a new connection, none is pending.
 * @param events counts the events
 * @param maxWaitMs after this time a short turn without an event suffices; after twice the time the wait ends
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
