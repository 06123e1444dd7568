import { publicDigest } from '../../domain/access/access-token.js';
import { IpamError } from '../../domain/errors.js';
import type { Caller, Remembered } from '../caller.js';
import type { Clock, TokenSource } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';
import type { AnsweredRequest, Readers, RequestKey, UnitOfWork } from '../ports/unit-of-work.js';

/** Time to live of a stored answer, in milliseconds. */
const remembering = 86_400_000;

/** The result of a request: of this run, or the answer of an earlier one. */
export type Repeated<T> = { readonly result: T } | { readonly answered: string };

/** Turns an answer into the record to store. */
export type Remember = (answer: string) => Remembered;

/** A request with an idempotency key, which its client may repeat until it gets an answer. */
export interface KeyedRequest {
  readonly key: string;
  /** The content of the request: the same in each repetition. */
  readonly payload: string;
}

/**
 * Runs a request with a key once, regardless of repetitions, the receiving process and crashes. The unit of work of the write
 * also stores the answer, which repetitions get for a day. Only success is stored: a refused request has changed nothing and runs
 * again.
 */
export class IdempotentRequests {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  /** Digests of the running requests of this process, by key. */
  readonly #underWay = new Map<string, string>();

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /**
   * @param write runs the request and stores the answer in its unit of work
   * @returns the result of the write, or the stored answer
   * @throws IpamError repeat.otherPayload, repeat.underWay; and errors of the write
   */
  async once<T>(caller: Caller, { key, payload }: KeyedRequest, write: (remember: Remember) => Promise<T>): Promise<Repeated<T>> {
    const place = { caller: nameOf(caller), key };
    const name = JSON.stringify([place.caller, key]);
    const digest = this.#tokens.digest(payload);
    const other = this.#underWay.get(name);
    if (other !== undefined) throw new IpamError(other === digest ? 'repeat.underWay' : 'repeat.otherPayload');
    this.#underWay.set(name, digest);
    try {
      return (await this.#answered(place, digest)) ?? (await this.#do(place, digest, write));
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #do<T>(place: RequestKey, payload: string, write: (remember: Remember) => Promise<T>): Promise<Repeated<T>> {
    try {
      return { result: await write((answer) => this.#remembered({ ...place, payload, answer })) };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // Another process may have completed the request meanwhile, which may be the reason of this failure.
      const answered = await this.#answered(place, payload);
      if (answered) return answered;
      throw error;
    }
  }

  #remembered(request: Omit<AnsweredRequest, 'outlived'>): Remembered {
    const now = this.#clock.now();
    return { request: { ...request, outlived: new Date(now.getTime() + remembering) }, now };
  }

  /** @throws IpamError repeat.otherPayload */
  async #answered(place: RequestKey, payload: string): Promise<{ readonly answered: string } | undefined> {
    const found = await this.#readers.answeredRequests.find(place);
    if (!found || found.outlived.getTime() <= this.#clock.now().getTime()) return undefined;
    if (found.payload !== payload) throw new IpamError('repeat.otherPayload');
    return { answered: found.answer };
  }

  /** Deletes expired answers. @returns their number */
  async sweep(): Promise<number> {
    const now = this.#clock.now();
    for (let deleted = 0; ; ) {
      const some = await this.#unitOfWork.run(({ answeredRequests }) => answeredRequests.deleteOutlived(now));
      if (some === 0) return deleted;
      deleted += some;
    }
  }
}

/**
 * Each user of each application has its own keys, and so have an application without users and each access key: its scope may
 * differ from those of the user's other keys.
 */
const nameOf = ({ app, user, key }: Caller): string => `${user?.id ?? 0} ${app?.id ?? ''}${key ? ` ${publicDigest(key)}` : ''}`;
