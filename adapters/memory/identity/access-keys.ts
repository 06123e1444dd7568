import type {
  AccessKeyReader,
  AccessKeyRepository,
  AcquiredPermits,
  RateCount,
  RateCountRepository,
} from '../../../application/ports/access-keys.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import { IpamError } from '../../../domain/errors.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

export class MemoryAccessKeyReader implements AccessKeyReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(digest: string): Promise<AccessKey | undefined> {
    return this.#source.state.accessKeys.firstUnder('digest', [digest])?.value;
  }

  async list(userId?: number): Promise<AccessKey[]> {
    const rows = this.#source.state.accessKeys.under('user', userId === undefined ? [] : [userId]);
    return [...rows].map(({ value }) => value).sort(byOwner);
  }
}

const byOwner = (a: AccessKey, b: AccessKey): number =>
  a.userId - b.userId ||
  compareBytewise(a.name, b.name) ||
  a.created.getTime() - b.created.getTime() ||
  compareBytewise(a.digest, b.digest);

export class MemoryAccessKeyRepository extends MemoryAccessKeyReader implements AccessKeyRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(key: AccessKey): Promise<void> {
    if (!this.#draft.state.users.get(key.userId)) throw new IpamError('signIn.failed');
    this.#save(key);
  }

  async update(key: AccessKey): Promise<void> {
    const stored = await this.find(key.digest);
    if (!stored) return;
    const { userId, created, lastUsed, audience } = stored;
    this.#save({ ...key, userId, created, lastUsed, audience });
  }

  async noteUse(digest: string, at: Date): Promise<void> {
    const stored = await this.find(digest);
    if (stored && (stored.lastUsed === null || stored.lastUsed < at)) this.#save({ ...stored, lastUsed: at });
  }

  async delete(digest: string): Promise<boolean> {
    const accessKeys = withoutNumbered(this.#draft.state.accessKeys, 'digest', [digest]);
    if (accessKeys) this.#draft.set({ accessKeys });
    return accessKeys !== undefined;
  }

  #save(key: AccessKey): void {
    this.#draft.set({ accessKeys: saveNumbered(this.#draft.state.accessKeys, 'digest', [key.digest], key) });
  }
}

export class MemoryRateCountRepository implements RateCountRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  async acquire(
    { name, window }: RateCount,
    { least, wanted, limit }: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits> {
    const stored = this.#draft.state.rateCounts.firstUnder('name', [name])?.value;
    const known = stored && stored.window >= window ? stored : { name, window, used: 0 };
    const left = known.window > window ? 0 : limit - known.used;
    const granted = left >= least ? Math.min(wanted, left) : 0;
    const count = { ...known, used: known.used + granted };
    this.#draft.set({ rateCounts: saveNumbered(this.#draft.state.rateCounts, 'name', [name], count) });
    return { granted, used: count.used };
  }

  async deleteBefore(window: number): Promise<number> {
    const outlived = [...this.#draft.state.rateCounts.rows()].filter(({ value }) => value.window < window);
    this.#draft.set({ rateCounts: outlived.reduce((left, { id }) => left.without(id), this.#draft.state.rateCounts) });
    return outlived.length;
  }
}
