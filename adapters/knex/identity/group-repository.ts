import type { GroupRepository, GroupUse } from '../../../application/ports/identity.js';
import type { Group } from '../../../domain/identity/user.js';
import { soughtId } from '../records/field-columns.js';
import { sectionTable, subnetTable } from '../records/tables.js';
import type { Session } from '../sessions/session.js';

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

  /** Waits for units of work that have read groups: what they write may name the one that goes. */
  async delete(id: number): Promise<GroupUse | undefined> {
    await this.#session.rows('lock table groups in access exclusive mode');
    const sections = await this.#releaseFrom(sectionTable.name, id);
    const subnets = await this.#releaseFrom(subnetTable.name, id);
    const deleted = await this.#session.rows('delete from groups where id = ? returning id', [soughtId(id)]);
    return deleted.length > 0 ? { sections, subnets } : undefined;
  }

  /** Takes a group out of the permissions of a table's rows, which are held by ascending id. @returns how many there were */
  async #releaseFrom(table: string, groupId: number): Promise<number> {
    const pairs = 'jsonb_array_elements(t.permissions) with ordinality pair(value, place)';
    const names = `exists (select from ${pairs} where (pair.value->>0)::integer = ?)`;
    const held = await this.#session.rows<{ id: number }>(
      `select t.id from ${table} t where ${names} order by t.id for no key update`,
      [soughtId(groupId)],
    );
    const others = `select coalesce(jsonb_agg(pair.value order by pair.place), '[]') from ${pairs} where (pair.value->>0)::integer <> ?`;
    const sql = `update ${table} t set permissions = (${others}) where t.id = any(?::integer[])`;
    if (held.length > 0) await this.#session.rows(sql, [soughtId(groupId), held.map(({ id }) => id)]);
    return held.length;
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
