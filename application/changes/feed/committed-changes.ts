import { internalCaller } from '../../caller.js';
import type { Log, Timers } from '../../ports/environment.js';
import type { ChangeEvent } from '../../ports/event.js';
import { StorageError } from '../../ports/storage-error.js';
import type { CommitSignal } from '../../unit-of-work/commit-signal.js';
import type { Changes } from './changes.js';

/** Is told of changes; what it throws, or a promise of it, is logged. */
export type CommitListener = (changes: readonly ChangeEvent[]) => unknown;

/** How long it waits after a failure of the storage, in milliseconds. */
const retryDelayMs = 1000;

/** Changes that are told at once at the end. */
const maxAtOnce = 500;

type Hearing = ReturnType<Changes['listen']>;

/** Somebody who listens, and behind which change. */
interface Listening {
  readonly listener: CommitListener;
  /** Undefined until the place in the feed is known. */
  cursor: string | undefined;
  ended: boolean;
  published: Promise<void>;
}

/** Tells programs of every change that is committed, in order, each once: those of this process at once, those of others soon. */
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

  /** Tells of all that this process commits from now on. @returns ends it @throws StorageError after `close` */
  listen(listener: CommitListener): () => void {
    if (this.#closed) throw new StorageError('changes are not reported any more: the instance is closed', 'unavailable');
    const first = this.#hear('now');
    this.#signal.pauseUntil(first); // what is committed while the place in the feed is looked up would be passed over
    const listening: Listening = { listener, cursor: undefined, ended: false, published: Promise.resolve() };
    listening.published = this.#publish(first, listening);
    this.#listening.add(listening);
    return () => {
      listening.ended = true;
      this.#listening.delete(listening);
      void first.then((heard) => heard.return()).catch(() => {});
    };
  }

  /** Tells what is committed by now, and nobody anything any more. The storage must be open until then. */
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

  #hear(cursor: string): Hearing {
    return this.#changes.listen(cursor, {}, async () => internalCaller);
  }

  async #publish(first: Hearing, listening: Listening): Promise<void> {
    let hearing: Hearing | undefined = first;
    while (!listening.ended && !this.#closed) {
      try {
        for await (const heard of await (hearing ?? this.#hear(listening.cursor ?? 'now'))) {
          if (listening.ended) return;
          listening.cursor = heard.cursor;
          if (heard.changes.length > 0) this.#call(listening.listener, heard.changes);
        }
        return; // nobody is told any more
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
