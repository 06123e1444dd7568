import type { UserRepository } from '../../../application/ports/identity.js';
import { normalizeUsername, type User } from '../../../domain/access/user.js';
import type { Row } from '../connection/statement.js';
import { userTable } from '../records/administered-table.js';
import { lookupId } from '../records/field-columns.js';
import { SessionRepository } from '../records/repository.js';
import { ownerColumns } from '../records/tables.js';
import type { Binding } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

const groups = sql`array(select group_id from user_groups where user_id = u.id order by group_id)`;
const select = () => knex({ u: 'users' }).select(...userTable.selection(), { groups });

const userById = prepared<{ id: number }, UserRow>('user_by_id', ({ id }) => select().where({ id }));

type UserRow = Row & Pick<User, 'groups'>;

const userOf = (row: UserRow): User => ({ ...userTable.read<Omit<User, 'groups'>>(row), groups: row.groups });

export class KnexUserRepository extends SessionRepository implements UserRepository {
  async find(id: number): Promise<User | undefined> {
    const [row] = await this.session.lookup(userById, { id: lookupId(id) });
    return row && userOf(row);
  }

  async findByName(username: string): Promise<User | undefined> {
    const [row] = await this.session.lookup<UserRow>(select().where({ name_key: normalizeUsername(username) }));
    return row && userOf(row);
  }

  async findBySubject(provider: string, subject: string): Promise<User | undefined> {
    const [row] = await this.session.lookup<UserRow>(select().where({ provider, subject }));
    return row && userOf(row);
  }

  async findPasswordHash(userId: number): Promise<string | undefined> {
    const user = knex('users').where({ id: lookupId(userId) });
    return (await this.session.lookup<{ password_hash: string }>(user.select('password_hash')))[0]?.password_hash;
  }

  async list(): Promise<User[]> {
    return (await this.session.rows<UserRow>(select().orderBy('u.id'))).map(userOf);
  }

  async insert(user: Omit<User, 'id'>, passwordHash: string): Promise<number> {
    const id = await this.insertRow('users', { ...columnsOf(user), password_hash: passwordHash });
    await this.#setGroups(id, user.groups);
    return id;
  }

  async update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void> {
    const changed = columnsOf(changes);
    if (Object.keys(changed).length > 0) await this.updateRows(knex('users').where({ id: lookupId(id) }), changed);
    if (changes.groups) await this.#setGroups(id, changes.groups);
  }

  async setPasswordHash(id: number, passwordHash: string): Promise<void> {
    await this.updateRows(knex('users').where({ id: lookupId(id) }), { password_hash: passwordHash });
  }

  async delete(id: number): Promise<boolean> {
    for (const { table, column } of ownerColumns)
      await this.session.rows(
        knex(table)
          .where({ [column]: lookupId(id) })
          .update({ [column]: null }),
      );
    return (await this.deleteRows(knex('users').where({ id: lookupId(id) }))) > 0;
  }

  async #setGroups(userId: number, groupIds: readonly number[]): Promise<void> {
    const id = lookupId(userId);
    await this.session.rows(knex('user_groups').where({ user_id: id }).delete());
    if (groupIds.length === 0) return;
    await this.session.rows(sql`
      insert into user_groups (user_id, group_id)
      select u.id, g from users u, unnest(${groupIds}::integer[]) g where u.id = ${id} on conflict do nothing`);
  }
}

const columnsOf = (user: Partial<Omit<User, 'id'>>): Record<string, Binding> => ({
  ...userTable.row(user),
  ...(user.username === undefined ? {} : { name_key: normalizeUsername(user.username) }),
});
