import type {
  AccessKeyRepository,
  AcquiredPermits,
  RateCount,
  RateCountRepository,
} from '../../../application/ports/access-keys.js';
import type { TokenRepository } from '../../../application/ports/identity.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { IpamError } from '../../../domain/errors.js';
import { type Draft, MemoryRepository } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

/** @throws IpamError signIn.failed if the user does not exist */
export function requireUser(draft: Draft, userId: number): void {
  if (!draft.collection('users').at(userId)) throw new IpamError('signIn.failed');
}

export class MemoryTokenRepository extends MemoryRepository implements TokenRepository {
  readonly #tokens = this.draft.collection('tokens');

  async find(digest: string): Promise<AccessToken | undefined> {
    return this.#tokens.find(digest);
  }

  async list(): Promise<AccessToken[]> {
    return this.#tokens.by('user');
  }

  async insert(token: AccessToken): Promise<void> {
    requireUser(this.draft, token.userId);
    this.#tokens.save(token);
  }

  async extend(digest: string, expires: Date, lastUsed: Date): Promise<void> {
    const token = this.#tokens.find(digest);
    if (token) this.#tokens.save({ ...token, expires, ...(token.session ? { session: { ...token.session, lastUsed } } : {}) });
  }

  async noteAuthentication(digest: string, at: Date): Promise<void> {
    const token = this.#tokens.find(digest);
    if (token?.session) this.#tokens.save({ ...token, session: { ...token.session, proven: at } });
  }

  async delete(digest: string): Promise<boolean> {
    return this.#tokens.delete(digest);
  }

  async deleteExpired(now: Date): Promise<void> {
    this.#tokens.deleteWhile('expires', ({ expires }) => expires <= now);
  }

  async deleteOldest(userId: number, retained: number): Promise<void> {
    this.#tokens.retainLast(retained, 'user', userId);
  }
}

const byOwner = (a: AccessKey, b: AccessKey): number =>
  a.userId - b.userId ||
  compareBytewise(a.name, b.name) ||
  a.created.getTime() - b.created.getTime() ||
  compareBytewise(a.digest, b.digest);

export class MemoryAccessKeyRepository extends MemoryRepository implements AccessKeyRepository {
  readonly #keys = this.draft.collection('accessKeys');

  async find(digest: string): Promise<AccessKey | undefined> {
    return this.#keys.find(digest);
  }

  async list(userId?: number): Promise<AccessKey[]> {
    return this.#keys.by('user', ...(userId === undefined ? [] : [userId])).sort(byOwner);
  }

  async insert(key: AccessKey): Promise<void> {
    requireUser(this.draft, key.userId);
    this.#keys.save(key);
  }

  async update(key: AccessKey): Promise<void> {
    const stored = this.#keys.find(key.digest);
    if (!stored) return;
    const { userId, created, lastUsed, audience } = stored;
    this.#keys.save({ ...key, userId, created, lastUsed, audience });
  }

  async noteUse(digest: string, at: Date): Promise<void> {
    const stored = this.#keys.find(digest);
    if (stored && (stored.lastUsed === null || stored.lastUsed < at)) this.#keys.save({ ...stored, lastUsed: at });
  }

  async delete(digest: string): Promise<boolean> {
    return this.#keys.delete(digest);
  }
}

export class MemoryRateCountRepository extends MemoryRepository implements RateCountRepository {
  readonly #counts = this.draft.collection('rateCounts');

  async acquire(
    { name, window }: RateCount,
    { least, wanted, limit }: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits> {
    const stored = this.#counts.find(name);
    const known = stored && stored.window >= window ? stored : { name, window, used: 0 };
    const left = known.window > window ? 0 : limit - known.used;
    const granted = left >= least ? Math.min(wanted, left) : 0;
    const used = known.used + granted;
    this.#counts.save({ ...known, used });
    return { granted, used };
  }

  async deleteBefore(window: number): Promise<number> {
    return this.#counts.deleteWhere((count) => count.window < window);
  }
}
