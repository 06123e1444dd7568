import type { SignInFailureRepository } from '../../application/ports/identity.js';
import type { SignInFailures } from '../../domain/identity/sign-in-block.js';
import type { Session } from './session.js';

/** At most so many outlived rows are swept at a time, so that counting stays quick. */
const sweep = 100;

/** Failed sign-ins in a database, where all processes see them. */
export class KnexSignInFailureRepository implements SignInFailureRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(clientAddress: string): Promise<SignInFailures | undefined> {
    return this.#session.row<SignInFailures>('select count, last from sign_in_failures where client_address = ?', [
      clientAddress,
    ]);
  }

  async count(clientAddress: string, now: Date, since: Date): Promise<void> {
    const outlived = 'select client_address from sign_in_failures where last < ? order by last limit ? for update skip locked';
    await this.#session.rows(`delete from sign_in_failures where client_address in (${outlived})`, [since, sweep]);
    const sql = `
      insert into sign_in_failures as f (client_address, count, last) values (?, 1, ?)
      on conflict (client_address) do update set count = case when f.last < ? then 1 else f.count + 1 end, last = excluded.last`;
    await this.#session.rows(sql, [clientAddress, now, since]);
  }

  async clear(clientAddress: string): Promise<void> {
    await this.#session.rows('delete from sign_in_failures where client_address = ?', [clientAddress]);
  }
}
