import { internalCaller } from '../../caller.js';
import type { Log, Timers } from '../../ports/environment.js';
import type { ChangeEvent } from '../../ports/event.js';
import { StorageError } from '../../ports/storage-error.js';
import type { CommitSignal } from '../../unit-of-work/commit-signal.js';
import type { Changes } from './changes.js';

/** Receives committed changes. Errors and rejections are logged. */
export type CommitListener = (changes: readonly ChangeEvent[]) => unknown;

const retryDelayMs = 1000;

/** Maximum number of changes per call during close. */
const maxAtOnce = 500;

type Hearing = ReturnType<Changes['listen']>;

interface Listening {
  readonly listener: CommitListener;
  /** undefined until the start position is known. */
  cursor: string | undefined;
  ended: boolean;
  published: Promise<void>;
}

/**
 * Calls listeners with every committed change, in order and once. Changes of this process arrive immediately, others within a
 * poll interval.
 */
export class CommittedChanges {
  readonly #changes: Changes;
  readonly #signal: CommitSignal;
  readonly #timers: Timers;
  readonly #log: Log;
  readonly #listening = new Set<Listening>();
  #closed = false;

  constructor(changes: Changes, signal: CommitSignal, timers: Timers, log: Log) {
    this.#changes = changes;
    this.#signal = signal;
    this.#timers = timers;
    this.#log = log;
  }

  /** Subscribes to all later changes. @returns a function that unsubscribes @throws StorageError after `close` */
  listen(listener: CommitListener): () => void {
    if (this.#closed) throw new StorageError('changes are no longer reported: the instance is closed', 'unavailable');
    const first = this.#receive('now');
    this.#signal.pauseUntil(first); // commits wait, because changes before the start position is known would be missed
    const listening: Listening = { listener, cursor: undefined, ended: false, published: Promise.resolve() };
    listening.published = this.#publish(first, listening);
    this.#listening.add(listening);
    return () => {
      listening.ended = true;
      this.#listening.delete(listening);
      void first.then((batch) => batch.return()).catch(() => {});
    };
  }

  /** Delivers the remaining committed changes and ends all listeners. The storage must stay open until it resolves. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.end();
    await Promise.all([...this.#listening].map((listening) => this.#publishRest(listening)));
    this.#listening.clear();
  }

  async #publishRest(listening: Listening): Promise<void> {
    try {
      await listening.published;
      for (let cursor = listening.cursor; cursor !== undefined; ) {
        const { changes, after } = await this.#changes.list(internalCaller, cursor, {}, maxAtOnce);
        if (changes.length > 0) this.#call(listening.listener, changes);
        cursor = after === cursor ? undefined : after;
      }
    } catch (error) {
      this.#log.warn('last changes not delivered', { problem: String(error) });
    }
  }

  #receive(cursor: string): Hearing {
    return this.#changes.listen(cursor, {}, async () => internalCaller);
  }

  async #publish(first: Hearing, listening: Listening): Promise<void> {
    let hearing: Hearing | undefined = first;
    while (!listening.ended && !this.#closed) {
      try {
        for await (const batch of await (hearing ?? this.#receive(listening.cursor ?? 'now'))) {
          if (listening.ended) return;
          listening.cursor = batch.cursor;
          if (batch.changes.length > 0) this.#call(listening.listener, batch.changes);
        }
        return; // the hub has ended
      } catch (error) {
        hearing = undefined;
        this.#log.warn('delivery of changes delayed', { problem: String(error) });
        await new Promise<void>((resolve) => void this.#timers.after(retryDelayMs, resolve));
      }
    }
  }

  #call(listener: CommitListener, changes: readonly ChangeEvent[]): void {
    const note = (error: unknown): void => this.#log.warn('change listener failed', { problem: String(error) });
    try {
      const result = listener(changes);
      if (result instanceof Promise) result.catch(note);
    } catch (error) {
      note(error);
    }
  }
}
