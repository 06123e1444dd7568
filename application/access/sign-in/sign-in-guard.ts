import {
  beginsBlock,
  clientNetworkOf,
  clientRule,
  maxOrigins,
  mayBegin,
  nameDigits,
  nameRule,
  originMemory,
  outlivedAt,
  type SignInAttempts,
  type SignInRule,
  withAbandoned,
  withBegun,
  withFailed,
  withSucceeded,
} from '../../../domain/access/sign-in-block.js';
import { normalizeUsername, type User } from '../../../domain/access/user.js';
import type { Change } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import type { Caller } from '../../caller.js';
import { lineOf, recordChange } from '../../changes/change-log.js';
import { FairSemaphore } from '../../fair-semaphore.js';
import type { Clock, Timers, TokenSource } from '../../ports/environment.js';
import type { Observer } from '../../ports/observer.js';
import { refusesWrites } from '../../ports/storage-error.js';
import type { Readers, Repositories, UnitOfWork } from '../../ports/unit-of-work.js';
import { retryUntil } from '../../retry-until.js';
import { type CountedAttempts, UnstoredAttempts } from './unstored-attempts.js';

/** The counter key of a user name: the first digits of its digest. It does not reveal the typed text. */
export const countedName = (username: string, tokens: TokenSource): string =>
  tokens.digest(normalizeUsername(username)).slice(0, nameDigits);

export const nameKey = (name: string): string => `name ${name}`;
export const clientKey = (client: string): string => `client ${client}`;

/** The client network of a counter key; null for a user name. */
export const clientIn = (key: string): string | null => /^client (.*)$/s.exec(key)?.[1] ?? null;

/** Maximum wait of an attempt for running attempts, in milliseconds. */
const maxWait = 30_000;

/** A running attempt with its counters and their rules. */
export interface SignInAttempt {
  readonly caller: Caller;
  readonly user: User | undefined;
  readonly client: string | null;
  readonly name: string;
  readonly counted: readonly { readonly key: string; readonly rule: SignInRule }[];
}

/**
 * Limits guesses of passwords and second factors of each client and for each user name. While the storage refuses writes, each
 * process counts the attempts in its memory.
 */
export class SignInGuard {
  readonly #readers: Readers;
  readonly #unitOfWork: UnitOfWork;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #tokens: TokenSource;
  readonly #slots: FairSemaphore;
  readonly #unstored: UnstoredAttempts;
  readonly #observer: Observer;

  constructor(
    readers: Readers,
    unitOfWork: UnitOfWork,
    clock: Clock,
    timers: Timers,
    tokens: TokenSource,
    observer: Observer = {},
  ) {
    this.#observer = observer;
    this.#readers = readers;
    this.#unitOfWork = unitOfWork;
    this.#clock = clock;
    this.#timers = timers;
    this.#tokens = tokens;
    this.#slots = new FairSemaphore({ perKey: 1 }, timers);
    this.#unstored = new UnstoredAttempts(readers.signInAttempts);
  }

