import { publicDigest } from '../../../domain/access/access-token.js';
import { chunkOf, secondsLeft, windowAt } from '../../../domain/access/rate-limit.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';

export type LimitedOperation = 'requests' | 'allocations';

export interface RateState {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly seconds: number;
}

/** The permits of this process for a counter. */
interface Bucket {
  readonly window: number;
  /** Number of acquired, unused permits. */
  left: number;
  /** Number of permits that all processes have acquired, as last reported. */
  used: number;
  /** Whether the storage refused even one permit, so that the limit is exhausted. */
  isEmpty: boolean;
  /** Resolves when the running acquisition ends. */
  acquiring: Promise<unknown> | undefined;
}

/** Maximum number of counters in memory. */
const maxBuckets = 10_000;

/**
 * Limits requests and allocations of applications and keys across all processes. The storage counts the permits of all processes,
 * so they never exceed the limit. Each process acquires chunks of about a twentieth of the limit, with one statement per chunk.
 * While the storage refuses writes, requests are unlimited. npm alternatives, such as rate-limiter-flexible, need their own
 * database connection and one statement per request.
 */
export class RateLimiter {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Whether a limit applies to an operation of a caller. */
  isLimited({ app, key }: Pick<Caller, 'app' | 'key'>, operation: LimitedOperation): boolean {
    const member = memberOf[operation];
    return (app?.limits[member] ?? null) !== null || (key?.limits[member] ?? null) !== null;
  }

  /**
   * Counts operations of a caller.
   * @param count number of operations
   * @returns the applicable limits; those of the key are first
   * @throws IpamError rate.limited
   */
  async count({ app, key }: Pick<Caller, 'app' | 'key'>, operation: LimitedOperation, count = 1): Promise<readonly RateState[]> {
    const member = memberOf[operation];
    const states: RateState[] = [];
    const limited = [
      { name: `key-${operation}`, of: key && publicDigest(key), limit: key?.limits[member] ?? null },
      { name: `app-${operation}`, of: app?.id, limit: app?.limits[member] ?? null },
    ];
    for (const { name, of, limit } of limited) if (limit !== null) states.push(await this.#take(name, of ?? '', limit, count));
    return states;
  }

  /** Deletes counts of past minutes. @returns their number */
  sweep(): Promise<number> {
    return this.#unitOfWork.run(({ rateCounts }) => rateCounts.deleteBefore(windowAt(this.#clock.now())));
  }

  async #take(name: string, of: string, limit: number, count: number): Promise<RateState> {
    const now = this.#clock.now();
    const bucket = this.#bucket(`${name} ${of}`, windowAt(now));
    while (bucket.left < count && !bucket.isEmpty) {
      if (bucket.acquiring) await bucket.acquiring;
      else if (!(await this.#acquire(bucket, `${name} ${of}`, limit, count))) break;
    }
    const seconds = secondsLeft(bucket.window, now);
    if (bucket.left < count) throw new IpamError('rate.limited', { name, limit, seconds });
    bucket.left -= count;
    return { name, limit, remaining: Math.max(0, limit - bucket.used) + bucket.left, seconds };
  }

  #bucket(name: string, window: number): Bucket {
    const known = this.#buckets.get(name);
    if (known?.window === window) return known;
    if (this.#buckets.size >= maxBuckets) this.#buckets.clear();
    const bucket: Bucket = { window, left: 0, used: 0, isEmpty: false, acquiring: undefined };
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** @returns whether enough permits are available */
  async #acquire(bucket: Bucket, name: string, limit: number, count: number): Promise<boolean> {
    const acquired = this.#request(bucket, name, limit, count);
    bucket.acquiring = acquired.catch(() => {});
    try {
      return await acquired;
    } finally {
      bucket.acquiring = undefined;
    }
  }

  async #request(bucket: Bucket, name: string, limit: number, count: number): Promise<boolean> {
    const least = count - bucket.left;
    const permits = { least, wanted: chunkOf(limit, least), limit };
    try {
      const { window } = bucket;
      const { granted, used } = await this.#unitOfWork.run(({ rateCounts }) => rateCounts.acquire({ name, window }, permits));
      bucket.left += granted;
      bucket.used = used;
      bucket.isEmpty = granted === 0 && least === 1;
      return granted >= least;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      bucket.left += least; // unlimited, because read requests may still succeed
      return true;
    }
  }
}

const memberOf = { requests: 'requestsPerMinute', allocations: 'allocationsPerMinute' } as const;
