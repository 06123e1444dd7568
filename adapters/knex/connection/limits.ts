import type { Timers } from '../../../application/ports/environment.js';

/** Timeouts of a database, in milliseconds. */
export interface Limits {
  readonly connect: number;
  /** Waiting for a connection, or for a row in the queue of this process. */
  readonly wait: number;
  readonly statement: number;
  readonly lock: number;
  /** Waiting for the next statement of a transaction. */
  readonly idle: number;
  /** Time without a received byte while answers are pending. Afterwards the connection is closed. */
  readonly answer: number;
  /** Time without a received byte while answers are pending. Afterwards another connection queries the server's processes. */
  readonly suspicion: number;
  readonly close: number;
  /** One long statement, such as a migration or a change of a whole table. */
  readonly long: number;
}

/** Derives the timeouts from the statement timeout. @param timeout in milliseconds */
export const limitsOf = (timeout: number): Limits => ({
  connect: Math.min(timeout, 5000),
  wait: timeout,
  statement: timeout,
  lock: Math.ceil(timeout / 2),
  idle: timeout,
  answer: Math.ceil(timeout * 1.2),
  suspicion: Math.min(Math.ceil(timeout / 4), 2500),
  close: Math.min(timeout, 5000),
  long: Math.max(timeout, 600_000),
});

export const systemTimers: Timers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
