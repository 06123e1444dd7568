import type { ChangeEntry, ChangeLogRepository } from '../../../application/ports/change-log.js';
import type { AnsweredRequest, AnsweredRequestRepository } from '../../../application/ports/unit-of-work.js';
import { auditedObjects } from '../../../domain/changes/change.js';
import { IpamError } from '../../../domain/errors.js';
import { lookupId, toJson } from '../records/field-columns.js';
import { deleteRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';
import { logConsequences } from './consequences.js';
import { lockFeed } from './feed-repository.js';

export const entryColumns = {
  object: 'object',
  objectId: 'object_id',
  objectName: 'object_name',
  action: 'action',
  differences: 'differences',
  at: 'at',
  userId: 'user_id',
  by: 'by',
  appId: 'app_id',
  clientAddress: 'client_address',
} as const;

const appendChanges = prepared<{ entries: string }>(
  'append_changes',
  ({ entries }) => sql`
    insert into change_log (object, object_id, object_name, action, differences, before, after, subnet_id, is_consequence, at,
      user_id, by, app_id, client_address)
    select object, "objectId", "objectName", action, differences, before, after, "subnetId", coalesce("isConsequence", false), at,
      "userId", by, "appId", "clientAddress"
    from jsonb_to_recordset(${entries}::jsonb) entry(object text, "objectId" integer, "objectName" text, action text,
      differences jsonb, before jsonb, after jsonb, "subnetId" integer, "isConsequence" boolean, at timestamp, "userId" integer,
      by text, "appId" text, "clientAddress" text)`,
);

export const changeLogIn = (session: Session): ChangeLogRepository => ({
  list(object, objectId, max) {
    const entries = knex('change_log')
      .select(entryColumns)
      .where({ object, object_id: lookupId(objectId), is_consequence: false })
      .orderBy('id', 'desc')
      .limit(max);
    return session.rows<ChangeEntry>(entries);
  },
  audit(max, actions) {
    const entries = knex('change_log')
      .select(entryColumns)
      .whereIn('object', auditedObjects)
      .where('is_consequence', false)
      .orderBy('id', 'desc')
      .limit(max);
    return session.rows<ChangeEntry>(actions ? entries.whereIn('action', actions) : entries);
  },
  append: async (...entries) => session.deferred(appendChanges, { entries: toJson(entries) }),
  appendConsequences: (cause, by) => logConsequences(session, cause, by),
  /** Locks the feed state, so that no entry gets a position during the deletion. */
  async deleteBefore(at, keepFrom) {
    await session.allowLong();
    const { last } = await lockFeed(session);
    const old = knex('change_log')
      .select('id')
      .where('at', '<', at)
      .where(knex.raw('coalesce(position, ?)', [unplaced]), '<', keepFrom ?? unplaced + 1)
      .limit(maxDeleted);
    const gone = await session.rows<{ position: number | null }>(
      knex('change_log').whereIn('id', old).delete().returning('position'),
    );
    if (gone.length === 0) return 0;
    const isUnknown = gone.some(({ position }) => position === null); // their positions are unknown: directly after the last one
    const end = isUnknown ? last + 1 : last;
    const pruned = gone.reduce((highest, { position }) => Math.max(highest, position ?? end), 0);
    await session.rows(knex('feed_state').update({ last: end, pruned: sql`greatest(pruned, ${pruned}::bigint)` }));
    return gone.length;
  },
});

/** Substitute for the position of entries without a position; higher than any position. */
const unplaced = Number.MAX_SAFE_INTEGER - 1;

/** Maximum number of entries deleted at once, so that the feed is locked briefly. */
const maxDeleted = 5000;

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

export const answeredRequestsIn = (session: Session): AnsweredRequestRepository => ({
  find: async ({ caller, key }) => (await session.lookup(findAnswered, { caller, key }))[0],
  async add(requests, now) {
    const added = await session.prepared(addAnswered, {
      callers: requests.map(({ caller }) => caller),
      keys: requests.map(({ key }) => key),
      payloads: requests.map(({ payload }) => payload),
      answers: requests.map(({ answer }) => answer),
      outlived: requests.map(({ outlived }) => outlived.toISOString()),
      now,
    });
    if (added.length < requests.length) throw new IpamError('repeat.underWay');
  },
  async deleteOutlived(now) {
    const table = knex('answered_requests');
    const some = table.clone().select('caller', 'key').where('outlived', '<=', now).orderBy('outlived').limit(sweep);
    return deleteRows(session, table.clone().whereIn(['caller', 'key'], some.forUpdate().skipLocked()));
  },
});
