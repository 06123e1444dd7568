import type { ChangeEntry, ChangeLogRepository } from '../../application/ports/change-log.js';
import { auditedObjects, type ChangedObject } from '../../domain/change-log/change.js';
import { soughtId } from './field-columns.js';
import type { Session } from './session.js';

const columns = `object, object_id as "objectId", object_name as "objectName", action, differences, at, user_id as "userId", by, app_id as "appId", client_address as "clientAddress"`;

/** The history of changes in a database. */
export class KnexChangeLogRepository implements ChangeLogRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(object: ChangedObject, objectId: number, most: number): Promise<ChangeEntry[]> {
    const sql = `select ${columns} from change_log where object = ? and object_id = ? order by id desc limit ?`;
    return this.#session.rows<ChangeEntry>(sql, [object, soughtId(objectId), most]);
  }

  audit(most: number): Promise<ChangeEntry[]> {
    const sql = `select ${columns} from change_log where object = any(?::text[]) order by id desc limit ?`;
    return this.#session.rows<ChangeEntry>(sql, [auditedObjects, most]);
  }

  async append(entry: ChangeEntry): Promise<void> {
    const { object, objectId, objectName, action, differences, at, userId, by, appId, clientAddress } = entry;
    const names = 'object, object_id, object_name, action, differences, at, user_id, by, app_id, client_address';
    await this.#session.rows(`insert into change_log (${names}) values (?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?)`, [
      object,
      objectId,
      objectName,
      action,
      JSON.stringify(differences),
      at,
      userId,
      by,
      appId,
      clientAddress,
    ]);
  }

  async deleteBefore(at: string): Promise<number> {
    return (await this.#session.rows('delete from change_log where at < ? returning id', [at])).length;
  }
}
