import { retryDelayAfter } from '../../../domain/changes/retry.js';
import type { Log, Timers } from '../../ports/environment.js';
import type { FeedEntry, FollowerState } from '../../ports/feed.js';
import { reasonOf, StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';
import type { CommitSignal } from '../../unit-of-work/commit-signal.js';
import type { ChangeFeed } from './change-feed.js';

/** Somebody who is fed with all changes, in their order. */
export interface Follower {
  /** Its name, the same in every process: one of them feeds it. */
  readonly name: string;
  /** Most entries that it is given at once. */
  readonly max: number;
  /** Where it begins when it is new: with what is kept, or with what comes from now on; null: others say so (addFollower). */
  readonly begins: 'oldest' | 'now' | null;
  /** The longest pause after failures, in milliseconds; a quarter of an hour where it does not say. */
  readonly maxPause?: number;
  /**
   * Does something with entries. What it throws makes it get the same ones again, after a pause that grows. It may get entries
   * again that it is done with: its process may have died before that was noted.
   * @param entries ascending, at least one
   * @param failures how often in a row it failed with these
   * @returns how many of them it is done with
   */
  handle(entries: readonly FeedEntry[], failures: number): Promise<number>;
  /** Is told that it missed entries, as they were pruned. */
  missed?(positions: { readonly after: number; readonly until: number }): Promise<void>;
}

/** What a follower is fed by. */
export interface FollowingPorts {
  readonly feed: ChangeFeed;
  /** Its commits need not be announced. */
  readonly unitOfWork: UnitOfWork;
  readonly signal: CommitSignal;
  readonly timers: Timers;
  readonly log: Log;
  /** Names this process among all. */
  readonly holder: string;
  /** From 0 to 1. */
  readonly chance: () => number;
}

/** How long a lease lasts when its holder is gone, in seconds; it is taken again three times as often. */
const leaseSeconds = 30;

/** How often it is looked whether other processes have changed something, in milliseconds. */
const pollInterval = 1000;

/** After so many looks that found nothing the lease is taken again. */
const maxIdleRounds = 8;

/** Pause while another process feeds the follower, in milliseconds. */
const standbyInterval = 5000;

/**
 * Feeds one follower for as long as this process has its lease: reads, has it handle what was read, and notes how far it has
 * come. Of several processes one feeds it; when that is gone another takes over.
 */
export class Following {
  readonly #follower: Follower;
  readonly #ports: FollowingPorts;
  #stopped = false;
  #running: Promise<void> | undefined;
  /** Where it is, as far as this process knows: whoever gives it entries takes the lease before. */
  #known: FollowerState | undefined;
  #idleRounds = 0;
  /** Whether something may have been committed since it last looked. */
  #pending = false;
  /** Whether it failed, and waits until it may try again. */
  #isPausing = false;
  #wake = (): void => {};
  #cancelRenewal = (): void => {};
  #stopListening = (): void => {};

  constructor(follower: Follower, ports: FollowingPorts) {
    this.#follower = follower;
    this.#ports = ports;
  }

  start(): void {
    this.#stopListening = this.#ports.signal.listen(() => this.wake());
    this.#running ??= this.#run();
  }

  /** Looks for entries now, also where it waits after a failure. @param isUrgent whether the latter holds */
  wake(isUrgent = false): void {
    this.#pending = true;
    if (isUrgent || !this.#isPausing) this.#wake();
  }

  /** Ends it once what is under way is done, and gives the lease back. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#pending = false;
      const pause = await this.#round().catch((error: unknown) => this.#excuse(error));
      if (pause > 0 && !this.#stopped) await this.#wait(pause);
    }
    await this.#ports.unitOfWork.run(({ feed }) => feed.release(this.#follower.name, this.#ports.holder)).catch(() => {});
  }

  /** @returns for how many milliseconds there is nothing to do */
  async #round(): Promise<number> {
    const known = this.#idleRounds < maxIdleRounds ? this.#known : undefined;
    if (known && !(await this.#hasNewEntries(known))) {
      this.#idleRounds++;
      return pollInterval;
    }
    this.#idleRounds = 0;
    const state = await this.#lease();
    this.#known = state;
    if (!state) return standbyInterval;
    const position = await this.#pastPruned(state);
    const entries = await this.#ports.feed.read(position, this.#follower.max);
    if (entries.length === 0) return pollInterval;
    return this.#give({ ...state, position }, entries);
  }

  async #hasNewEntries({ position }: FollowerState): Promise<boolean> {
    return (await this.#ports.feed.read(position, 1)).length > 0;
  }

  async #give(state: FollowerState, entries: readonly FeedEntry[]): Promise<number> {
    const stopRenewal = this.#renew();
    try {
      const done = await this.#follower.handle(entries, state.failures);
      const position = done > 0 ? (entries[done - 1]?.position ?? state.position) : state.position;
      this.#isPausing = false;
      return (await this.#save({ ...state, position, failures: 0 })) ? 0 : standbyInterval;
    } catch (error) {
      const failures = state.failures + 1;
      const pause = retryDelayAfter(failures, this.#ports.chance(), this.#follower.maxPause);
      const facts = { follower: this.#follower.name, failures, problem: reasonOf(error) };
      if (!this.#stopped) this.#ports.log.warn('change follower failed', facts); // a stop cuts what is under way
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

  async #lease(): Promise<FollowerState | undefined> {
    const { unitOfWork, feed, holder } = this.#ports;
    const { name, begins } = this.#follower;
    const take = () => unitOfWork.run((repositories) => repositories.feed.lease(name, holder, leaseSeconds));
    const state = await take();
    if (state || begins === null || (await this.#isKnown())) return state;
    const position = begins === 'now' ? await feed.end() : 0;
    await unitOfWork.run((repositories) => repositories.feed.addFollower(name, position));
    return take();
  }

  #isKnown(): Promise<boolean> {
    return this.#ports.unitOfWork.run(async ({ feed }) => {
      return (await feed.followers()).some(({ name }) => name === this.#follower.name);
    });
  }

  /** Where it goes on: what was pruned cannot be told any more. */
  async #pastPruned({ name, position }: FollowerState): Promise<number> {
    const pruned = await this.#ports.feed.pruned();
    if (position >= pruned) return position;
    if (position > 0) {
      this.#ports.log.error('change follower missed pruned changes', { follower: name, after: position, until: pruned });
      await this.#follower.missed?.({ after: position, until: pruned });
    }
    return pruned;
  }

  /** Keeps the lease while the follower works. @returns ends it */
  #renew(): () => void {
    const { timers, unitOfWork, holder } = this.#ports;
    let ended = false;
    const again = (): void => {
      this.#cancelRenewal = timers.after((leaseSeconds * 1000) / 3, () => {
        if (ended) return;
        unitOfWork.run(({ feed }) => feed.lease(this.#follower.name, holder, leaseSeconds)).catch(() => {});
        again();
      });
    };
    again();
    return () => {
      ended = true;
      this.#cancelRenewal();
    };
  }

  /** The storage comes back by itself; what else fails is told. */
  #excuse(error: unknown): number {
    if (!this.#stopped && !(error instanceof StorageError))
      this.#ports.log.error('change follower not fed', { follower: this.#follower.name, error });
    return pollInterval;
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
