import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** Longer than the primary process waits for one worker. */
const maxWait = 3000;

export class MetricsOfAll {
  readonly #send: (message: WorkerMessage) => void;
  readonly #waiting = new Map<number, (text: string) => void>();
  #lastId = 0;

  constructor(send: (message: WorkerMessage) => void) {
    this.#send = send;
  }

  /** @throws Error after a timeout */
  read(): Promise<string> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error('the workers did not report their metrics in time'));
      }, maxWait);
      this.#waiting.set(id, (text) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(text);
      });
      this.#send({ kind: 'metricsAsked', id });
    });
  }

  receive({ id, text }: Extract<PrimaryMessage, { kind: 'metricsText' }>): void {
    this.#waiting.get(id)?.(text);
  }
}
