import { publicDigest } from '../../domain/access/access-token.js';
import { IpamError } from '../../domain/errors.js';
import type { Caller, Remembered } from '../caller.js';
import type { Clock, TokenSource } from '../ports/environment.js';
import { StorageError } from '../ports/storage-error.js';
import type { AnsweredRequest, Readers, RequestKey, UnitOfWork } from '../ports/unit-of-work.js';
import { repeatUntilNone } from '../retry-until.js';

/** Lifetime of a recorded response, in milliseconds. */
const remembering = 86_400_000;

/** The result of a request: from this run, or the response of an earlier one. */
export type Repeated<T> = { readonly result: T } | { readonly response: string };

export type Remember = (response: string) => Remembered;

export interface KeyedRequest {
  readonly key: string;
  readonly payload: string;
}

/**
 * Runs a request with a key once, also across processes and crashes. The unit of work of the write stores the response.
 * Repetitions get this response for a day. A refused request has changed nothing and runs again.
 */
export class IdempotentRequests {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  /** Digests of running requests of this process, by key. */
  readonly #underWay = new Map<string, string>();

  constructor(readers: Readers, unitOfWork: UnitOfWork, clock: Clock, tokens: TokenSource) {
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#tokens = tokens;
  }

  /**
   * @param write runs the request and stores the response in its unit of work
   * @throws IpamError repeat.otherPayload, repeat.underWay; and errors of the write
   */
  async once<T>(caller: Caller, { key, payload }: KeyedRequest, write: (remember: Remember) => Promise<T>): Promise<Repeated<T>> {
    const requestKey = { caller: nameOf(caller), key };
    const name = JSON.stringify([requestKey.caller, key]);
    const digest = this.#tokens.digest(payload);
    const other = this.#underWay.get(name);
    if (other !== undefined) throw new IpamError(other === digest ? 'repeat.underWay' : 'repeat.otherPayload');
    this.#underWay.set(name, digest);
    try {
      return (await this.#recorded(requestKey, digest)) ?? (await this.#do(requestKey, digest, write));
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #do<T>(requestKey: RequestKey, payload: string, write: (remember: Remember) => Promise<T>): Promise<Repeated<T>> {
    try {
      return { result: await write((answer) => this.#remembered({ ...requestKey, payload, answer })) };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      // another process may have completed the request, which may have caused this failure
      const recorded = await this.#recorded(requestKey, payload);
      if (recorded) return recorded;
      throw error;
    }
  }

  #remembered(request: Omit<AnsweredRequest, 'outlived'>): Remembered {
    const now = this.#clock.now();
    return { request: { ...request, outlived: new Date(now.getTime() + remembering) }, now };
  }

  async #recorded(requestKey: RequestKey, payload: string): Promise<{ readonly response: string } | undefined> {
    const found = await this.#readers.answeredRequests.find(requestKey);
    if (!found || found.outlived.getTime() <= this.#clock.now().getTime()) return undefined;
    if (found.payload !== payload) throw new IpamError('repeat.otherPayload');
    return { response: found.answer };
  }

  sweep(): Promise<number> {
    const now = this.#clock.now();
    return repeatUntilNone(() => this.#unitOfWork.run(({ answeredRequests }) => answeredRequests.deleteOutlived(now)));
  }
}

/** The owner of idempotency keys. Access keys of a user are separate owners, because their scopes may differ. */
const nameOf = ({ app, user, key }: Caller): string => `${user?.id ?? 0} ${app?.id ?? ''}${key ? ` ${publicDigest(key)}` : ''}`;
