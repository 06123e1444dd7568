import type { MetricsSnapshot, ServiceMetrics } from '../../adapters/metrics/index.js';
import { PendingReplies } from './worker-messages.js';

/** Time in milliseconds to wait for a worker's metrics. Afterwards the worker's last metrics are used. */
const maxWait = 1000;

/** The sum of the metrics of all workers and the primary process. Counters of ended workers remain: sums never decrease. */
export class WorkersMetrics<Worker extends { readonly id: number }> {
  readonly #own: ServiceMetrics | undefined;
  readonly #want: (worker: Worker, id: number) => void;
  readonly #last = new Map<number, MetricsSnapshot>();
  #ended: readonly MetricsSnapshot[] = [];
  readonly #replies = new PendingReplies<MetricsSnapshot>(maxWait);

  /** @param want requests the metrics of a worker; the reply has the same id */
  constructor(own: ServiceMetrics | undefined, want: (worker: Worker, id: number) => void) {
    this.#own = own;
    this.#want = want;
  }

  /** Returns all metrics in the Prometheus text format; empty if metrics are disabled. */
  async text(workers: readonly Worker[]): Promise<string> {
    if (!this.#own) return '';
    const { textOf } = await import('../../adapters/metrics/index.js');
    const [own, ...replies] = await Promise.all([this.#own.snapshot(), ...workers.map((worker) => this.#ask(worker))]);
    return textOf([own, ...replies, ...this.#ended].filter((snapshot) => snapshot.length > 0));
  }

  receive({ id }: Worker, reply: { readonly id: number; readonly snapshot: MetricsSnapshot }): void {
    this.#last.set(id, reply.snapshot);
    this.#replies.receive(reply.id, reply.snapshot);
  }

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

  async #ask(worker: Worker): Promise<MetricsSnapshot> {
    return (await this.#replies.ask((id) => this.#want(worker, id))) ?? this.#last.get(worker.id) ?? [];
  }
}
