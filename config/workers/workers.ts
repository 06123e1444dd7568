import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricsSnapshot, ServiceMetrics } from '../../adapters/metrics/index.js';
import type { Log } from '../../application/ports/environment.js';
import { processorsForPasswords } from '../password-checks.js';
import { PasswordSlots } from './password-slots.js';
import { PendingReplies, type PrimaryMessage, type WorkerMessage, type WorkerNotice } from './worker-messages.js';

/** Workers failed to start and have logged the reason. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

/** In milliseconds. */
const restartDelay = 1000;

/** Longer than workers wait for a broadcast, in milliseconds. */
const maxNewsWait = 2000;

/** The worker processes on one port. A worker that exits is replaced. */
export class Workers {
  readonly #log: Log;
  readonly #news = new PendingReplies(maxNewsWait);
  readonly #passwords = new PasswordSlots(processorsForPasswords());
  readonly #metrics: WorkersMetrics;
  /** Workers that have listened. Others have no requests to complete. */
  readonly #serving = new Set<number>();
  #stopping = false;

  constructor(log: Log, metrics?: ServiceMetrics) {
    this.#log = log;
    this.#metrics = new WorkersMetrics(metrics);
  }

  /** Returns the URLs of the workers. @throws WorkerError if a worker fails */
  async start(count: number): Promise<readonly string[]> {
    cluster.on('message', (worker, message: WorkerMessage) => this.#receive(worker, message));
    cluster.on('exit', (worker) => {
      this.#serving.delete(worker.id);
      this.#passwords.dropWorker(worker.id);
      this.#news.drop(worker.id);
      void this.#metrics.drop(worker);
    });
    const all = await Promise.all(Array.from({ length: count }, () => this.#startOne()));
    return all[0] ?? [];
  }

  metrics(): Promise<string> {
    return this.#metrics.text(this.#live());
  }

  reload(): void {
    for (const worker of this.#live()) send(worker, { kind: 'reload' });
  }

  /** Returns true if all completed their requests. Kills the remaining workers after `maxWait` milliseconds. */
  async stop(maxWait: number): Promise<boolean> {
    this.#stopping = true;
    const ended = this.#live().map((worker) => {
      worker.process.kill('SIGTERM');
      const hasRequests = this.#serving.has(worker.id);
      return new Promise<boolean>((resolve) => worker.once('exit', (code: number | null) => resolve(code === 0 || !hasRequests)));
    });
    await Promise.race([Promise.all(ended), delay(maxWait, undefined, { ref: false })]);
    for (const worker of this.#live()) worker.process.kill('SIGKILL');
    return (await Promise.all(ended)).every((endedWell) => endedWell);
  }

  #live(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  #startOne(): Promise<readonly string[]> {
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new WorkerError('a worker exited before it was ready'));
      worker.once('exit', refuse);
      const receive = (message: WorkerMessage) => {
        if (message.kind !== 'listening') return;
        worker.off('message', receive);
        worker.off('exit', refuse);
        this.#serving.add(worker.id);
        worker.once('exit', (code: number, signal: string) => void this.#replace(worker, code, signal));
        resolve(message.urls);
      };
      worker.on('message', receive);
    });
  }

  async #replace(worker: Worker, code: number, signal: string | null): Promise<void> {
    if (this.#stopping) return;
    this.#log.error('worker exited, starting another', { pid: worker.process.pid, exitCode: code, signal });
    await delay(restartDelay);
    if (this.#stopping) return;
    await this.#startOne().catch(() => this.#replace(worker, code, signal));
  }

  #receive(worker: Worker, message: WorkerMessage): void {
    if (message.kind === 'metricsSent') this.#metrics.receive(worker, message);
    else if (message.kind === 'metricsAsked')
      void this.metrics().then((text) => send(worker, { kind: 'metricsText', id: message.id, text }));
    else if (message.kind === 'received') this.#news.receive(message.id);
    else if (message.kind === 'passwordDone') this.#passwords.release(worker.id, message.id);
    else if (message.kind === 'passwordAsked')
      this.#passwords.acquire(worker.id, message.id, () => send(worker, { kind: 'passwordTurn', id: message.id }));
    else if (message.kind === 'spread')
      void this.#spread(worker, message.notice).then(() => send(worker, { kind: 'wasSpread', id: message.id }));
  }

  /** Sends a notice to the other workers. Waits until they have applied it, or have ended. */
  async #spread(from: Worker, notice: WorkerNotice): Promise<void> {
    const others = this.#live().filter(({ id }) => id !== from.id);
    await Promise.all(others.map((other) => this.#news.ask((id) => send(other, { kind: 'news', id, notice }), other.id)));
  }
}

/** Time in milliseconds to wait for a worker's metrics. Afterwards the worker's last metrics are used. */
const maxMetricsWait = 1000;

/** The sum of the metrics of all workers and the primary process. Counters of ended workers remain: sums never decrease. */
class WorkersMetrics {
  readonly #own: ServiceMetrics | undefined;
  readonly #last = new Map<number, MetricsSnapshot>();
  #ended: readonly MetricsSnapshot[] = [];
  readonly #replies = new PendingReplies<MetricsSnapshot>(maxMetricsWait);

  constructor(own: ServiceMetrics | undefined) {
    this.#own = own;
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
    return (await this.#replies.ask((id) => send(worker, { kind: 'metricsWanted', id }))) ?? this.#last.get(worker.id) ?? [];
  }
}

const send = (worker: Worker, message: PrimaryMessage): void => {
  if (worker.isConnected()) worker.send(message);
};
