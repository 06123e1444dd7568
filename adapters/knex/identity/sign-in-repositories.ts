import type { Knex } from 'knex';
import type {
  AppLeaseRepository,
  OwnedNonce,
  RequestNonceRepository,
  SignInAttemptRepository,
  SignInOriginRepository,
} from '../../../application/ports/identity.js';
import type { NonceLimits } from '../../../domain/access/second-factor.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import { lookupId } from '../records/field-columns.js';
import { columnsOf, rowOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
import { knex, prepared, sql } from '../sessions/sql.js';

/** Maximum number of expired rows deleted at once, so that other work remains fast. */
const sweep = 100;

const attempts = columnsOf('failures', 'lastFailure', 'pending', 'lastBegun', 'failuresByName');

export class KnexSignInAttemptRepository extends SessionRepository implements SignInAttemptRepository {
  async find(key: string): Promise<SignInAttempts | undefined> {
    return (await this.session.lookup<SignInAttempts>(knex('sign_in_attempts').select(attempts).where({ key })))[0];
  }

  listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]> {
    return this.session.rows(
      knex('sign_in_attempts')
        .select('key', ...attempts)
        .where('failures', '>', tolerated)
        .orderBy([{ column: 'failures', order: 'desc' }, { column: 'key' }])
        .limit(max),
    );
  }

  async lock(key: string): Promise<SignInAttempts> {
    const { lastBegun: outlived } = noAttempts;
    const none = knex('sign_in_attempts').insert({ key, ...rowOf(noAttempts), outlived });
    const row = await this.session.row<SignInAttempts>(none.onConflict('key').merge(['key']).returning(attempts));
    return row ?? noAttempts;
  }

  async save(key: string, counted: SignInAttempts, outlived: Date | undefined): Promise<void> {
    const stored = knex('sign_in_attempts').where({ key });
    await this.session.rows(outlived ? stored.update({ ...rowOf(counted), outlived }) : stored.delete());
  }

  async deleteOutlived(now: Date): Promise<void> {
    const outlived = knex('sign_in_attempts').select('key').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    await this.session.rows(knex('sign_in_attempts').whereIn('key', outlived.forUpdate().skipLocked()).delete());
  }
}

export class KnexSignInOriginRepository extends SessionRepository implements SignInOriginRepository {
  async isKnown(userId: number, client: string, since: Date): Promise<boolean> {
    const own = { user_id: lookupId(userId), client };
    return (await this.session.lookup(knex('sign_in_origins').select('client').where(own).where('last', '>=', since))).length > 0;
  }

  async note(userId: number, client: string, now: Date, retained: number): Promise<void> {
    const user_id = lookupId(userId);
    await this.session.rows(
      knex('sign_in_origins').insert({ user_id, client, last: now }).onConflict(['user_id', 'client']).merge(['last']),
    );
    const latest = [{ column: 'last', order: 'desc' }, { column: 'client' }];
    const surplus = knex('sign_in_origins').select('client').where({ user_id }).orderBy(latest).offset(retained);
    await this.session.rows(knex('sign_in_origins').where({ user_id }).whereIn('client', surplus).delete());
  }
}

const noteNonce = prepared<{ digest: string; until: Date; now: Date }>('note_request_nonce', ({ digest, until, now }) =>
  knex('request_nonces')
    .insert({ digest, outlived: until })
    .onConflict('digest')
    .merge(['outlived'])
    .where('request_nonces.outlived', '<', now)
    .returning('digest'),
);

export class KnexRequestNonceRepository extends SessionRepository implements RequestNonceRepository {
  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    return (await this.session.prepared(noteNonce, { digest, until, now })).length > 0;
  }

  async noteOwned({ digest, owner, until }: OwnedNonce, { ofOwner, inAll }: NonceLimits): Promise<void> {
    await this.session.rows(knex('request_nonces').insert({ digest, owner, outlived: until }));
    await this.#deleteFirst(sql`owner = ${owner}`, ofOwner);
    await this.#deleteFirst(sql`owner is not null`, inAll);
  }

  /** Of the nonces that meet a condition, retains the `keep` nonces with the latest expiry. Deletes up to `sweep` of the others. */
  async #deleteFirst(condition: Knex.Raw, keep: number): Promise<void> {
    const newest = sql`select outlived, digest from request_nonces where ${condition} order by outlived desc, digest desc`;
    const surplus = sql`select digest from request_nonces
      where ${condition} and (outlived, digest) <= (${newest} offset ${keep} limit 1) limit ${sweep} for update skip locked`;
    await this.session.rows(sql`delete from request_nonces where digest in (${surplus})`);
  }

  async take(digest: string, now: Date): Promise<boolean> {
    return (await this.deleteRows(knex('request_nonces').where({ digest }).andWhere('outlived', '>=', now))) > 0;
  }

  async deleteOutlived(now: Date): Promise<number> {
    const outlived = knex('request_nonces').select('digest').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    return this.deleteRows(knex('request_nonces').whereIn('digest', outlived.forUpdate().skipLocked()));
  }
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
export class KnexAppLeaseRepository extends SessionRepository implements AppLeaseRepository {
  async take(appId: string, owner: string, seconds: number): Promise<boolean> {
    const [lease] = await this.session.prepared(acquireLease, { appId, owner, seconds });
    return lease?.holder === owner;
  }

  async end(appId: string, owner: string): Promise<void> {
    await this.session.prepared(endLease, { appId, owner });
  }
}
