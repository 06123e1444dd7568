import type { SignInAttemptRepository } from '../../../application/ports/identity.js';
import { noAttempts, type SignInAttempts } from '../../../domain/access/sign-in-block.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

/** Maximum number of expired rows deleted at once, so that counting remains fast. */
const sweep = 100;

const columns = [
  'failures',
  'last_failure as lastFailure',
  'pending',
  'last_begun as lastBegun',
  'failures_by_name as failuresByName',
];

export class KnexSignInAttemptRepository implements SignInAttemptRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(key: string): Promise<SignInAttempts | undefined> {
    return (await this.#session.lookup<SignInAttempts>(knex('sign_in_attempts').select(columns).where({ key })))[0];
  }

  listFailed(tolerated: number, max: number): Promise<(SignInAttempts & { readonly key: string })[]> {
    return this.#session.rows(
      knex('sign_in_attempts')
        .select('key', ...columns)
        .where('failures', '>', tolerated)
        .orderBy([{ column: 'failures', order: 'desc' }, { column: 'key' }])
        .limit(max),
    );
  }

  async lock(key: string): Promise<SignInAttempts> {
    const { lastBegun: outlived } = noAttempts;
    const none = knex('sign_in_attempts').insert({ key, ...columnsOf(noAttempts), outlived });
    const row = await this.#session.row<SignInAttempts>(none.onConflict('key').merge(['key']).returning(columns));
    return row ?? noAttempts;
  }

  async save(key: string, attempts: SignInAttempts, outlived: Date | undefined): Promise<void> {
    const stored = knex('sign_in_attempts').where({ key });
    await this.#session.rows(outlived ? stored.update({ ...columnsOf(attempts), outlived }) : stored.delete());
  }

  async deleteOutlived(now: Date): Promise<void> {
    const outlived = knex('sign_in_attempts').select('key').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    await this.#session.rows(knex('sign_in_attempts').whereIn('key', outlived.forUpdate().skipLocked()).delete());
  }
}

const columnsOf = ({ failures, lastFailure, pending, lastBegun, failuresByName }: SignInAttempts) => ({
  failures,
  last_failure: lastFailure,
  pending,
  last_begun: lastBegun,
  failures_by_name: JSON.stringify(failuresByName),
});
