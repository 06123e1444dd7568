import type { TokenRepository } from '../../../application/ports/identity.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { lookupId } from '../records/field-columns.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

const select = () => knex('tokens').select('digest', { userId: 'user_id' }, 'expires');

const tokenByDigest = prepared<{ digest: string }, AccessToken>('token_by_digest', ({ digest }) => select().where({ digest }));

const extendToken = prepared<{ digest: string; expires: Date }>('extend_token', ({ digest, expires }) =>
  knex('tokens').where({ digest }).update({ expires }),
);

/** Digests of access tokens in a database. */
export class KnexTokenRepository implements TokenRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(digest: string): Promise<AccessToken | undefined> {
    return (await this.#session.lookup(tokenByDigest, { digest }))[0];
  }

  list(): Promise<AccessToken[]> {
    return this.#session.rows<AccessToken>(select().orderBy(['user_id', 'expires', 'place']));
  }

  async insert({ digest, userId, expires }: AccessToken): Promise<void> {
    await this.#session.rows(knex('tokens').insert({ digest, user_id: userId, expires }));
  }

  async extend(digest: string, expires: Date): Promise<void> {
    await this.#session.prepared(extendToken, { digest, expires });
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#session.rows(knex('tokens').where({ digest }).delete().returning('digest'))).length > 0;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.#session.rows(knex('tokens').where('expires', '<=', now).delete());
  }

  async deleteOldest(userId: number, keep: number): Promise<void> {
    const newestFirst = [
      { column: 'expires', order: 'desc' },
      { column: 'place', order: 'desc' },
    ];
    const surplus = knex('tokens')
      .select('digest')
      .where({ user_id: lookupId(userId) })
      .orderBy(newestFirst)
      .offset(keep);
    await this.#session.rows(knex('tokens').whereIn('digest', surplus).delete());
  }
}
