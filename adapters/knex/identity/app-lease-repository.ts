import type { AppLeaseRepository } from '../../../application/ports/identity.js';
import type { Session } from '../sessions/session.js';

/** How long somebody who asked in vain comes before all others, in seconds; asking again begins it anew. */
const precedence = 1;

const now = 'statement_timestamp()';
const isFirst = `(l.next is null or l.next = excluded.holder or l.next_until <= ${now})`;
const getsIt = `(l.holder = excluded.holder or ((l.holder is null or l.until <= ${now}) and ${isFirst}))`;

const take = `
  insert into app_leases as l (app_id, holder, until) values (?, ?, ${now} + ? * interval '1 second')
  on conflict (app_id) do update set
    holder = case when ${getsIt} then excluded.holder else l.holder end,
    until = case when ${getsIt} then excluded.until else l.until end,
    next = case when not ${isFirst} then l.next when ${getsIt} then null else excluded.holder end,
    next_until = case when not ${isFirst} then l.next_until when ${getsIt} then null
      else ${now} + ${precedence} * interval '1 second' end
  returning holder`;

/** Leases of applications in a database, by its clock. */
export class KnexAppLeaseRepository implements AppLeaseRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async take(appId: string, holder: string, seconds: number): Promise<boolean> {
    const row = await this.#session.row<{ holder: string | null }>(take, [appId, holder, seconds]);
    return row?.holder === holder;
  }

  async end(appId: string, holder: string): Promise<void> {
    await this.#session.rows('update app_leases set holder = null where app_id = ? and holder = ?', [appId, holder]);
  }
}
