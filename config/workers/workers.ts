import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceMetrics } from '../../adapters/metrics/index.js';
import type { Log } from '../../application/ports/environment.js';
import { WorkersMetrics } from '../metrics/workers-metrics.js';
import { processorsForPasswords } from '../password-checks.js';
import { PasswordSlots } from './password-slots.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** Workers that could not begin; why, they have told themselves. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

/** How long after a worker ended by itself another one starts, in milliseconds. */
const restartDelay = 1000;

/** What a worker spreads, and the workers that have not heard it yet. */
interface Spreading {
  readonly from: Worker;
  /** The id by which that worker knows it. */
  readonly id: number;
  readonly missing: Set<number>;
}

/** The processes that serve on one port; one that ends by itself is replaced. */
export class Workers {
  readonly #log: Log;
  readonly #spreadings = new Map<number, Spreading>();
  readonly #passwords = new PasswordSlots(processorsForPasswords());
  readonly #metrics: WorkersMetrics<Worker>;
  #lastId = 0;
  #stopping = false;

  /** @param metrics of this process, where metrics are wanted */
  constructor(log: Log, metrics?: ServiceMetrics) {
    this.#log = log;
    this.#metrics = new WorkersMetrics(metrics, (worker, id) => say(worker, { kind: 'metricsWanted', id }));
  }

  /** Starts them. @returns where they listen. @throws WorkerError when one of them cannot */
  async start(count: number): Promise<readonly string[]> {
    cluster.on('message', (worker, message: WorkerMessage) => this.#hear(worker, message));
    cluster.on('exit', (worker) => {
      this.#dropWorker(worker.id);
      void this.#metrics.drop(worker);
    });
    const all = await Promise.all(Array.from({ length: count }, () => this.#startOne()));
    return all[0] ?? [];
  }

  /** The metrics of all of them and of this process, in the text format of Prometheus. */
  metrics(): Promise<string> {
    return this.#metrics.text(this.#live());
  }

  /** Has them read again what may have changed. */
  reload(): void {
    for (const worker of this.#live()) say(worker, { kind: 'reload' });
  }

  /**
   * Has them finish what is under way, and kills those that are left after so many milliseconds.
   * @returns whether none gave anything up
   */
  async stop(maxWait: number): Promise<boolean> {
    this.#stopping = true;
    const ended = this.#live().map((worker) => {
      worker.process.kill('SIGTERM');
      return new Promise<boolean>((resolve) => worker.once('exit', (code: number | null) => resolve(code === 0)));
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
      const refuse = () => reject(new WorkerError('a worker ended before it could serve'));
      worker.once('exit', refuse);
      const hear = (message: WorkerMessage) => {
        if (message.kind !== 'listening') return;
        worker.off('message', hear);
        worker.off('exit', refuse);
        worker.once('exit', (code: number, signal: string) => void this.#replace(worker, code, signal));
        resolve(message.urls);
      };
      worker.on('message', hear);
    });
  }

  async #replace(worker: Worker, code: number, signal: string | null): Promise<void> {
    if (this.#stopping) return;
    this.#log.error('worker exited, starting another', { pid: worker.process.pid, exitCode: code, signal });
    await delay(restartDelay);
    if (this.#stopping) return;
    await this.#startOne().catch(() => this.#replace(worker, code, signal));
  }

  #hear(worker: Worker, message: WorkerMessage): void {
    if (message.kind === 'metricsTold') this.#metrics.hear(worker, message);
    if (message.kind === 'metricsAsked')
      void this.metrics().then((text) => say(worker, { kind: 'metricsText', id: message.id, text }));
    if (message.kind === 'heard') this.#settle(message.id, worker.id);
    if (message.kind === 'passwordDone') this.#passwords.leave(worker.id, message.id);
    if (message.kind === 'passwordAsked')
      this.#passwords.ask(worker.id, message.id, () => say(worker, { kind: 'passwordTurn', id: message.id }));
    if (message.kind !== 'spread') return;
    const others = this.#live().filter((other) => other.id !== worker.id);
    const id = ++this.#lastId;
    this.#spreadings.set(id, { from: worker, id: message.id, missing: new Set(others.map((other) => other.id)) });
    for (const other of others) say(other, { kind: 'news', id, notice: message.notice });
    this.#settle(id);
  }

  /** A worker has heard something, or is gone. When no worker is missing, the one that spread it is told. */
  #settle(id: number, workerId?: number): void {
    const spreading = this.#spreadings.get(id);
    if (!spreading) return;
    if (workerId !== undefined) spreading.missing.delete(workerId);
    if (spreading.missing.size > 0) return;
    this.#spreadings.delete(id);
    say(spreading.from, { kind: 'wasSpread', id: spreading.id });
  }

  #dropWorker(workerId: number): void {
    this.#passwords.dropWorker(workerId);
    for (const id of [...this.#spreadings.keys()]) this.#settle(id, workerId);
  }
}

const say = (worker: Worker, message: PrimaryMessage): void => {
  if (worker.isConnected()) worker.send(message);
};
