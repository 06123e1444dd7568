import type { ChangeEntry, ChangeLogRepository } from '../../../application/ports/change-log.js';
import { auditedObjects, type ChangedObject } from '../../../domain/change-log/change.js';
import { soughtId, toJson } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';

const columns = `object, object_id as "objectId", object_name as "objectName", action, differences, at, user_id as "userId", by, app_id as "appId", client_address as "clientAddress"`;

/** The history of changes in a database. */
export class KnexChangeLogRepository implements ChangeLogRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(object: ChangedObject, objectId: number, max: number): Promise<ChangeEntry[]> {
    const sql = `select ${columns} from change_log where object = ? and object_id = ? order by id desc limit ?`;
    return this.#session.rows<ChangeEntry>(sql, [object, soughtId(objectId), max]);
  }

  audit(max: number): Promise<ChangeEntry[]> {
    const sql = `select ${columns} from change_log where object = any(?::text[]) order by id desc limit ?`;
    return this.#session.rows<ChangeEntry>(sql, [auditedObjects, max]);
  }

  async append(...entries: readonly ChangeEntry[]): Promise<void> {
    await this.#session.deferred(appendStatement, [toJson(entries)]);
  }

  async deleteBefore(at: string): Promise<number> {
    await this.#session.allowLong();
    return (await this.#session.rows('delete from change_log where at < ? returning id', [at])).length;
  }
}

/** Takes all entries as one document, so that any number of them is one statement. */
const appendStatement = `
  insert into change_log (object, object_id, object_name, action, differences, at, user_id, by, app_id, client_address)
  select object, "objectId", "objectName", action, differences, at, "userId", by, "appId", "clientAddress"
  from jsonb_to_recordset(?::jsonb) entry(object text, "objectId" integer, "objectName" text, action text, differences jsonb,
    at timestamp, "userId" integer, by text, "appId" text, "clientAddress" text)`;
