import type {
  AccessKeyRepository,
  AcquiredPermits,
  RateCount,
  RateCountRepository,
} from '../../../application/ports/access-keys.js';
import type { TokenRepository } from '../../../application/ports/identity.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import type { AccessToken } from '../../../domain/access/access-token.js';
import { isScope } from '../../../domain/access/key-scope.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { lookupId } from '../records/field-columns.js';
import { columnsOf, rowOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex, prepared, sql } from '../sessions/sql.js';

interface TokenRow extends Pick<AccessToken, 'digest' | 'userId' | 'expires'> {
  readonly method: string | null;
  readonly created: Date | null;
  readonly lastUsed: Date | null;
  readonly proven: Date | null;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

const selectTokens = () =>
  knex('tokens').select(
    columnsOf('digest', 'expires', 'method', 'created', 'proven', 'userId', 'lastUsed', 'clientAddress', 'userAgent'),
  );

const tokenByDigest = prepared<{ digest: string }, TokenRow>('token_by_digest', ({ digest }) => selectTokens().where({ digest }));

const extendToken = prepared<{ digest: string; expires: Date; lastUsed: Date }>('extend_token', ({ digest, expires, lastUsed }) =>
  knex('tokens').where({ digest }).update({ expires, last_used: lastUsed }),
);

export class KnexTokenRepository extends SessionRepository implements TokenRepository {
  async find(digest: string): Promise<AccessToken | undefined> {
    const [row] = await this.session.lookup(tokenByDigest, { digest });
    return row && tokenOf(row);
  }

  async list(): Promise<AccessToken[]> {
    return (await this.session.rows<TokenRow>(selectTokens().orderBy(['user_id', 'expires', 'place']))).map(tokenOf);
  }

  async insert({ digest, userId, expires, session }: AccessToken): Promise<void> {
    await this.session.rows(knex('tokens').insert(rowOf({ digest, userId, expires, ...session })));
  }

  async extend(digest: string, expires: Date, lastUsed: Date): Promise<void> {
    await this.session.prepared(extendToken, { digest, expires, lastUsed });
  }

  async noteAuthentication(digest: string, at: Date): Promise<void> {
    await this.session.rows(knex('tokens').where({ digest }).whereNotNull('created').update({ proven: at }));
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.deleteRows(knex('tokens').where({ digest }))) > 0;
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.session.rows(knex('tokens').where('expires', '<=', now).delete());
  }

  async deleteOldest(userId: number, retained: number): Promise<void> {
    const newestFirst = ['expires', 'place'].map((column) => ({ column, order: 'desc' }));
    const user_id = lookupId(userId);
    const surplus = knex('tokens').select('digest').where({ user_id }).orderBy(newestFirst).offset(retained);
    await this.session.rows(knex('tokens').whereIn('digest', surplus).delete());
  }
}

function tokenOf({ digest, userId, expires, ...row }: TokenRow): AccessToken {
  const { method, created, lastUsed, proven, clientAddress, userAgent } = row;
  if (method === null || created === null) return { digest, userId, expires };
  const times = { created, lastUsed: lastUsed ?? created, proven: proven ?? created };
  return { digest, userId, expires, session: { method, ...times, clientAddress, userAgent: userAgent ?? '' } };
}

interface KeyRow extends Pick<AccessKey, 'digest' | 'userId' | 'name' | 'created' | 'expires' | 'lastUsed' | 'audience'> {
  readonly scopes: readonly string[];
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
  readonly networks: readonly string[];
  readonly requestsPerMinute: number | null;
  readonly allocationsPerMinute: number | null;
}

const selectKeys = () =>
  knex('access_keys').select([
    ...columnsOf('digest', 'name', 'created', 'expires', 'scopes', 'sections', 'subnets', 'networks', 'audience'),
    ...columnsOf('userId', 'lastUsed', 'requestsPerMinute', 'allocationsPerMinute'),
  ]);

