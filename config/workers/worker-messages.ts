import type { MetricsSnapshot } from '../../adapters/metrics/index.js';

export type WorkerNotice =
  /** Receivers remove the revoked token from caches. */
  | { readonly kind: 'tokenEnded'; readonly digest: string }
  /** A token that the storage cannot store, as JSON. */
  | { readonly kind: 'tokenShared'; readonly token: string }
  /** A write has begun (ReadRouter). */
  | { readonly kind: 'writing'; readonly writer: string };

/** Ids are unique within the requesting process. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly urls: readonly string[] }
  | { readonly kind: 'metricsAsked'; readonly id: number }
  /** Reply to `metricsWanted`. */
  | { readonly kind: 'metricsSent'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** Broadcasts a notice to the other workers. */
  | { readonly kind: 'spread'; readonly id: number; readonly notice: WorkerNotice }
  /** Requests or releases a slot for a password check. */
  | { readonly kind: 'passwordAsked' | 'passwordDone'; readonly id: number }
  /** Reply to `news`: the notice is applied. */
  | { readonly kind: 'received'; readonly id: number };

export type PrimaryMessage =
  | { readonly kind: 'news'; readonly id: number; readonly notice: WorkerNotice }
  /** Reply to `spread`: all other workers have applied the notice. */
  | { readonly kind: 'wasSpread'; readonly id: number }
  /** Reply to `passwordAsked`: the check may start. */
  | { readonly kind: 'passwordTurn'; readonly id: number }
  /** Requests the metrics of this worker. */
  | { readonly kind: 'metricsWanted'; readonly id: number }
  /** Reply to `metricsAsked`. */
  | { readonly kind: 'metricsText'; readonly id: number; readonly text: string }
  /** The certificate or the settings may have changed. */
  | { readonly kind: 'reload' };

/** Requests to other processes that wait for a reply with the same id. */
export class PendingReplies<T = void> {
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, { readonly receiver: number | undefined; readonly end: (reply?: T) => void }>();
  #lastId = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** @param receiver worker that replies @returns undefined after the timeout, or if the receiver ended */
  ask(send: (id: number) => void, receiver?: number): Promise<T | undefined> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const end = (reply?: T): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(reply);
      };
      const timer = setTimeout(() => end(), this.#timeoutMs).unref();
      this.#pending.set(id, { receiver, end });
      send(id);
    });
  }

  receive(id: number, reply: T): void {
    this.#pending.get(id)?.end(reply);
  }

  drop(worker: number): void {
    for (const { receiver, end } of [...this.#pending.values()]) if (receiver === worker) end();
  }
}
