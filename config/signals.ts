export type StopSignal = 'SIGTERM' | 'SIGINT';
const stopSignals: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

/**
 * A second stop signal within this time in milliseconds is a repetition: npm forwards signals that the process group has already
 * received.
 */
const echoTime = 500;

export interface Signals {
  readonly stop: Promise<StopSignal>;
  /** Runs `reload` after SIGHUP, one run at a time, and immediately for earlier signals. `reload` must not throw. */
  onReload(reload: () => Promise<void>): void;
}

/** A second stop signal calls `exit`, which must end the process. */
export function watchSignals(exit: (signal: StopSignal) => void): Signals {
  const reloads = new Reloads();
  process.on('SIGHUP', () => reloads.request());
  const stop = new Promise<StopSignal>((resolve) => {
    let stoppedAt: number | undefined;
    for (const signal of stopSignals) {
      process.on(signal, () => {
        if (stoppedAt === undefined) {
          stoppedAt = Date.now();
          resolve(signal);
        } else if (Date.now() - stoppedAt > echoTime) exit(signal);
      });
    }
  });
  return { stop, onReload: (reload) => reloads.begin(reload) };
}

/** Requests during a reload cause one further reload. */
class Reloads {
  #reload: (() => Promise<void>) | undefined;
  #wanted = false;
  #running = false;

  begin(reload: () => Promise<void>): void {
    this.#reload = reload;
    void this.#run();
  }

  request(): void {
    this.#wanted = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running || !this.#reload) return;
    this.#running = true;
    while (this.#wanted) {
      this.#wanted = false;
      await this.#reload();
    }
    this.#running = false;
  }
}

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
