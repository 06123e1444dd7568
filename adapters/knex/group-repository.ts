import type { GroupRepository } from '../../application/ports/identity.js';
import type { Group } from '../../domain/identity/user.js';
import type { Session } from './session.js';

/** Groups of users in a database. */
export class KnexGroupRepository implements GroupRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(): Promise<Group[]> {
    return this.#session.rows<Group>('select id, name, description from groups order by id');
  }

  async save({ id, name, description }: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    if (id !== undefined) return this.#saveUnder(id, name, description);
    const update = 'update groups set description = ? where id = (select min(id) from groups where name = ?) returning id';
    const found = await this.#session.row<{ id: number }>(update, [description, name]);
    if (found) return found.id;
    const added = await this.#session.row<{ id: number }>('insert into groups (name, description) values (?, ?) returning id', [
      name,
      description,
    ]);
    if (!added) throw new Error('an insert returned no id');
    return added.id;
  }

  /** A new group takes its id, and ids given later are above it. */
  async #saveUnder(id: number, name: string, description: string): Promise<number> {
    const sql = `
      insert into groups (id, name, description) values (?, ?, ?)
      on conflict (id) do update set name = excluded.name, description = excluded.description`;
    await this.#session.rows(sql, [id, name, description]);
    await this.#session.rows(`select setval(pg_get_serial_sequence('groups', 'id'), (select max(id) from groups))`);
    return id;
  }
}
