import type { SignInOriginRepository } from '../../../application/ports/identity.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

export class KnexSignInOriginRepository implements SignInOriginRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async isKnown(userId: number, client: string, since: Date): Promise<boolean> {
    const found = knex('sign_in_origins')
      .select('client')
      .where({ user_id: lookupId(userId), client });
    return (await this.#session.lookup(found.where('last', '>=', since))).length > 0;
  }

  async note(userId: number, client: string, now: Date, retained: number): Promise<void> {
    const user_id = lookupId(userId);
    await this.#session.rows(
      knex('sign_in_origins').insert({ user_id, client, last: now }).onConflict(['user_id', 'client']).merge(['last']),
    );
    const latest = [{ column: 'last', order: 'desc' }, { column: 'client' }];
    const surplus = knex('sign_in_origins').select('client').where({ user_id }).orderBy(latest).offset(retained);
    await this.#session.rows(knex('sign_in_origins').where({ user_id }).whereIn('client', surplus).delete());
  }
}
