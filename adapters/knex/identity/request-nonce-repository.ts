import type { Knex } from 'knex';
import type { OwnedNonce, RequestNonceRepository } from '../../../application/ports/identity.js';
import type { NonceLimits } from '../../../domain/access/second-factor.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

/** Maximum number of expired rows deleted at once. */
const sweep = 100;

const noteNonce = prepared<{ digest: string; until: Date; now: Date }>('note_request_nonce', ({ digest, until, now }) =>
  knex('request_nonces')
    .insert({ digest, outlived: until })
    .onConflict('digest')
    .merge(['outlived'])
    .where('request_nonces.outlived', '<', now)
    .returning('digest'),
);

export class KnexRequestNonceRepository implements RequestNonceRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    return (await this.#session.prepared(noteNonce, { digest, until, now })).length > 0;
  }

  async noteOwned({ digest, owner, until }: OwnedNonce, { ofOwner, inAll }: NonceLimits): Promise<void> {
    await this.#session.rows(knex('request_nonces').insert({ digest, owner, outlived: until }));
    await this.#deleteFirst(sql`owner = ${owner}`, ofOwner);
    await this.#deleteFirst(sql`owner is not null`, inAll);
  }

  /** Of the nonces that meet a condition, retains the `keep` nonces with the latest expiry. Deletes up to `sweep` of the others. */
  async #deleteFirst(condition: Knex.Raw, keep: number): Promise<void> {
    const newest = sql`select outlived, digest from request_nonces where ${condition} order by outlived desc, digest desc`;
    const surplus = sql`select digest from request_nonces
      where ${condition} and (outlived, digest) <= (${newest} offset ${keep} limit 1) limit ${sweep} for update skip locked`;
    await this.#session.rows(sql`delete from request_nonces where digest in (${surplus})`);
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
