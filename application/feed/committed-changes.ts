import { internalCaller } from '../caller.js';
import type { Log, Timers } from '../ports/environment.js';
import type { Changes } from './changes.js';
import type { CommitSignal } from './commit-signal.js';
import type { ChangeEvent } from './event.js';

/** Is told of changes; what it throws, or a promise of it, is logged. */
export type CommitListener = (changes: readonly ChangeEvent[]) => unknown;

/** How long it waits after a failure of the storage, in milliseconds. */
const pause = 1000;

/** Tells programs of every change that is committed, in order, each once: those of this process at once, those of others soon. */
export class CommittedChanges {
  readonly #changes: Changes;
  readonly #signal: CommitSignal;
  readonly #timers: Timers;
  readonly #log: Log;
  readonly #listening = new Set<() => void>();

  constructor(changes: Changes, signal: CommitSignal, timers: Timers, log: Log) {
    this.#changes = changes;
    this.#signal = signal;
    this.#timers = timers;
    this.#log = log;
  }

  /** Tells of all that this process commits from now on. @returns ends it */
  listen(listener: CommitListener): () => void {
    const listening = { ended: false };
    const first = this.#hear('now');
    this.#signal.hold(first); // what is committed while the place in the feed is looked up would be passed over
    void this.#tell(first, listener, listening);
    const end = (): void => {
      listening.ended = true;
      this.#listening.delete(end);
      void first.then((heard) => heard.return()).catch(() => {});
    };
    this.#listening.add(end);
    return end;
  }

  /** Tells nobody any more. */
  end(): void {
    for (const end of this.#listening) end();
  }

  #hear(cursor: string) {
    return this.#changes.listen(cursor, {}, async () => internalCaller);
  }

  async #tell(first: ReturnType<Changes['listen']>, listener: CommitListener, listening: { ended: boolean }): Promise<void> {
    let cursor = 'now';
    for (let hearing = first; !listening.ended; hearing = this.#hear(cursor)) {
      try {
        for await (const heard of await hearing) {
          cursor = heard.cursor;
          if (listening.ended) return;
          if (heard.changes.length > 0) this.#call(listener, heard.changes);
        }
        return; // nobody is told any more
      } catch (error) {
        this.#log.warn('changes are told later', { problem: String(error) });
        await new Promise<void>((resolve) => void this.#timers.after(pause, resolve));
      }
    }
  }

  #call(listener: CommitListener, changes: readonly ChangeEvent[]): void {
    const note = (error: unknown): void => this.#log.warn('a listener to changes failed', { problem: String(error) });
    try {
      const result = listener(changes);
      if (result instanceof Promise) result.catch(note);
    } catch (error) {
      note(error);
    }
  }
}
