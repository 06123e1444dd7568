/** What stops the service. */
export type StopSignal = 'SIGTERM' | 'SIGINT';
const stopSignals: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

/**
 * A second stop signal so soon after the first is the same one: npm hands on what the whole process group got already, and a
 * terminal's Ctrl-C reaches both.
 */
const echoTime = 500;

/** Signals of the operating system as the service understands them. */
export interface Signals {
  /** The first stop signal. */
  readonly stop: Promise<StopSignal>;
  /** From now on SIGHUP runs this, one run at a time; signals that came before make it run at once. It must not throw. */
  onReload(reload: () => Promise<void>): void;
}

/** Listens to the signals of this process. A second stop signal is obeyed at once: `exit` must end the process. */
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

/** Runs a reload for each request, one at a time; requests during a run make one further run. */
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
