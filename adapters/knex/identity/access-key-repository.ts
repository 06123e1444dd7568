import type {
  AccessKeyRepository,
  AcquiredPermits,
  RateCount,
  RateCountRepository,
} from '../../../application/ports/access-keys.js';
import type { AccessKey } from '../../../domain/access/access-key.js';
import { isScope } from '../../../domain/access/key-scope.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

interface KeyRow extends Pick<AccessKey, 'digest' | 'userId' | 'name' | 'created' | 'expires' | 'lastUsed' | 'audience'> {
  readonly scopes: readonly string[];
  readonly sections: readonly number[];
  readonly subnets: readonly number[];
  readonly networks: readonly string[];
  readonly requests: number | null;
  readonly allocations: number | null;
}

const select = () =>
  knex('access_keys').select('digest', 'name', 'created', 'expires', 'scopes', 'sections', 'subnets', 'networks', 'audience', {
    userId: 'user_id',
    lastUsed: 'last_used',
    requests: 'requests_per_minute',
    allocations: 'allocations_per_minute',
  });

const keyByDigest = prepared<{ digest: string }, KeyRow>('access_key_by_digest', ({ digest }) => select().where({ digest }));

const noteKeyUse = prepared<{ digest: string; at: Date }>('note_access_key_use', ({ digest, at }) =>
  knex('access_keys')
    .where({ digest })
    .andWhere((query) => query.whereNull('last_used').orWhere('last_used', '<', at))
    .update({ last_used: at }),
);

export class KnexAccessKeyRepository implements AccessKeyRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(digest: string): Promise<AccessKey | undefined> {
    const [row] = await this.#session.lookup(keyByDigest, { digest });
    return row && keyOf(row);
  }

  async list(userId?: number): Promise<AccessKey[]> {
    const all = select().orderByRaw('user_id, name collate "C", created, digest');
    return (await this.#session.rows<KeyRow>(userId === undefined ? all : all.where({ user_id: lookupId(userId) }))).map(keyOf);
  }

  async insert(key: AccessKey): Promise<void> {
    const { digest, userId, created, lastUsed, audience } = key;
    await this.#session.rows(
      knex('access_keys').insert({ digest, user_id: userId, created, last_used: lastUsed, audience, ...columnsOf(key) }),
    );
  }

  async update(key: AccessKey): Promise<void> {
    await this.#session.rows(knex('access_keys').where({ digest: key.digest }).update(columnsOf(key)));
  }

  async noteUse(digest: string, at: Date): Promise<void> {
    await this.#session.prepared(noteKeyUse, { digest, at });
  }

  async delete(digest: string): Promise<boolean> {
    return (await this.#session.rows(knex('access_keys').where({ digest }).delete().returning('digest'))).length > 0;
  }
}

const columnsOf = ({ name, expires, scopes, sections, subnets, networks, limits }: AccessKey) => ({
  name,
  expires,
  scopes: JSON.stringify(scopes),
  sections: JSON.stringify(sections),
  subnets: JSON.stringify(subnets),
  networks: JSON.stringify(networks.map(String)),
  requests_per_minute: limits.requestsPerMinute,
  allocations_per_minute: limits.allocationsPerMinute,
});

const keyOf = ({ requests, allocations, scopes, networks, ...row }: KeyRow): AccessKey => ({
  ...row,
  scopes: scopes.filter(isScope),
  networks: networks.map((text) => Prefix.parse(text)),
  limits: { requestsPerMinute: requests, allocationsPerMinute: allocations },
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

export class KnexRateCountRepository implements RateCountRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async acquire(
    { name, window }: RateCount,
    { least, wanted, limit }: { readonly least: number; readonly wanted: number; readonly limit: number },
  ): Promise<AcquiredPermits> {
    const [row] = await this.#session.prepared(acquirePermits, { name, window, least, wanted, limit });
    if (!row) throw new Error('the database returned no request count');
    return { granted: row.granted, used: row.used };
  }

  async deleteBefore(window: number): Promise<number> {
    return (await this.#session.rows(knex('rate_counts').where('minute', '<', window).delete().returning('name'))).length;
  }
}
