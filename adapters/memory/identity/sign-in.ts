import type {
  SignInAttemptReader,
  SignInAttemptRepository,
  SignInOriginReader,
  SignInOriginRepository,
} from '../../../application/ports/identity.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { attemptsLock } from '../records/locks.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';

export class MemorySignInAttemptReader implements SignInAttemptReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(key: string): Promise<SignInAttempts | undefined> {
    return this.#source.state.signInAttempts.firstUnder('key', [key])?.value.attempts;
  }

  async listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]> {
    const rows = [...this.#source.state.signInAttempts.under('key', [])].map(({ value: { key, attempts } }) => ({
      ...attempts,
      key,
    }));
    const failed = rows.filter(({ failures }) => failures > tolerated);
    return failed.sort((one, other) => other.failures - one.failures || (one.key < other.key ? -1 : 1)).slice(0, max);
  }
}

export class MemorySignInAttemptRepository extends MemorySignInAttemptReader implements SignInAttemptRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async lock(key: string): Promise<SignInAttempts> {
    this.#draft.locks.note(attemptsLock(key));
    return (await this.find(key)) ?? noAttempts;
  }

  async save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void> {
    this.#draft.locks.require(attemptsLock(key));
    const { signInAttempts } = this.#draft.state;
    const changed = outlived
      ? saveNumbered(signInAttempts, 'key', [key], { key, attempts, outlived })
      : withoutNumbered(signInAttempts, 'key', [key]);
    if (changed) this.#draft.set({ signInAttempts: changed });
  }

  async deleteOutlived(now: Date): Promise<void> {
    for (const { id, value } of this.#draft.state.signInAttempts.under('outlived', [])) {
      if (value.outlived.getTime() >= now.getTime()) return;
      this.#draft.set({ signInAttempts: this.#draft.state.signInAttempts.without(id) });
    }
  }
}

export class MemorySignInOriginReader implements SignInOriginReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async isKnown(userId: number, client: string, since: Date): Promise<boolean> {
    const origin = this.#source.state.signInOrigins.firstUnder('client', [userId, client]);
    return origin !== undefined && origin.value.last.getTime() >= since.getTime();
  }
}

export class MemorySignInOriginRepository extends MemorySignInOriginReader implements SignInOriginRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async note(userId: number, client: string, now: Date, retained: number): Promise<void> {
    const origin = { userId, client, last: now };
    this.#draft.set({ signInOrigins: saveNumbered(this.#draft.state.signInOrigins, 'client', [userId, client], origin) });
    const origins = [...this.#draft.state.signInOrigins.under('user', [userId])];
    for (const { id } of origins.slice(0, Math.max(0, origins.length - retained)))
      this.#draft.set({ signInOrigins: this.#draft.state.signInOrigins.without(id) });
  }
}
