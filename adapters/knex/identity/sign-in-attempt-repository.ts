import type { SignInAttemptRepository } from '../../../application/ports/identity.js';
import { noAttempts, type SignInAttempts } from '../../../domain/identity/sign-in-block.js';
import type { Session } from '../sessions/session.js';

/** At most so many outlived rows are swept at a time, so that counting stays quick. */
const sweep = 100;

const columns =
  'failures, last_failure as "lastFailure", pending, last_begun as "lastBegun", failures_by_name as "failuresByName"';

/** Attempts to sign in, in a database, where all processes see them. */
export class KnexSignInAttemptRepository implements SignInAttemptRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  find(key: string): Promise<SignInAttempts | undefined> {
    return this.#session.row<SignInAttempts>(`select ${columns} from sign_in_attempts where key = ?`, [key]);
  }

  async lock(key: string): Promise<SignInAttempts> {
    const { failures, lastFailure, pending, lastBegun } = noAttempts;
    const sql = `
      insert into sign_in_attempts (key, failures, last_failure, pending, last_begun, outlived) values (?, ?, ?, ?, ?, ?)
      on conflict (key) do update set key = excluded.key returning ${columns}`;
    const row = await this.#session.row<SignInAttempts>(sql, [key, failures, lastFailure, pending, lastBegun, lastBegun]);
    return row ?? noAttempts;
  }

  async save(
    key: string,
    { failures, lastFailure, pending, lastBegun, failuresByName }: SignInAttempts,
    outlived: Date | undefined,
  ): Promise<void> {
    if (outlived === undefined) {
      await this.#session.rows('delete from sign_in_attempts where key = ?', [key]);
      return;
    }
    const sql = `
      update sign_in_attempts
      set failures = ?, last_failure = ?, pending = ?, last_begun = ?, failures_by_name = ?, outlived = ?
      where key = ?`;
    const named = JSON.stringify(failuresByName);
    await this.#session.rows(sql, [failures, lastFailure, pending, lastBegun, named, outlived, key]);
  }

  async deleteOutlived(now: Date): Promise<void> {
    const outlived = 'select key from sign_in_attempts where outlived < ? order by outlived limit ? for update skip locked';
    await this.#session.rows(`delete from sign_in_attempts where key in (${outlived})`, [now, sweep]);
  }
}
