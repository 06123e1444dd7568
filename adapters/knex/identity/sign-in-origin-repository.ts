import type { SignInOriginRepository } from '../../../application/ports/identity.js';
import { soughtId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';

/** From where users have signed in, in a database. */
export class KnexSignInOriginRepository implements SignInOriginRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async isKnown(userId: number, client: string, since: Date): Promise<boolean> {
    const sql = 'select 1 from sign_in_origins where user_id = ? and client = ? and last >= ?';
    return (await this.#session.rows(sql, [soughtId(userId), client, since])).length > 0;
  }

  async note(userId: number, client: string, now: Date, keep: number): Promise<void> {
    const sql = `
      insert into sign_in_origins (user_id, client, last) values (?, ?, ?)
      on conflict (user_id, client) do update set last = excluded.last`;
    await this.#session.rows(sql, [soughtId(userId), client, now]);
    const surplus = 'select client from sign_in_origins where user_id = ? order by last desc, client offset ?';
    await this.#session.rows(`delete from sign_in_origins where user_id = ? and client in (${surplus})`, [
      soughtId(userId),
      soughtId(userId),
      keep,
    ]);
  }
}
