import { publicDigest } from '../../domain/access/access-token.js';
import { IpamError } from '../../domain/errors.js';
import type { Caller, Remembered } from '../caller.js';
import type { Clock, TokenSource } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';
import type { AnsweredRequest, Readers, RequestKey, UnitOfWork } from '../ports/unit-of-work.js';

/** For how long an answer is given again, in milliseconds. */
const remembering = 86_400_000;

/** What came of a request: it was done now, or before. */
export type Repeated<T> = { readonly result: T } | { readonly answered: string };

/** Makes of an answer what is to be remembered of its request. */
export type Remember = (answer: string) => Remembered;

/** A request that its caller gave a key, so as to send it as often as it takes to get an answer. */
export interface KeyedRequest {
  readonly key: string;
  /** What it asks for: the same in each repetition. */
  readonly payload: string;
}

/**
 * Does requests that have a key once, however often they are sent, whichever process they come to and whenever it dies: what
 * is answered is stored in the unit of work that does what is asked, and given again for a day. Only success is remembered,
 * as nothing was done otherwise: what was refused is tried anew.
 */
export class IdempotentRequests {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  /** Digests of what this process is asked for at the moment, by key. */
  readonly #underWay = new Map<string, string>();

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /**
   * @param write does it, and remembers it in its unit of work
   * @returns what the write gave, or what was answered before
   * @throws IpamError repeat.otherPayload, repeat.underWay; and what the write throws
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
      // Another process may have done it meanwhile: what it did may be why it cannot be done once more.
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

  /** Forgets answers that are given again no longer. @returns how many */
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
 * Each user of each application has keys of its own; so has an application that proves itself, and each access key, as its scope
 * may be another one than that of the user's other keys.
 */
const nameOf = ({ app, user, key }: Caller): string => `${user?.id ?? 0} ${app?.id ?? ''}${key ? ` ${publicDigest(key)}` : ''}`;
