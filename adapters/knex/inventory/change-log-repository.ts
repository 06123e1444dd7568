import type { ChangeEntry, ChangeLogRepository } from '../../../application/ports/change-log.js';
import { auditedObjects, type ChangedObject } from '../../../domain/change-log/change.js';
import { soughtId, toJson } from '../records/field-columns.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex, sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

/** Entries by the names of their members. */
const entries = () =>
  knex('change_log').select({
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
  });

/** Takes all entries as one document, so that any number of them is one statement. */
const appendEntries = prepared<{ entries: string }>(
  'append_change_log',
  ({ entries }) => sql`
    insert into change_log (object, object_id, object_name, action, differences, at, user_id, by, app_id, client_address)
    select object, "objectId", "objectName", action, differences, at, "userId", by, "appId", "clientAddress"
    from jsonb_to_recordset(${entries}::jsonb) entry(object text, "objectId" integer, "objectName" text, action text,
      differences jsonb, at timestamp, "userId" integer, by text, "appId" text, "clientAddress" text)`,
);

/** The history of changes in a database. */
export class KnexChangeLogRepository implements ChangeLogRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(object: ChangedObject, objectId: number, most: number): Promise<ChangeEntry[]> {
    const own = entries().where({ object, object_id: soughtId(objectId) });
    return this.#session.rows<ChangeEntry>(own.orderBy('id', 'desc').limit(most));
  }

  audit(most: number): Promise<ChangeEntry[]> {
    const audited = entries().where('object', sql`any(${auditedObjects}::text[])`);
    return this.#session.rows<ChangeEntry>(audited.orderBy('id', 'desc').limit(most));
  }

  async append(...entries: readonly ChangeEntry[]): Promise<void> {
    await this.#session.deferred(appendEntries, { entries: toJson(entries) });
  }

  async deleteBefore(at: string): Promise<number> {
    await this.#session.allowLong();
    return (await this.#session.rows(knex('change_log').where('at', '<', at).delete().returning('id'))).length;
  }
}
