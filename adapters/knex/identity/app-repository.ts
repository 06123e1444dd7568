import type { AppRepository } from '../../../application/ports/identity.js';
import type { StoredApp } from '../../../domain/access/app.js';
import type { Row } from '../connection/statement.js';
import { appTable } from '../records/administered-table.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared } from '../sessions/sql.js';

const select = () => knex('apps').select(appTable.selection());

const appById = prepared<{ id: string }, Row>('app_by_id', ({ id }) => select().where({ id }));

export class KnexAppRepository implements AppRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(id: string): Promise<StoredApp | undefined> {
    const [row] = await this.#session.lookup(appById, { id });
    return row && appTable.read<StoredApp>(row);
  }

  async list(): Promise<StoredApp[]> {
    const rows = await this.#session.lookup<Row>(select().orderByRaw('id collate "C"'));
    return rows.map((row) => appTable.read<StoredApp>(row));
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#session.rows(knex('apps').where({ id }).delete().returning('id'))).length > 0;
  }

  async save(app: StoredApp): Promise<void> {
    await this.#session.rows(knex('apps').insert(appTable.row(app)).onConflict('id').merge());
  }
}
