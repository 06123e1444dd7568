import type { Clock } from '../../application/ports/environment.js';

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
