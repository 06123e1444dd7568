import type { Timers } from '../../application/ports/environment.js';

/** The runtime's own timers. */
export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
