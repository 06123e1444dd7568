import type { AppLeaseRepository } from '../../../application/ports/identity.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

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
export class KnexAppLeaseRepository implements AppLeaseRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async take(appId: string, owner: string, seconds: number): Promise<boolean> {
    const [lease] = await this.#session.prepared(acquireLease, { appId, owner, seconds });
    return lease?.holder === owner;
  }

  async end(appId: string, owner: string): Promise<void> {
    await this.#session.prepared(endLease, { appId, owner });
  }
}
