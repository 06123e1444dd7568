import type { Clock } from '../../../application/ports/environment.js';
import type {
  AppLeaseRepository,
  OwnedNonce,
  RequestNonceRepository,
  SignInAttemptRepository,
  SignInOriginRepository,
} from '../../../application/ports/identity.js';
import type { NonceLimits } from '../../../domain/access/second-factor.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { attemptsLock } from '../records/locks.js';
import { type Draft, MemoryRepository } from '../records/state.js';

export class MemorySignInAttemptRepository extends MemoryRepository implements SignInAttemptRepository {
  readonly #attempts = this.draft.collection('signInAttempts');

  async find(key: string): Promise<SignInAttempts | undefined> {
    return this.#attempts.find(key)?.attempts;
  }

  async listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]> {
    const all = this.#attempts.by('key').map(({ key, attempts }) => ({ ...attempts, key }));
    const failed = all.filter(({ failures }) => failures > tolerated);
    return failed.sort((one, other) => other.failures - one.failures || (one.key < other.key ? -1 : 1)).slice(0, max);
  }

  async lock(key: string): Promise<SignInAttempts> {
    this.draft.locks.note(attemptsLock(key));
    return (await this.find(key)) ?? noAttempts;
  }

  async save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void> {
    this.draft.locks.require(attemptsLock(key));
    if (outlived) this.#attempts.save({ key, attempts, outlived });
    else this.#attempts.delete(key);
  }

  async deleteOutlived(now: Date): Promise<void> {
    this.#attempts.deleteWhile('outlived', ({ outlived }) => outlived < now);
  }
}

export class MemorySignInOriginRepository extends MemoryRepository implements SignInOriginRepository {
  readonly #origins = this.draft.collection('signInOrigins');

  async isKnown(userId: number, client: string, since: Date): Promise<boolean> {
    const origin = this.#origins.find(userId, client);
    return origin !== undefined && origin.last >= since;
  }

  async note(userId: number, client: string, now: Date, retained: number): Promise<void> {
    this.#origins.save({ userId, client, last: now });
    this.#origins.retainLast(retained, 'user', userId);
  }
}

/** Maximum number of expired nonces deleted at once. */
const sweep = 100;

export class MemoryRequestNonceRepository extends MemoryRepository implements RequestNonceRepository {
  readonly #nonces = this.draft.collection('requestNonces');

  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    const known = this.#nonces.find(digest);
    if (known && known.outlived >= now) return false;
    this.#nonces.save({ digest, outlived: until, owner: null });
    return true;
  }

  async noteOwned({ digest, owner, until }: OwnedNonce, { ofOwner, inAll }: NonceLimits): Promise<void> {
    this.#nonces.save({ digest, outlived: until, owner });
    this.#nonces.retainLast(ofOwner, 'owner', owner);
    this.#nonces.retainLast(inAll, 'owned');
  }

  async take(digest: string, now: Date): Promise<boolean> {
    const known = this.#nonces.find(digest);
    return known !== undefined && known.outlived >= now && this.#nonces.delete(digest);
  }

  async deleteOutlived(now: Date): Promise<number> {
    return this.#nonces.deleteWhile('outlived', ({ outlived }) => outlived < now, sweep);
  }
}

/** Milliseconds during which a refused owner has priority over all others. Each retry restarts the period. */
const precedence = 1000;

export class MemoryAppLeaseRepository extends MemoryRepository implements AppLeaseRepository {
  readonly #clock: Clock;
  readonly #leases = this.draft.collection('appLeases');

  constructor(draft: Draft, clock: Clock) {
    super(draft);
    this.#clock = clock;
  }

  async take(appId: string, holder: string, seconds: number): Promise<boolean> {
    const now = this.#clock.now().getTime();
    const lease = this.#leases.find(appId) ?? { appId, holder: null, until: 0, next: null, nextUntil: 0 };
    const isFirst = lease.next === null || lease.next === holder || lease.nextUntil <= now;
    const getsIt = lease.holder === holder || ((lease.holder === null || lease.until <= now) && isFirst);
    const queue = !isFirst ? {} : getsIt ? { next: null } : { next: holder, nextUntil: now + precedence };
    this.#leases.save({ ...lease, ...queue, ...(getsIt ? { holder, until: now + seconds * 1000 } : {}) });
    return getsIt;
  }

  async end(appId: string, holder: string): Promise<void> {
    const lease = this.#leases.find(appId);
    if (lease?.holder === holder) this.#leases.save({ ...lease, holder: null });
  }
}
