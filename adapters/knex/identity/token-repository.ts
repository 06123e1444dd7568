import type { TokenRepository } from '../../../application/ports/identity.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared } from '../sessions/sql.js';

interface TokenRow extends Pick<AccessToken, 'digest' | 'userId' | 'expires'> {
  readonly method: string | null;
  readonly created: Date | null;
  readonly lastUsed: Date | null;
  readonly proven: Date | null;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

const select = () =>
  knex('tokens').select('digest', 'expires', 'method', 'created', 'proven', {
    userId: 'user_id',
    lastUsed: 'last_used',
    clientAddress: 'client_address',
    userAgent: 'user_agent',
  });

const tokenByDigest = prepared<{ digest: string }, TokenRow>('token_by_digest', ({ digest }) => select().where({ digest }));

const extendToken = prepared<{ digest: string; expires: Date; lastUsed: Date }>('extend_token', ({ digest, expires, lastUsed }) =>
  knex('tokens').where({ digest }).update({ expires, last_used: lastUsed }),
);

export class KnexTokenRepository implements TokenRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(digest: string): Promise<AccessToken | undefined> {
    const [row] = await this.#session.lookup(tokenByDigest, { digest });
    return row && tokenOf(row);
  }

  async list(): Promise<AccessToken[]> {
    return (await this.#session.rows<TokenRow>(select().orderBy(['user_id', 'expires', 'place']))).map(tokenOf);
  }

  async insert({ digest, userId, expires, session }: AccessToken): Promise<void> {
    const signIn = session && {
      method: session.method,
      created: session.created,
      last_used: session.lastUsed,
      proven: session.proven,
      client_address: session.clientAddress,
      user_agent: session.userAgent,
    };
    await this.#session.rows(knex('tokens').insert({ digest, user_id: userId, expires, ...signIn }));
  }

  async extend(digest: string, expires: Date, lastUsed: Date): Promise<void> {
    await this.#session.prepared(extendToken, { digest, expires, lastUsed });
  }

  async noteAuthentication(digest: string, at: Date): Promise<void> {
    await this.#session.rows(knex('tokens').where({ digest }).whereNotNull('created').update({ proven: at }));
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#session.rows(knex('tokens').where({ digest }).delete().returning('digest'))).length > 0;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.#session.rows(knex('tokens').where('expires', '<=', now).delete());
  }

  async deleteOldest(userId: number, retained: number): Promise<void> {
    const newestFirst = [
      { column: 'expires', order: 'desc' },
      { column: 'place', order: 'desc' },
    ];
    const surplus = knex('tokens')
      .select('digest')
      .where({ user_id: lookupId(userId) })
      .orderBy(newestFirst)
      .offset(retained);
    await this.#session.rows(knex('tokens').whereIn('digest', surplus).delete());
  }
}

function tokenOf({ digest, userId, expires, ...row }: TokenRow): AccessToken {
  const { method, created, lastUsed, proven, clientAddress, userAgent } = row;
  if (method === null || created === null) return { digest, userId, expires };
  const times = { created, lastUsed: lastUsed ?? created, proven: proven ?? created };
  return { digest, userId, expires, session: { method, ...times, clientAddress, userAgent: userAgent ?? '' } };
}
