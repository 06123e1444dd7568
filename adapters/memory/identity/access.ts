import type { AppReader, AppRepository, TokenReader, TokenRepository } from '../../../application/ports/identity.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import type { StoredApp } from '../../../domain/access/app.js';
import { IpamError } from '../../../domain/errors.js';
import { saveNumbered, withoutNumbered } from '../records/numbered.js';
import type { Draft, Source } from '../records/state.js';
import { compareBytewise } from '../records/text-order.js';

export class MemoryAppReader implements AppReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(id: string): Promise<StoredApp | undefined> {
    return this.#source.state.apps.firstUnder('id', [id])?.value;
  }

  async list(): Promise<StoredApp[]> {
    return [...this.#source.state.apps.rows()].map(({ value }) => value).sort((a, b) => compareBytewise(a.id, b.id));
  }
}

export class MemoryAppRepository extends MemoryAppReader implements AppRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async save(app: StoredApp): Promise<void> {
    this.#draft.set({ apps: saveNumbered(this.#draft.state.apps, 'id', [app.id], app) });
  }

  async delete(id: string): Promise<boolean> {
    const apps = withoutNumbered(this.#draft.state.apps, 'id', [id]);
    if (apps) this.#draft.set({ apps });
    return apps !== undefined;
  }
}

export class MemoryTokenReader implements TokenReader {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  async find(digest: string): Promise<AccessToken | undefined> {
    return this.#source.state.tokens.firstUnder('digest', [digest])?.value;
  }

  async list(): Promise<AccessToken[]> {
    return [...this.#source.state.tokens.under('user', [])].map(({ value }) => value);
  }
}

export class MemoryTokenRepository extends MemoryTokenReader implements TokenRepository {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super(draft);
    this.#draft = draft;
  }

  async insert(token: AccessToken): Promise<void> {
    if (!this.#draft.state.users.get(token.userId)) throw new IpamError('signIn.failed');
    this.#draft.set({ tokens: saveNumbered(this.#draft.state.tokens, 'digest', [token.digest], token) });
  }

  async extend(digest: string, expires: Date, lastUsed: Date): Promise<void> {
    const token = await this.find(digest);
    if (token) await this.insert({ ...token, expires, ...(token.session ? { session: { ...token.session, lastUsed } } : {}) });
  }

  async noteAuthentication(digest: string, at: Date): Promise<void> {
    const token = await this.find(digest);
    if (token?.session) await this.insert({ ...token, session: { ...token.session, proven: at } });
  }

  async delete(digest: string): Promise<boolean> {
    const tokens = withoutNumbered(this.#draft.state.tokens, 'digest', [digest]);
    if (tokens) this.#draft.set({ tokens });
    return tokens !== undefined;
  }

  async deleteExpired(now: Date): Promise<void> {
    for (const { value } of this.#draft.state.tokens.under('expires', [])) {
      if (value.expires.getTime() > now.getTime()) return;
      await this.delete(value.digest);
    }
  }

  async deleteOldest(userId: number, retained: number): Promise<void> {
    const tokens = [...this.#draft.state.tokens.under('user', [userId])];
    for (const { value } of tokens.slice(0, Math.max(0, tokens.length - retained))) await this.delete(value.digest);
  }
}
