import type { Knex } from 'knex';
import type { GroupRepository, GroupUse, LevelOfSubnets } from '../../../application/ports/identity.js';
import type { Group } from '../../../domain/access/user.js';
import { groupTable } from '../records/administered-table.js';
import { lookupId } from '../records/field-columns.js';
import { hasGroup, subnetsWithOtherLevel, withGroupLevel, withoutGroup } from '../records/permission-levels.js';
import { SessionRepository } from '../records/repository.js';
import { sectionTable, subnetTable } from '../records/tables.js';
import { knex, sql } from '../sessions/sql.js';

export class KnexGroupRepository extends SessionRepository implements GroupRepository {
  async list(): Promise<Group[]> {
    const rows = await this.session.rows(knex('groups').select(groupTable.selection()).orderBy('id'));
    return rows.map((row) => groupTable.read<Group>(row));
  }

  async save({ id, ...group }: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    if (id !== undefined) return this.#saveUnder({ id, ...group });
    const row = groupTable.row(group);
    const first = knex('groups').min('id').where({ name: group.name });
    const found = await this.session.row<HasId>(knex('groups').where('id', '=', first).update(row).returning('id'));
    return found?.id ?? this.insertRow('groups', row);
  }

  /** Waits for units of work that have read groups, because they may write references to the deleted group. */
  async delete(id: number): Promise<GroupUse | undefined> {
    await this.session.rows(sql`lock table groups in access exclusive mode`);
    const sections = await this.#releaseFrom(sectionTable.name, id);
    const subnets = await this.#releaseFrom(subnetTable.name, id);
    const deleted = await this.deleteRows(knex('groups').where({ id: lookupId(id) }));
    return deleted > 0 ? { sections, subnets } : undefined;
  }

  setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number> {
    const values = { permissions: withGroupLevel(sql`t.permissions`, change), edit_date: editDate };
    return this.#updateInOrder(subnetTable.name, subnetsWithOtherLevel(change), values);
  }

  #releaseFrom(table: string, groupId: number): Promise<number> {
    const values = { permissions: withoutGroup(sql`t.permissions`, groupId) };
    return this.#updateInOrder(table, hasGroup(sql`t.permissions`, groupId), values);
  }

  /** Locks the changed rows by ascending id. @returns the number of changed rows */
  async #updateInOrder(table: string, where: Knex.Raw, values: object): Promise<number> {
    const rows = knex({ t: table }).select('t.id').where(where).orderBy('t.id').forNoKeyUpdate();
    const ids = (await this.session.rows<HasId>(rows)).map(({ id }) => id);
    if (ids.length > 0) await this.session.rows(knex({ t: table }).where(sql`t.id = any(${ids}::integer[])`).update(values));
    return ids.length;
  }

  /** Stores a new group under its own id. Later groups get higher ids. */
  async #saveUnder(group: Group): Promise<number> {
    await this.session.rows(knex('groups').insert(groupTable.row(group)).onConflict('id').merge());
    await this.session.rows(sql`select setval(pg_get_serial_sequence('groups', 'id'), (select max(id) from groups))`);
    return group.id;
  }
}

interface HasId {
  readonly id: number;
}
