import type { RequestNonceRepository } from '../../../application/ports/identity.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** Largest number of expired rows that one sweep deletes. */
const sweep = 100;

const noteNonce = prepared<{ digest: string; until: Date; now: Date }>('note_request_nonce', ({ digest, until, now }) =>
  knex('request_nonces')
    .insert({ digest, outlived: until })
    .onConflict('digest')
    .merge(['outlived'])
    .where('request_nonces.outlived', '<', now)
    .returning('digest'),
);

/** Nonces of encrypted requests, in a database, where all processes see them. */
export class KnexRequestNonceRepository implements RequestNonceRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    return (await this.#session.prepared(noteNonce, { digest, until, now })).length > 0;
  }

  async take(digest: string, now: Date): Promise<boolean> {
    const taken = knex('request_nonces').where({ digest }).andWhere('outlived', '>=', now).delete().returning('digest');
    return (await this.#session.rows(taken)).length > 0;
  }

  async deleteOutlived(now: Date): Promise<number> {
    const outlived = knex('request_nonces').select('digest').where('outlived', '<', now).orderBy('outlived').limit(sweep);
    const some = outlived.forUpdate().skipLocked();
    return (await this.#session.rows(knex('request_nonces').whereIn('digest', some).delete().returning('digest'))).length;
  }
}