const keyByDigest = prepared<{ digest: string }, KeyRow>('access_key_by_digest', ({ digest }) => selectKeys().where({ digest }));

const noteKeyUse = prepared<{ digest: string; at: Date }>('note_access_key_use', ({ digest, at }) =>
  knex('access_keys')
    .where({ digest })
    .andWhere((query) => query.whereNull('last_used').orWhere('last_used', '<', at))
    .update({ last_used: at }),
);

export class KnexAccessKeyRepository extends SessionRepository implements AccessKeyRepository {
  async find(digest: string): Promise<AccessKey | undefined> {
    const [row] = await this.session.lookup(keyByDigest, { digest });
    return row && keyOf(row);
  }

  async list(userId?: number): Promise<AccessKey[]> {
    const all = selectKeys().orderByRaw('user_id, name collate "C", created, digest');
    return (await this.session.rows<KeyRow>(userId === undefined ? all : all.where({ user_id: lookupId(userId) }))).map(keyOf);
  }

  async insert(key: AccessKey): Promise<void> {
    const { digest, userId, created, lastUsed, audience } = key;
    await this.session.rows(
      knex('access_keys').insert(rowOf({ digest, userId, created, lastUsed, audience, ...changeable(key) })),
    );
  }

  async update(key: AccessKey): Promise<void> {
    await this.session.rows(
      knex('access_keys')
        .where({ digest: key.digest })
        .update(rowOf(changeable(key))),
    );
  }

  async noteUse(digest: string, at: Date): Promise<void> {
    await this.session.prepared(noteKeyUse, { digest, at });
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.deleteRows(knex('access_keys').where({ digest }))) > 0;
  }
}

const changeable = ({ name, expires, scopes, sections, subnets, networks, limits }: AccessKey) => ({
  ...{ name, expires, scopes, sections, subnets, networks: networks.map(String), ...limits },
});

const keyOf = ({ requestsPerMinute, allocationsPerMinute, scopes, networks, ...row }: KeyRow): AccessKey => ({
  ...row,
  scopes: scopes.filter(isScope),
  networks: networks.map((text) => Prefix.parse(text)),
  limits: { requestsPerMinute, allocationsPerMinute },
});

/** The counter of an earlier window is reset for the current one. */
const acquirePermits = prepared<
  { name: string; window: number; least: number; wanted: number; limit: number },
  { readonly used: number; readonly granted: number }
>(
  'acquire_rate_permits',
  ({ name, window, least, wanted, limit }) => sql`
    insert into rate_counts as c (name, minute, used, granted)
    values (
      ${name}, ${window}::bigint,
      case when ${limit}::integer >= ${least}::integer then least(${wanted}::integer, ${limit}::integer) else 0 end,
      case when ${limit}::integer >= ${least}::integer then least(${wanted}::integer, ${limit}::integer) else 0 end)
    on conflict (name) do update set
      minute = greatest(c.minute, excluded.minute),
      granted = case
        when c.minute < excluded.minute then excluded.granted
        when c.minute > excluded.minute or ${limit}::integer - c.used < ${least}::integer then 0
        else least(${wanted}::integer, ${limit}::integer - c.used) end,
      used = case
        when c.minute < excluded.minute then excluded.used
        when c.minute > excluded.minute or ${limit}::integer - c.used < ${least}::integer then c.used
        else c.used + least(${wanted}::integer, ${limit}::integer - c.used) end
    returning used, granted`,
);

export class KnexRateCountRepository extends SessionRepository implements RateCountRepository {
  async acquire(
    { name, window }: RateCount,
    { least, wanted, limit }: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits> {
    const [row] = await this.session.prepared(acquirePermits, { name, window, least, wanted, limit });
    if (!row) throw new Error('the database returned no request count');
    return { granted: row.granted, used: row.used };
  }

  async deleteBefore(window: number): Promise<number> {
    return this.deleteRows(knex('rate_counts').where('minute', '<', window));
  }
}
