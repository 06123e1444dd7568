/** Deadlines of a stop, in milliseconds after the signal. */
export interface StopTimes {
  /** Running responses are aborted, and writes end. */
  readonly answers: number;
  /** A worker exits. */
  readonly worker: number;
  /** The primary process kills remaining workers. */
  readonly workers: number;
  /** The process exits. */
  readonly process: number;
}

/** Each deadline leaves time for the next ones. @param seconds for the whole stop */
export const stopTimes = (seconds: number): StopTimes => ({
  answers: seconds * 800,
  worker: seconds * 880,
  workers: seconds * 920,
  process: seconds * 960,
});

/** Ends the process with an error after a time. Running work is aborted. */
export function endAfter(milliseconds: number): void {
  setTimeout(() => {
    process.stderr.write('hexipam: did not stop in time, running requests were aborted\n');
    process.exit(1);
  }, milliseconds);
}
