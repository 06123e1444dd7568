/** When what of a stop is over, in milliseconds from the signal. */
export interface StopTimes {
  /** Answers under way are cut, and nothing more is written. */
  readonly answers: number;
  /** A worker ends itself, whatever it waits for. */
  readonly worker: number;
  /** Whoever started the workers kills those that are left. */
  readonly workers: number;
  /** The process ends itself, whatever it waits for. */
  readonly process: number;
}

/** Times that leave something for what comes after each. @param seconds for the whole stop */
export const stopTimes = (seconds: number): StopTimes => ({
  answers: seconds * 800,
  worker: seconds * 880,
  workers: seconds * 920,
  process: seconds * 960,
});

/** Ends this process after so many milliseconds, whatever it waits for: what is under way then is given up. */
export function endAfter(milliseconds: number): void {
  setTimeout(() => {
    process.stderr.write('hexipam: did not stop in time, running requests were aborted\n');
    process.exit(1);
  }, milliseconds);
}
