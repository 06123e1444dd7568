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
