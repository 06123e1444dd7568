import type { Authorship, Cause, ChangeEntry, ChangeLogRepository } from '../../../application/ports/change-log.js';
import type { KindName } from '../../../domain/catalog/kinds.js';
import { auditedObjects, type ChangeAction, type ChangedObject } from '../../../domain/changes/change.js';
import { lookupId, toJson } from '../records/field-columns.js';
import { SessionRepository } from '../records/repository.js';
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

export class KnexChangeLogRepository extends SessionRepository implements ChangeLogRepository {
  list(object: ChangedObject | KindName, objectId: number, max: number): Promise<ChangeEntry[]> {
    const entries = knex('change_log')
      .select(entryColumns)
      .where({ object, object_id: lookupId(objectId), is_consequence: false })
      .orderBy('id', 'desc')
      .limit(max);
    return this.session.rows<ChangeEntry>(entries);
  }

  audit(max: number, actions?: readonly ChangeAction[]): Promise<ChangeEntry[]> {
    const entries = knex('change_log')
      .select(entryColumns)
      .whereIn('object', auditedObjects)
      .where('is_consequence', false)
      .orderBy('id', 'desc')
      .limit(max);
    return this.session.rows<ChangeEntry>(actions ? entries.whereIn('action', actions) : entries);
  }

  async append(...entries: readonly ChangeEntry[]): Promise<void> {
    await this.session.deferred(appendChanges, { entries: toJson(entries) });
  }

  appendConsequences(cause: Cause, by: Authorship): Promise<void> {
    return logConsequences(this.session, cause, by);
  }

  /** Locks the feed state, so that no entry gets a position during the deletion. */
  async deleteBefore(at: string, keepFrom: number | null): Promise<number> {
    await this.session.allowLong();
    const { last } = await lockFeed(this.session);
    const old = knex('change_log')
      .select('id')
      .where('at', '<', at)
      .where(knex.raw('coalesce(position, ?)', [unplaced]), '<', keepFrom ?? unplaced + 1)
      .limit(maxDeleted);
    const gone = await this.session.rows<{ position: number | null }>(
      knex('change_log').whereIn('id', old).delete().returning('position'),
    );
    if (gone.length === 0) return 0;
    const isUnknown = gone.some(({ position }) => position === null); // their positions are unknown: directly after the last one
    const end = isUnknown ? last + 1 : last;
    const pruned = gone.reduce((highest, { position }) => Math.max(highest, position ?? end), 0);
    await this.session.rows(sql`update feed_state set last = ${end}::bigint, pruned = greatest(pruned, ${pruned}::bigint)`);
    return gone.length;
  }
}

/** Substitute for the position of entries without a position; higher than any position. */
const unplaced = Number.MAX_SAFE_INTEGER - 1;

/** Maximum number of entries deleted at once, so that the feed is locked briefly. */
const maxDeleted = 5000;
