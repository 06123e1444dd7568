import type { Knex } from 'knex';
import type { GroupRepository, UserRepository } from '../../../application/ports/identity.js';
import { type Group, normalizeUsername, type User } from '../../../domain/access/user.js';
import type { Row } from '../connection/statement.js';
import { groupTable, userTable } from '../records/administered-table.js';
import { lookupId } from '../records/field-columns.js';
import type { DryRunIds } from '../records/new-ids.js';
import { hasGroup, subnetsWithOtherLevel, withGroupLevel, withoutGroup } from '../records/permission-levels.js';
import { deleteRows, firstOf, insertRow, updateRows } from '../records/repository.js';
import { ownerColumns, sectionTable, subnetTable } from '../records/tables.js';
import type { Binding, Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

const groups = sql`array(select group_id from user_groups where user_id = u.id order by group_id)`;
const select = () => knex({ u: 'users' }).select(...userTable.selection(), { groups });
const userById = prepared<{ id: number }, UserRow>('user_by_id', ({ id }) => select().where({ id }));

type UserRow = Row & Pick<User, 'groups'>;

const userOf = (row: UserRow): User => ({ ...userTable.read<Omit<User, 'groups'>>(row), groups: row.groups });

export function usersIn(session: Session, dryRunIds?: DryRunIds): UserRepository {
  const update = (id: number, values: object) => updateRows(session, knex('users').where({ id: lookupId(id) }), values);
  return {
    find: async (id) => firstOf(session.lookup(userById, { id: lookupId(id) }), userOf),
    findByName: async (username) =>
      firstOf(session.lookup<UserRow>(select().where({ name_key: normalizeUsername(username) })), userOf),
    findBySubject: async (provider, subject) => firstOf(session.lookup<UserRow>(select().where({ provider, subject })), userOf),
    async findPasswordHash(userId) {
      const user = knex('users').where({ id: lookupId(userId) });
      return (await session.lookup<{ password_hash: string }>(user.select('password_hash')))[0]?.password_hash;
    },
    list: async () => (await session.rows<UserRow>(select().orderBy('u.id'))).map(userOf),
    async insert(user, passwordHash) {
      const id = await insertRow(session, 'users', { ...columnsOf(user), password_hash: passwordHash }, dryRunIds);
      await setGroups(session, id, user.groups);
      return id;
    },
    async update(id, changes) {
      const changed = columnsOf(changes);
      if (Object.keys(changed).length > 0) await update(id, changed);
      if (changes.groups) await setGroups(session, id, changes.groups);
    },
    async setPasswordHash(id, passwordHash) {
      await update(id, { password_hash: passwordHash });
    },
    async delete(id) {
      for (const { table, column } of ownerColumns)
        await session.rows(
          knex(table)
            .where({ [column]: lookupId(id) })
            .update({ [column]: null }),
        );
      return (await deleteRows(session, knex('users').where({ id: lookupId(id) }))) > 0;
    },
  };
}

async function setGroups(session: Session, userId: number, groupIds: readonly number[]): Promise<void> {
  const id = lookupId(userId);
  await session.rows(knex('user_groups').where({ user_id: id }).delete());
  if (groupIds.length === 0) return;
  await session.rows(sql`
      insert into user_groups (user_id, group_id)
      select u.id, g from users u, unnest(${groupIds}::integer[]) g where u.id = ${id} on conflict do nothing`);
}

const columnsOf = (user: Partial<Omit<User, 'id'>>): Record<string, Binding> => ({
  ...userTable.row(user),
  ...(user.username === undefined ? {} : { name_key: normalizeUsername(user.username) }),
});

export function groupsIn(session: Session, dryRunIds?: DryRunIds): GroupRepository {
  const releaseFrom = (table: string, groupId: number): Promise<number> => {
    const values = { permissions: withoutGroup(sql`t.permissions`, groupId) };
    return updateInOrder(session, table, hasGroup(sql`t.permissions`, groupId), values);
  };
  return {
    async list() {
      const rows = await session.rows(knex('groups').select(groupTable.selection()).orderBy('id'));
      return rows.map((row) => groupTable.read<Group>(row));
    },
    async save({ id, ...group }) {
      if (id !== undefined) return saveUnder(session, { id, ...group });
      const row = groupTable.row(group);
      const first = knex('groups').min('id').where({ name: group.name });
      const found = await session.row<HasId>(knex('groups').where('id', '=', first).update(row).returning('id'));
      return found?.id ?? insertRow(session, 'groups', row, dryRunIds);
    },
    /** Waits for units of work that have read groups, because they may write references to the deleted group. */
    async delete(id) {
      await session.rows(sql`lock table groups in access exclusive mode`);
      const sections = await releaseFrom(sectionTable.name, id);
      const subnets = await releaseFrom(subnetTable.name, id);
      const deleted = await deleteRows(session, knex('groups').where({ id: lookupId(id) }));
      return deleted > 0 ? { sections, subnets } : undefined;
    },
    setLevelOfSubnets(change, editDate) {
      const values = { permissions: withGroupLevel(sql`t.permissions`, change), edit_date: editDate };
      return updateInOrder(session, subnetTable.name, subnetsWithOtherLevel(change), values);
    },
  };
}

/** Locks the changed rows by ascending id. @returns the number of changed rows */
async function updateInOrder(session: Session, table: string, where: Knex.Raw, values: object): Promise<number> {
  const rows = knex({ t: table }).select('t.id').where(where).orderBy('t.id').forNoKeyUpdate();
  const ids = (await session.rows<HasId>(rows)).map(({ id }) => id);
  if (ids.length > 0) await session.rows(knex({ t: table }).where(sql`t.id = any(${ids}::integer[])`).update(values));
  return ids.length;
}

/** Stores a new group under its own id. Later groups get higher ids. */
async function saveUnder(session: Session, group: Group): Promise<number> {
  await session.rows(knex('groups').insert(groupTable.row(group)).onConflict('id').merge());
  await session.rows(sql`select setval(pg_get_serial_sequence('groups', 'id'), (select max(id) from groups))`);
  return group.id;
}

interface HasId {
  readonly id: number;
}
