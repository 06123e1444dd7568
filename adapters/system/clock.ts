import type { Clock } from '../../application/ports/environment.js';

export const systemClock: Clock = { now: () => new Date() };