  /** @throws IpamError signIn.blocked */
  async refuseBlocked({ clientAddress }: Caller): Promise<void> {
    if (clientAddress === null) return;
    const key = clientKey(clientNetworkOf(clientAddress));
    const attempts = this.#unstored.combined(key, await this.#readers.signInAttempts.find(key));
    mayBegin(clientRule, attempts, this.#clock.now());
  }

  /**
   * Counts an attempt before the password check, so that checks never exceed the permitted failures. The attempt waits while its
   * verdict depends on running attempts. Refused attempts are not counted.
   * @param isGone whether the client has disconnected
   * @throws IpamError signIn.blocked, signIn.nameBlocked, signIn.busy
   */
  async begin(caller: Caller, username: string, user: User | undefined, isGone: () => boolean): Promise<SignInAttempt> {
    const client = caller.clientAddress === null ? null : clientNetworkOf(caller.clientAddress);
    const isAtHome = client !== null && (await this.#isKnownOrigin(user?.id ?? 0, client));
    const name = countedName(username, this.#tokens);
    const counted = [
      ...(client === null ? [] : [{ key: clientKey(client), rule: clientRule }]),
      ...(isAtHome ? [] : [{ key: nameKey(name), rule: nameRule }]),
    ];
    return this.#reserve({ caller, user, client, name, counted }, isGone);
  }

  /**
   * Counts a running attempt under the stored name of its user as well, if the typed name differs. Other spellings then give no
   * additional guesses.
   * @throws IpamError signIn.nameBlocked, signIn.busy
   */
  async alsoUnder(
    attempt: SignInAttempt,
    username: string,
    user: User | undefined,
    isGone: () => boolean,
  ): Promise<SignInAttempt> {
    const { caller, client, name: typed, counted } = attempt;
    const name = countedName(username, this.#tokens);
    const known = { ...attempt, user: attempt.user ?? user };
    if (name === typed || (client !== null && (await this.#isKnownOrigin(user?.id ?? 0, client)))) return known;
    const further = await this.#reserve(
      { caller, client, name, user, counted: [{ key: nameKey(name), rule: nameRule }] },
      isGone,
    );
    return { ...known, counted: [...counted, ...further.counted].toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
  }

  /** Removes an attempt that ended without a verdict, e.g. because a directory failed or the second factor is still missing. */
  async giveUp({ counted }: SignInAttempt): Promise<void> {
    const now = this.#clock.now();
    await this.#count(async (attempts) => {
      for (const { key, rule } of counted) await save(attempts, key, rule, withAbandoned(rule, await attempts.lock(key), now));
    });
  }

  /** Counts an attempt as failed and logs it. @param failed the wrong credential: password, secondFactor or passkey */
  async fail({ caller, user, client, name, counted }: SignInAttempt, failed = 'password'): Promise<void> {
    const now = this.#clock.now();
    const begun = await this.#count(async (counters, repositories) => {
      const blocked: ('client' | 'name')[] = [];
      const known = { objectId: user?.id ?? 0, objectName: user?.username ?? null };
      const note = async (change: Omit<Change, 'differences'>, ...differences: readonly string[]): Promise<void> => {
        if (repositories) await recordChange(repositories, caller, formatTimestamp(now), { ...change, differences });
      };
      await note(
        { object: 'user', ...known, action: 'signInFailed' },
        ...(failed === 'password' ? [] : [lineOf('failed', null, failed)]),
      );
      for (const { key, rule } of counted) {
        const attempts = withFailed(rule, await counters.lock(key), now, name);
        await save(counters, key, rule, attempts);
        if (!beginsBlock(rule, attempts)) continue;
        blocked.push(rule === nameRule ? 'name' : 'client');
        if (rule === nameRule) await note({ object: 'user', ...known, action: 'block' });
        else await note({ object: 'clientAddress', objectId: 0, objectName: client, action: 'block' });
      }
      return blocked;
    });
    for (const by of begun) this.#observer.signInBlocked?.(by);
  }

  /** Removes a successful attempt from the counters, within a unit of work. */
  async succeed(repositories: Repositories, attempt: SignInAttempt, user: User, now: Date): Promise<void> {
    await countSuccess(repositories.signInAttempts, attempt, now);
    const { client } = attempt;
    if (client !== null) await repositories.signInOrigins.note(user.id, client, now, maxOrigins);
  }

  /** Removes a successful attempt from the counters in memory, while the storage refuses writes. */
  succeedUnstored(attempt: SignInAttempt): Promise<void> {
    return this.#unstored.run((counters) => countSuccess(counters, attempt, this.#clock.now()));
  }

  /**
   * Changes the counters in a unit of work, or in memory if the storage refuses writes.
   * @param work gets no repositories if it changes the counters in memory
   */
  async #count<T>(work: (counters: CountedAttempts, repositories?: Repositories) => Promise<T>): Promise<T> {
    const written = new Map<string, unknown>();
    try {
      const result = await this.#unitOfWork.run((repositories) =>
        work(this.#unstored.storedWith(repositories.signInAttempts, written), repositories),
      );
      if (written.size > 0) this.#unstored.forget(written);
      return result;
    } catch (error) {
      if (!refusesWrites(error)) throw error;
      return this.#unstored.run(work);
    }
  }

  #isKnownOrigin(userId: number, client: string): Promise<boolean> {
    const since = new Date(this.#clock.now().getTime() - originMemory);
    return this.#readers.signInOrigins.isKnown(userId, client, since);
  }

  /** Counts an attempt. If it may not begin yet, it waits in turn with others of the client. @throws IpamError signIn.busy after `maxWait` */
  async #reserve(attempt: SignInAttempt, isGone: () => boolean): Promise<SignInAttempt> {
    const reserve = () => this.#tryReserve(attempt, isGone);
    if (await reserve()) return attempt;
    const release = await this.#slots.acquire(attempt.client ?? '', { maxWaitMs: maxWait });
    try {
      if (release && (await retryUntil(this.#timers, maxWait, reserve))) return attempt;
      throw new IpamError('signIn.busy');
    } finally {
      release?.();
    }
  }

  /** @returns whether the attempt may begin; false while running attempts can still change the decision @throws IpamError signIn.busy */
  async #tryReserve({ counted }: SignInAttempt, isGone: () => boolean): Promise<boolean> {
    if (isGone()) throw new IpamError('signIn.busy');
    const now = this.#clock.now();
    return this.#count(async (counters) => {
      const begun: (() => Promise<void>)[] = [];
      for (const { key, rule } of counted) {
        const attempts = await counters.lock(key);
        if (!mayBegin(rule, attempts, this.#clock.now())) return false;
        begun.push(() => save(counters, key, rule, withBegun(rule, attempts, now)));
      }
      for (const begin of begun) await begin();
      await counters.deleteOutlived(now);
      return true;
    });
  }
}

async function countSuccess(counters: CountedAttempts, { name, counted }: SignInAttempt, now: Date): Promise<void> {
  for (const { key, rule } of counted) await save(counters, key, rule, withSucceeded(rule, await counters.lock(key), now, name));
}

const save = (to: CountedAttempts, key: string, rule: SignInRule, attempts: SignInAttempts): Promise<void> =>
  to.save(key, attempts, outlivedAt(rule, attempts));
