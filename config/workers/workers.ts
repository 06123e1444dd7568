import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceMetrics } from '../../adapters/metrics/index.js';
import type { Log } from '../../application/ports/environment.js';
import { WorkersMetrics } from '../metrics/workers-metrics.js';
import { processorsForPasswords } from '../password-checks.js';
import { PasswordSlots } from './password-slots.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** Workers failed to start and have logged the reason. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

/** In milliseconds. */
const restartDelay = 1000;

interface Spreading {
  readonly from: Worker;
  /** Id of the broadcast at the sender. */
  readonly id: number;
  readonly missing: Set<number>;
}

/** The worker processes on one port. A worker that exits is replaced. */
export class Workers {
  readonly #log: Log;
  readonly #spreadings = new Map<number, Spreading>();
  readonly #passwords = new PasswordSlots(processorsForPasswords());
  readonly #metrics: WorkersMetrics<Worker>;
  /** Workers that have listened. Others have no requests to complete. */
  readonly #serving = new Set<number>();
  #lastId = 0;
  #stopping = false;

  constructor(log: Log, metrics?: ServiceMetrics) {
    this.#log = log;
    this.#metrics = new WorkersMetrics(metrics, (worker, id) => send(worker, { kind: 'metricsWanted', id }));
  }

  /** Returns the URLs of the workers. @throws WorkerError if a worker fails */
  async start(count: number): Promise<readonly string[]> {
    cluster.on('message', (worker, message: WorkerMessage) => this.#receive(worker, message));
    cluster.on('exit', (worker) => {
      this.#dropWorker(worker.id);
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
    if (message.kind === 'metricsAsked')
      void this.metrics().then((text) => send(worker, { kind: 'metricsText', id: message.id, text }));
    if (message.kind === 'received') this.#settle(message.id, worker.id);
    if (message.kind === 'passwordDone') this.#passwords.leave(worker.id, message.id);
    if (message.kind === 'passwordAsked')
      this.#passwords.ask(worker.id, message.id, () => send(worker, { kind: 'passwordTurn', id: message.id }));
    if (message.kind !== 'spread') return;
    const others = this.#live().filter((other) => other.id !== worker.id);
    const id = ++this.#lastId;
    this.#spreadings.set(id, { from: worker, id: message.id, missing: new Set(others.map((other) => other.id)) });
    for (const other of others) send(other, { kind: 'news', id, notice: message.notice });
    this.#settle(id);
  }

  /** Marks a worker as done or ended. After the last worker, the sender is notified. */
  #settle(id: number, workerId?: number): void {
    const spreading = this.#spreadings.get(id);
    if (!spreading) return;
    if (workerId !== undefined) spreading.missing.delete(workerId);
    if (spreading.missing.size > 0) return;
    this.#spreadings.delete(id);
    send(spreading.from, { kind: 'wasSpread', id: spreading.id });
  }

  #dropWorker(workerId: number): void {
    this.#serving.delete(workerId);
    this.#passwords.dropWorker(workerId);
    for (const id of [...this.#spreadings.keys()]) this.#settle(id, workerId);
  }
}

const send = (worker: Worker, message: PrimaryMessage): void => {
  if (worker.isConnected()) worker.send(message);
};
