import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** How long a worker waits for the metrics of all, in milliseconds: longer than who gathers them waits for each. */
const maxWait = 3000;

/** The metrics of all workers, as one of them gets them from the process that started them. */
export class MetricsOfAll {
  readonly #tell: (message: WorkerMessage) => void;
  readonly #waiting = new Map<number, (text: string) => void>();
  #lastId = 0;

  constructor(tell: (message: WorkerMessage) => void) {
    this.#tell = tell;
  }

  /** @throws Error when they do not come in time */
  read(): Promise<string> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('the metrics of all workers did not come in time'));
      }, maxWait);
      this.#waiting.set(id, (text) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(text);
      });
      this.#tell({ kind: 'metricsAsked', id });
    });
  }

  hear({ id, text }: Extract<PrimaryMessage, { kind: 'metricsText' }>): void {
    this.#waiting.get(id)?.(text);
  }
}
