import type { TokenRepository } from '../../../application/ports/identity.js';
import type { AccessToken } from '../../../domain/identity/access-token.js';
import { soughtId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';

const select = 'select digest, user_id as "userId", expires from tokens';

/** Digests of access tokens in a database. */
export class KnexTokenRepository implements TokenRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(digest: string): Promise<AccessToken | undefined> {
    return this.#session.row<AccessToken>(`${select} where digest = ?`, [digest]);
  }

  list(): Promise<AccessToken[]> {
    return this.#session.rows<AccessToken>(`${select} order by user_id, expires, place`);
  }

  async insert({ digest, userId, expires }: AccessToken): Promise<void> {
    await this.#session.rows('insert into tokens (digest, user_id, expires) values (?, ?, ?)', [digest, userId, expires]);
  }

  async extend(digest: string, expires: Date): Promise<void> {
    await this.#session.rows('update tokens set expires = ? where digest = ?', [expires, digest]);
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#session.rows('delete from tokens where digest = ? returning digest', [digest])).length > 0;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.#session.rows('delete from tokens where expires <= ?', [now]);
  }

  async deleteOldest(userId: number, keep: number): Promise<void> {
    const surplus = 'select digest from tokens where user_id = ? order by expires desc, place desc offset ?';
    await this.#session.rows(`delete from tokens where digest in (${surplus})`, [soughtId(userId), keep]);
  }
}
