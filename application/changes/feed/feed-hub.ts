import type { Timers } from '../../ports/environment.js';
import type { FeedEntry } from '../../ports/feed.js';
import type { CommitSignal } from '../../unit-of-work/commit-signal.js';
import type { ChangeFeed } from './change-feed.js';

/** Poll interval for changes of other processes, in milliseconds. */
const pollInterval = 1000;
/** Time to collect commits of this process, in milliseconds. */
const gatherTime = 10;
/** Maximum wait of a listener without entries, in milliseconds. */
const heartbeat = 5000;
/** Number of listeners to resume before yielding to the event loop. */
const wokenAtOnce = 50;
/** Maximum number of entries per read. */
const maxRead = 500;
/** Maximum number of buffered entries. */
const maxBuffered = 2000;
/** Maximum number of buffered characters, and of characters per batch. A single entry may exceed the latter. */
const maxBufferedLength = 8_000_000;
const maxBatchLength = 200_000;
const maxBatch = 100;

/**
 * Reads the feed once for all listeners of this process. An idle listener costs one promise. Without listeners, nothing is read.
 */
export class FeedHub {
  readonly #feed: ChangeFeed;
  readonly #signal: CommitSignal;
  readonly #timers: Timers;
  #listeners = 0;
  #ended = false;
  /** The newest entries, after position `bufferedFrom`. */
  #buffered: readonly FeedEntry[] = [];
  #bufferedFrom = 0;
  #wakes = 0;
  #waiting: (() => void)[] = [];
  #woken: (() => void)[] = [];
  #starting: Promise<void> | undefined;
  #stop = (): void => {};

  constructor(feed: ChangeFeed, signal: CommitSignal, timers: Timers) {
    this.#feed = feed;
    this.#signal = signal;
    this.#timers = timers;
  }

  /**
   * Yields the entries after a position in batches, until the listener stops or the hub ends. A heartbeat yields an empty batch,
   * so that the listener can end.
   */
  async *listen(after: number): AsyncGenerator<readonly FeedEntry[], void, undefined> {
    this.#listeners++;
    try {
      this.#starting ??= this.#start();
      await this.#starting;
      for (let position = after; !this.#ended; ) {
        const wakes = this.#wakes;
        let entries = await this.#behind(position);
        if (entries.length === 0 && wakes === this.#wakes) {
          await new Promise<void>((resolve) => void this.#waiting.push(resolve));
          entries = await this.#behind(position);
        }
        position = entries.at(-1)?.position ?? position;
        if (!this.#ended) yield entries;
      }
    } finally {
      if (--this.#listeners === 0) this.#stopListening();
    }
  }

  end(): void {
    this.#ended = true;
    this.#stopListening();
    for (const goOn of [...this.#woken.splice(0), ...this.#waiting.splice(0)]) goOn();
  }

  async #behind(position: number): Promise<readonly FeedEntry[]> {
    if (position < this.#bufferedFrom) {
      const older = await this.#feed.read(position, maxBatch, maxBatchLength);
      if (older.length > 0) return older;
    }
    const from = this.#buffered.findIndex((entry) => entry.position > position);
    return from < 0 ? [] : firstOf(this.#buffered.slice(from, from + maxBatch), maxBatchLength);
  }

  async #start(): Promise<void> {
    try {
      this.#bufferedFrom = await this.#feed.end();
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
    let isLooking = false;
    let isDue = false;
    const poll = (): void => {
      isDue = isLooking;
      if (isLooking) return;
      isLooking = true;
      void this.#readNewEntries()
        .catch(() => {}) // the next poll retries
        .finally(() => {
          isLooking = false;
          if (isDue) poll();
        });
    };
    const stops = [
      repeat(this.#timers, pollInterval, poll),
      repeat(this.#timers, heartbeat, () => this.#wake()),
      this.#signal.listen(gathered(this.#timers, poll)),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
    if (this.#ended || this.#listeners === 0) this.#stopListening();
  }

  async #readNewEntries(): Promise<void> {
    for (;;) {
      const entries = await this.#feed.read(this.#buffered.at(-1)?.position ?? this.#bufferedFrom, maxRead);
      if (entries.length === 0) return;
      const all = [...this.#buffered, ...entries];
      const retained = newestOf(all, maxBuffered, maxBufferedLength);
      this.#bufferedFrom = all.at(-retained.length - 1)?.position ?? this.#bufferedFrom;
      this.#buffered = retained;
      this.#wake();
    }
  }

  #wake(): void {
    this.#wakes++;
    const isWaking = this.#woken.length > 0;
    this.#woken.push(...this.#waiting.splice(0));
    if (!isWaking) this.#wakeSome();
  }

  #wakeSome(): void {
    for (const goOn of this.#woken.splice(0, wokenAtOnce)) goOn();
    if (this.#woken.length > 0) this.#timers.after(0, () => this.#wakeSome());
  }

  #stopListening(): void {
    this.#stop();
    this.#stop = () => {};
    this.#starting = undefined;
    this.#buffered = [];
  }
}

function firstOf(entries: readonly FeedEntry[], maxSize: number): readonly FeedEntry[] {
  let size = 0;
  const end = entries.findIndex((entry) => {
    size += entry.size;
    return size > maxSize;
  });
  return end < 0 ? entries : entries.slice(0, Math.max(end, 1));
}

/** The last entries within both limits; at least one. */
function newestOf(entries: readonly FeedEntry[], max: number, maxSize: number): readonly FeedEntry[] {
  const newest = entries.slice(-max).reverse();
  return [...firstOf(newest, maxSize)].reverse();
}

/** @returns a function that cancels the timer */
export function repeat(timers: Timers, interval: number, run: () => void): () => void {
  let cancel = (): void => {};
  const again = (): void => {
    cancel = timers.after(interval, () => {
      run();
      again();
    });
  };
  again();
  return () => cancel();
}

function gathered(timers: Timers, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    timers.after(gatherTime, () => {
      isDue = false;
      run();
    });
  };
}
