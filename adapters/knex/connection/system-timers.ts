import type { Timers } from '../../../application/ports/environment.js';

/** Timers of the runtime. */
export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
