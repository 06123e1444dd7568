import type { AnsweredRequest, AnsweredRequestRepository, RequestKey } from '../../../application/ports/unit-of-work.js';
import { IpamError } from '../../../domain/errors.js';
import { SessionRepository } from '../records/repository.js';
import { knex, prepared, sql } from '../sessions/sql.js';

/** Maximum number of expired rows deleted at once. */
const sweep = 1000;

const findAnswered = prepared<{ caller: string; key: string }, AnsweredRequest>('find_answered_request', ({ caller, key }) =>
  knex('answered_requests').select('caller', 'key', 'payload', 'answer', 'outlived').where({ caller, key }),
);

/** Inserts in key order, so that units of work with several keys cannot deadlock. */
const addAnswered = prepared<
  { callers: string[]; keys: string[]; payloads: string[]; answers: string[]; outlived: string[]; now: Date },
  { key: string }
>(
  'add_answered_requests',
  ({ callers, keys, payloads, answers, outlived, now }) => sql`
    insert into answered_requests as a (caller, key, payload, answer, outlived)
    select * from unnest(${callers}::text[], ${keys}::text[], ${payloads}::text[], ${answers}::text[], ${outlived}::timestamptz[])
      given(caller, key, payload, answer, outlived)
    order by caller, key
    on conflict (caller, key) do update set payload = excluded.payload, answer = excluded.answer, outlived = excluded.outlived
      where a.outlived <= ${now}::timestamptz
    returning key`,
);

export class KnexAnsweredRequestRepository extends SessionRepository implements AnsweredRequestRepository {
  async find({ caller, key }: RequestKey): Promise<AnsweredRequest | undefined> {
    return (await this.session.lookup(findAnswered, { caller, key }))[0];
  }

  async add(requests: readonly AnsweredRequest[], now: Date): Promise<void> {
    const added = await this.session.prepared(addAnswered, {
      callers: requests.map(({ caller }) => caller),
      keys: requests.map(({ key }) => key),
      payloads: requests.map(({ payload }) => payload),
      answers: requests.map(({ answer }) => answer),
      outlived: requests.map(({ outlived }) => outlived.toISOString()),
      now,
    });
    if (added.length < requests.length) throw new IpamError('repeat.underWay');
  }

  async deleteOutlived(now: Date): Promise<number> {
    const table = knex('answered_requests');
    const some = table.clone().select('caller', 'key').where('outlived', '<=', now).orderBy('outlived').limit(sweep);
    return this.deleteRows(table.clone().whereIn(['caller', 'key'], some.forUpdate().skipLocked()));
  }
}
