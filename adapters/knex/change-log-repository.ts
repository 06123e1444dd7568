import type { ChangeEntry, ChangeLogRepository } from '../../application/ports/change-log.js';
import type { ChangedObject } from '../../domain/change-log/change.js';
import { soughtId } from './field-columns.js';
import type { Session } from './session.js';

const columns = `object, object_id as "objectId", action, differences, at, user_id as "userId", by, app_id as "appId", client_address as "clientAddress"`;

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

  async append({ object, objectId, action, differences, at, userId, by, appId, clientAddress }: ChangeEntry): Promise<void> {
    const names = 'object, object_id, action, differences, at, user_id, by, app_id, client_address';
    await this.#session.rows(`insert into change_log (${names}) values (?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?)`, [
      object,
      objectId,
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
