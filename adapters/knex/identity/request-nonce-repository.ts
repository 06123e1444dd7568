import type { RequestNonceRepository } from '../../../application/ports/identity.js';
import type { Session } from '../sessions/session.js';

/** At most so many outlived rows are swept at a time. */
const sweep = 100;

/** Nonces of encrypted requests, in a database, where all processes see them. */
export class KnexRequestNonceRepository implements RequestNonceRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async note(digest: string, until: Date, now: Date): Promise<boolean> {
    const sql = `
      insert into request_nonces (digest, outlived) values (?, ?)
      on conflict (digest) do update set outlived = excluded.outlived where request_nonces.outlived < ? returning digest`;
    return (await this.#session.rows(sql, [digest, until, now])).length > 0;
  }

  async deleteOutlived(now: Date): Promise<number> {
    const outlived = 'select digest from request_nonces where outlived < ? order by outlived limit ? for update skip locked';
    const sql = `delete from request_nonces where digest in (${outlived}) returning digest`;
    return (await this.#session.rows(sql, [now, sweep])).length;
  }
}
