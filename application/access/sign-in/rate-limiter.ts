import { publicDigest } from '../../../domain/access/access-token.js';
import { chunkOf, secondsLeft, windowAt } from '../../../domain/access/rate-limit.js';
import { IpamError } from '../../../domain/errors.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../ports/environment.js';
import { StorageError } from '../../ports/storage-error.js';
import type { UnitOfWork } from '../../ports/unit-of-work.js';

/** The sort of operation that is counted. */
export type LimitedOperation = 'requests' | 'allocations';

/** A limit as the answer to a request reports it. */
export interface RateState {
  /** e.g. `key-requests` */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly seconds: number;
}

/** The permits that this process has of one count. */
interface Bucket {
  readonly window: number;
  /** Permits that this process has acquired and not used. */
  left: number;
  /** Permits that all processes have acquired, as far as this one knows. */
  used: number;
  /** Whether the storage has refused a single permit. */
  isEmpty: boolean;
  /** Ends when the acquisition that is under way does. */
  acquiring: Promise<void> | undefined;
}

/** More counts than this are not remembered at a time. */
const maxBuckets = 10_000;

/**
 * Counts requests and allocations of applications and keys that have limits, for all processes of a service together. Each process
 * acquires permits from the storage in chunks of a twentieth of a limit: the limit is never exceeded, and a chunk costs one
 * statement. While the storage does not write, nothing is limited.
 *
 * Limiters of npm were looked at: those that share counts over a database, as rate-limiter-flexible, need a connection of their own
 * and send one statement for each request.
 */
export class RateLimiter {
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
  }

  /** Whether an operation of a caller is limited at all. */
  isLimited({ app, key }: Pick<Caller, 'app' | 'key'>, operation: LimitedOperation): boolean {
    const member = memberOf[operation];
    return (app?.limits[member] ?? null) !== null || (key?.limits[member] ?? null) !== null;
  }

  /**
   * Counts an operation of a caller.
   * @param count how many of them it is
   * @returns the limits that apply, the key's first @throws IpamError rate.limited
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

  /** Deletes counts of minutes that are over. @returns how many */
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

  /** @returns whether there are enough permits now */
  async #acquire(bucket: Bucket, name: string, limit: number, count: number): Promise<boolean> {
    const acquired = this.#request(bucket, name, limit, count);
    bucket.acquiring = acquired.then(
      () => {},
      () => {},
    );
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
      bucket.left += least; // a limit is no reason to refuse what the storage may still answer
      return true;
    }
  }
}

const memberOf = { requests: 'requestsPerMinute', allocations: 'allocationsPerMinute' } as const;
