import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult, Order, ReadOrder, ReadResult, Report } from './traffic.js';

/** The process that generates load. Orders must not overlap. */
export class LoadProcess {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./load-worker.js', import.meta.url)));
  }

  /** Sends traffic and returns the result. @throws Error if no request can be sent */
  async load(order: Omit<LoadOrder, 'kind'>): Promise<LoadResult> {
    const report = await this.#ask({ kind: 'load', ...order });
    if ('load' in report) return report.load;
    throw new Error('another order was answered');
  }

  /** Reads one long answer. @throws Error if it is incomplete */
  async read(order: Omit<ReadOrder, 'kind'>): Promise<ReadResult> {
    const report = await this.#ask({ kind: 'read', ...order });
    if ('read' in report) return report.read;
    throw new Error('another order was answered');
  }

  /** Ends the process. */
  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  async #ask(order: Order): Promise<Report> {
    const gone = new AbortController();
    const answered = once(this.#child, 'message', { signal: gone.signal });
    const ended = once(this.#child, 'exit', { signal: gone.signal }).then(() => {
      throw new Error('the process that makes the load has ended');
    });
    this.#child.send(order);
    const [report] = (await Promise.race([answered, ended]).finally(() => gone.abort())) as [Report];
    await Promise.allSettled([answered, ended]);
    if ('failure' in report) throw new Error(report.failure);
    return report;
  }
}
