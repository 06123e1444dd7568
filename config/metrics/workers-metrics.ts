import type { MetricsSnapshot, ServiceMetrics } from '../../adapters/metrics/index.js';

/** How long a worker may take to tell its metrics, in milliseconds: then what it told last counts. */
const maxWait = 1000;

/** What a worker answers. */
interface WorkerReply {
  readonly id: number;
  readonly snapshot: MetricsSnapshot;
}

/**
 * The metrics of several workers and of the process that started them, added up. What was counted by a worker that has ended
 * counts on as it told it last, so that no sum goes back.
 */
export class WorkersMetrics<Worker extends { readonly id: number }> {
  readonly #own: ServiceMetrics | undefined;
  readonly #want: (worker: Worker, id: number) => void;
  readonly #last = new Map<number, MetricsSnapshot>();
  #ended: readonly MetricsSnapshot[] = [];
  readonly #waiting = new Map<number, (snapshot: MetricsSnapshot) => void>();
  #lastId = 0;

  /** @param want asks a worker for its metrics, under an id that its answer has */
  constructor(own: ServiceMetrics | undefined, want: (worker: Worker, id: number) => void) {
    this.#own = own;
    this.#want = want;
  }

  /** All of them, in the text format of Prometheus; empty where no metrics are wanted. */
  async text(workers: readonly Worker[]): Promise<string> {
    if (!this.#own) return '';
    const { textOf } = await import('../../adapters/metrics/index.js');
    const [own, ...told] = await Promise.all([this.#own.snapshot(), ...workers.map((worker) => this.#ask(worker))]);
    return textOf([own, ...told, ...this.#ended].filter((snapshot) => snapshot.length > 0));
  }

  hear({ id }: Worker, told: WorkerReply): void {
    this.#last.set(id, told.snapshot);
    this.#waiting.get(told.id)?.(told.snapshot);
  }

  /** A worker has ended. */
  async drop({ id }: Worker): Promise<void> {
    const last = this.#last.get(id);
    this.#last.delete(id);
    if (!last) return;
    this.#ended = [...this.#ended, last];
    const { totalsOf } = await import('../../adapters/metrics/index.js');
    const ended = this.#ended;
    const lasting = await totalsOf(ended);
    if (this.#ended === ended) this.#ended = [lasting];
  }

  #ask(worker: Worker): Promise<MetricsSnapshot> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const end = (snapshot: MetricsSnapshot): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(snapshot);
      };
      const timer = setTimeout(() => end(this.#last.get(worker.id) ?? []), maxWait);
      this.#waiting.set(id, end);
      this.#want(worker, id);
    });
  }
}
