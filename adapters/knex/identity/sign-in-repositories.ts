import type { AcquiredPermits, RateCountRepository } from '../../../application/ports/access-keys.js';
import type {
  AppLeaseRepository,
  RequestNonceRepository,
  SignInAttemptRepository,
  SignInOriginRepository,
} from '../../../application/ports/identity.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { columnsOf, rowOf } from '../names.js';
import { lookupId } from '../records/field-columns.js';
import { deleteRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, type Query, sql } from '../sessions/sql.js';

/** Maximum number of expired rows deleted at once, so that other work remains fast. */
const sweep = 100;

const attempts = columnsOf('failures', 'lastFailure', 'pending', 'lastBegun', 'failuresByName');

export const signInAttemptsIn = (session: Session): SignInAttemptRepository => ({
  find: async (key) => (await session.lookup<SignInAttempts>(knex('sign_in_attempts').select(attempts).where({ key })))[0],
  listFailed: (tolerated, max) =>
    session.rows(
      knex('sign_in_attempts')
        .select('key', ...attempts)
        .where('failures', '>', tolerated)
        .orderBy([{ column: 'failures', order: 'desc' }, { column: 'key' }])
        .limit(max),
    ),
  async lock(key) {
    const { lastBegun: outlived } = noAttempts;
    const none = knex('sign_in_attempts').insert({ key, ...rowOf(noAttempts), outlived });
    const row = await session.row<SignInAttempts>(none.onConflict('key').merge(['key']).returning(attempts));
    return row ?? noAttempts;
  },
  async save(key, counted, outlived) {
    const stored = knex('sign_in_attempts').where({ key });
    await session.rows(outlived ? stored.update({ ...rowOf(counted), outlived }) : stored.delete());
  },
  async deleteOutlived(now) {
    const outlived = knex('sign_in_attempts').select('key').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    await session.rows(knex('sign_in_attempts').whereIn('key', outlived.forUpdate().skipLocked()).delete());
  },
});

export const signInOriginsIn = (session: Session): SignInOriginRepository => ({
  async isKnown(userId, client, since) {
    const own = { user_id: lookupId(userId), client };
    return (await session.lookup(knex('sign_in_origins').select('client').where(own).where('last', '>=', since))).length > 0;
  },
  async note(userId, client, now, retained) {
    const user_id = lookupId(userId);
    await session.rows(
      knex('sign_in_origins').insert({ user_id, client, last: now }).onConflict(['user_id', 'client']).merge(['last']),
    );
    const latest = [{ column: 'last', order: 'desc' }, { column: 'client' }];
    const surplus = knex('sign_in_origins').select('client').where({ user_id }).orderBy(latest).offset(retained);
    await session.rows(knex('sign_in_origins').where({ user_id }).whereIn('client', surplus).delete());
  },
});

const noteNonce = prepared<{ digest: string; until: Date; now: Date }>('note_request_nonce', ({ digest, until, now }) =>
  knex('request_nonces')
    .insert({ digest, outlived: until })
    .onConflict('digest')
    .merge(['outlived'])
    .where('request_nonces.outlived', '<', now)
    .returning('digest'),
);

export const requestNoncesIn = (session: Session): RequestNonceRepository => ({
  note: async (digest, until, now) => (await session.prepared(noteNonce, { digest, until, now })).length > 0,
  async noteOwned({ digest, owner, until }, { ofOwner, inAll }) {
    await session.rows(knex('request_nonces').insert({ digest, owner, outlived: until }));
    await session.rows(deleteFirst({ owner }, ofOwner));
    await session.rows(deleteFirst({}, inAll));
  },
  take: async (digest, now) =>
    (await deleteRows(session, knex('request_nonces').where({ digest }).andWhere('outlived', '>=', now))) > 0,
  async deleteOutlived(now) {
    const outlived = knex('request_nonces').select('digest').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    return deleteRows(session, knex('request_nonces').whereIn('digest', outlived.forUpdate().skipLocked()));
  },
});

/** Of the nonces of an owner, or of all owners, retains the `keep` with the latest expiry. Deletes up to `sweep` of the others. */
function deleteFirst(owner: { readonly owner?: string }, keep: number): Query {
  const owned = knex('request_nonces').whereNotNull('owner').where(owner);
  const latest = ['outlived', 'digest'].map((column) => ({ column, order: 'desc' }));
  const newest = owned.clone().select('outlived', 'digest').orderBy(latest).offset(keep).limit(1);
  const surplus = owned.select('digest').where(sql`(outlived, digest) <= ${newest}`).limit(sweep);
  return knex('request_nonces').whereIn('digest', surplus.forUpdate().skipLocked()).delete();
}

/** Seconds during which a refused owner has priority over all others. Each retry restarts the period. */
const precedence = 1;

const now = sql`statement_timestamp()`;
const isFirst = sql`(l.next is null or l.next = excluded.holder or l.next_until <= ${now})`;
const getsIt = sql`(l.holder = excluded.holder or ((l.holder is null or l.until <= ${now}) and ${isFirst}))`;

const acquireLease = prepared<{ appId: string; owner: string; seconds: number }, { holder: string | null }>(
  'take_app_lease',
  ({ appId, owner, seconds }) => sql`
    insert into app_leases as l (app_id, holder, until) values (${appId}, ${owner}, ${now} + ${seconds} * interval '1 second')
    on conflict (app_id) do update set
      holder = case when ${getsIt} then excluded.holder else l.holder end,
      until = case when ${getsIt} then excluded.until else l.until end,
      next = case when not ${isFirst} then l.next when ${getsIt} then null else excluded.holder end,
      next_until = case when not ${isFirst} then l.next_until when ${getsIt} then null
        else ${now} + ${precedence} * interval '1 second' end
    returning holder`,
);

const endLease = prepared<{ appId: string; owner: string }>('end_app_lease', ({ appId, owner }) =>
  knex('app_leases').where({ app_id: appId, holder: owner }).update({ holder: null }),
);

/** The clock of the database decides when a lease (lock that expires) ends. */
export const appLeasesIn = (session: Session): AppLeaseRepository => ({
  async take(appId, owner, seconds) {
    const [lease] = await session.prepared(acquireLease, { appId, owner, seconds });
    return lease?.holder === owner;
  },
  end: async (appId, owner) => session.execute(endLease, { appId, owner }),
});

/** The counter of an earlier window is reset for the current one. */
const acquirePermits = prepared<{ name: string; window: number; least: number; wanted: number; limit: number }, AcquiredPermits>(
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

export const rateCountsIn = (session: Session): RateCountRepository => ({
  async acquire({ name, window }, { least, wanted, limit }) {
    const [row] = await session.prepared(acquirePermits, { name, window, least, wanted, limit });
    if (!row) throw new Error('the database returned no request count');
    return { granted: row.granted, used: row.used };
  },
  deleteBefore: async (window) => deleteRows(session, knex('rate_counts').where('minute', '<', window)),
});
