import { retryDelayAfter } from '../../../domain/changes/retry.js';
import type { Log, Timers } from '../../ports/environment.js';
import type { FeedEntry, FollowerState } from '../../ports/feed.js';
import { reasonOf, StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';
import type { CommitSignal } from '../../unit-of-work/commit-signal.js';
import type { ChangeFeed } from './change-feed.js';
import { repeat } from './feed-hub.js';

export interface Follower {
  /** Equal in all processes. One process at a time runs the follower. */
  readonly name: string;
  /** Maximum number of entries per call of `handle`. */
  readonly max: number;
  /** Start of a new follower: the oldest stored change, or the current end. null: `addFollower` sets it. */
  readonly begins: 'oldest' | 'now' | null;
  /** Maximum delay after failures, in milliseconds. Default: 15 minutes. */
  readonly maxPause?: number;
  /**
   * Processes entries. After an error, the same entries are passed again with a growing delay. They may also repeat if a process
   * ends before saving the position.
   * @param entries ascending, at least one
   * @param failures number of consecutive failures with these entries
   * @returns the number of processed entries
   */
  handle(entries: readonly FeedEntry[], failures: number): Promise<number>;
  /** Called if entries were pruned before their processing, except at the start of a new follower. */
  missed?(positions: { readonly after: number; readonly until: number }): Promise<void>;
}

export interface FollowingPorts {
  readonly feed: ChangeFeed;
  /** The unit of work for positions and leases. Its commits need no signal. */
  readonly unitOfWork: UnitOfWork;
  readonly signal: CommitSignal;
  readonly timers: Timers;
  readonly log: Log;
  readonly holder: string;
  /** A random number from 0 to 1. */
  readonly chance: () => number;
}

/** Duration of a lease in seconds. It is renewed three times in this time. */
const leaseSeconds = 30;

/** Poll interval for changes of other processes, in milliseconds. */
const pollInterval = 1000;

/** Number of polls without entries after which the lease is renewed. */
const maxIdleRounds = 8;

/** Delay while another process runs the follower, in milliseconds. */
const standbyInterval = 5000;

export const isFollowed = (unitOfWork: UnitOfWork, follower: string): Promise<boolean> =>
  unitOfWork.run(async ({ feed }) => (await feed.followers()).some(({ name }) => name === follower));

/**
 * Acquires or renews the lease of a follower. Undefined while another process has the lease.
 * @param begin the position of a new follower; undefined if new followers are added elsewhere
 */
export async function leaseFollower(
  unitOfWork: UnitOfWork,
  { name, holder, seconds }: { readonly name: string; readonly holder: string; readonly seconds: number },
  begin: (() => Promise<number>) | undefined,
): Promise<FollowerState | undefined> {
  const take = () => unitOfWork.run(({ feed }) => feed.lease(name, holder, seconds));
  const state = await take();
  if (state || !begin || (await isFollowed(unitOfWork, name))) return state;
  const position = await begin();
  await unitOfWork.run(({ feed }) => feed.addFollower(name, position));
  return take();
}

/**
 * Runs a follower while this process has its lease: reads entries, passes them to the follower and saves the position. If the
 * process ends, another one continues.
 */
export class Following {
  readonly #follower: Follower;
  readonly #ports: FollowingPorts;
  #stopped = false;
  #running: Promise<void> | undefined;
  /** The last known position. Before each delivery, this process acquires the lease of the follower. */
  #known: FollowerState | undefined;
  #idleRounds = 0;
  #pending = false;
  #isPausing = false;
  #wake = (): void => {};
  #stopListening = (): void => {};

  constructor(follower: Follower, ports: FollowingPorts) {
    this.#follower = follower;
    this.#ports = ports;
  }

  start(): void {
    this.#stopListening = this.#ports.signal.listen(() => this.wake());
    this.#running ??= this.#run();
  }

  /** Polls immediately, except during the delay after a failure. @param isUrgent whether to poll during this delay as well */
  wake(isUrgent = false): void {
    this.#pending = true;
    if (isUrgent || !this.#isPausing) this.#wake();
  }

  /** Ends after the current call of `handle` and releases the lease. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#pending = false;
      const pause = await this.#round().catch((error: unknown) => {
        if (!this.#stopped && !(error instanceof StorageError))
          this.#ports.log.error('change follower did not process changes', { follower: this.#follower.name, error });
        return pollInterval;
      });
      if (pause > 0 && !this.#stopped) await this.#wait(pause);
    }
    await this.#ports.unitOfWork.run(({ feed }) => feed.release(this.#follower.name, this.#ports.holder)).catch(() => {});
  }

  /** @returns milliseconds until the next round */
  async #round(): Promise<number> {
    const known = this.#idleRounds < maxIdleRounds ? this.#known : undefined;
    if (known && (await this.#ports.feed.read(known.position, 1)).length === 0) {
      this.#idleRounds++;
      return pollInterval;
    }
    this.#idleRounds = 0;
    const { unitOfWork, feed, holder } = this.#ports;
    const { name, begins } = this.#follower;
    const begin = begins === null ? undefined : async () => (begins === 'now' ? feed.end() : 0);
    const state = await leaseFollower(unitOfWork, { name, holder, seconds: leaseSeconds }, begin);
    this.#known = state;
    if (!state) return standbyInterval;
    const position = await this.#pastPruned(state);
    const entries = await feed.read(position, this.#follower.max);
    if (entries.length === 0) return pollInterval;
    return this.#give({ ...state, position }, entries);
  }

  async #give(state: FollowerState, entries: readonly FeedEntry[]): Promise<number> {
    const { timers, unitOfWork, holder } = this.#ports;
    const stopRenewal = repeat(timers, (leaseSeconds * 1000) / 3, () => {
      unitOfWork.run(({ feed }) => feed.lease(this.#follower.name, holder, leaseSeconds)).catch(() => {});
    });
    try {
      const done = await this.#follower.handle(entries, state.failures);
      const position = done > 0 ? (entries[done - 1]?.position ?? state.position) : state.position;
      this.#isPausing = false;
      return (await this.#save({ ...state, position, failures: 0 })) ? 0 : standbyInterval;
    } catch (error) {
      const failures = state.failures + 1;
      const pause = retryDelayAfter(failures, this.#ports.chance(), this.#follower.maxPause);
      const facts = { follower: this.#follower.name, failures, problem: reasonOf(error) };
      if (!this.#stopped) this.#ports.log.warn('change follower failed', facts); // a stop interrupts deliveries
      await this.#save({ ...state, failures });
      this.#isPausing = true;
      return pause;
    } finally {
      stopRenewal();
    }
  }

  async #save(state: FollowerState): Promise<boolean> {
    const isSaved = await this.#ports.unitOfWork.run(({ feed }) => feed.save(state, this.#ports.holder));
    this.#known = isSaved ? state : undefined;
    return isSaved;
  }

  /** The position to continue from. Skips pruned entries, and reports them except at the start of a new follower. */
  async #pastPruned({ name, position }: FollowerState): Promise<number> {
    const pruned = await this.#ports.feed.pruned();
    if (position >= pruned) return position;
    if (position > 0) {
      this.#ports.log.error('change follower missed pruned changes', { follower: name, after: position, until: pruned });
      await this.#follower.missed?.({ after: position, until: pruned });
    }
    return pruned;
  }

  #wait(pause: number): Promise<void> {
    if (this.#pending && !this.#isPausing) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#ports.timers.after(pause, () => this.#wake());
      this.#wake = () => {
        this.#wake = () => {};
        cancel();
        resolve();
      };
    });
  }
}
