import type { GroupRepository, GroupUse, LevelOfSubnets } from '../../../application/ports/identity.js';
import type { Group } from '../../../domain/access/user.js';
import type { DryRunIds } from '../inventory/dry-run-ids.js';
import { groupTable } from '../records/administered-table.js';
import { lookupId } from '../records/field-columns.js';
import { hasGroup, subnetsWithOtherLevel, withGroupLevel, withoutGroup } from '../records/permission-levels.js';
import { sectionTable, subnetTable } from '../records/tables.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';

export class KnexGroupRepository implements GroupRepository {
  readonly #session: Session;
  readonly #dryRunIds: DryRunIds | undefined;

  constructor(session: Session, dryRunIds?: DryRunIds) {
    this.#session = session;
    this.#dryRunIds = dryRunIds;
  }

  async list(): Promise<Group[]> {
    const rows = await this.#session.rows(knex('groups').select(groupTable.selection()).orderBy('id'));
    return rows.map((row) => groupTable.read<Group>(row));
  }

  async save({ id, ...group }: Omit<Group, 'id'> & { readonly id?: number }): Promise<number> {
    if (id !== undefined) return this.#saveUnder({ id, ...group });
    const row = groupTable.row(group);
    const first = knex('groups').min('id').where({ name: group.name });
    const found = await this.#session.row<HasId>(knex('groups').where('id', '=', first).update(row).returning('id'));
    const saved =
      found ??
      (await this.#session.row<HasId>(
        knex('groups')
          .insert({ ...this.#dryRunIds?.column, ...row })
          .returning('id'),
      ));
    if (!saved) throw new Error('an insert returned no id');
    return saved.id;
  }

  /** Waits for units of work that have read groups, because they may write references to the deleted group. */
  async delete(id: number): Promise<GroupUse | undefined> {
    await this.#session.rows(sql`lock table groups in access exclusive mode`);
    const sections = await this.#releaseFrom(sectionTable.name, id);
    const subnets = await this.#releaseFrom(subnetTable.name, id);
    const deleted = await this.#session.rows(
      knex('groups')
        .where({ id: lookupId(id) })
        .delete()
        .returning('id'),
    );
    return deleted.length > 0 ? { sections, subnets } : undefined;
  }

  async setLevelOfSubnets(change: LevelOfSubnets, editDate: string): Promise<number> {
    const { name } = subnetTable;
    const found = await this.#session.rows<HasId>(
      knex({ t: name }).select('t.id').where(subnetsWithOtherLevel(change)).orderBy('t.id').forNoKeyUpdate(),
    );
    const ids = found.map(({ id }) => id);
    const values = { permissions: withGroupLevel(sql`t.permissions`, change), edit_date: editDate };
    if (ids.length > 0) await this.#session.rows(knex({ t: name }).where(sql`t.id = any(${ids}::integer[])`).update(values));
    return ids.length;
  }

  /** Locks the changed rows by ascending id. @returns the number of changed rows */
  async #releaseFrom(table: string, groupId: number): Promise<number> {
    const named = hasGroup(sql`t.permissions`, groupId);
    const found = await this.#session.rows<HasId>(
      knex({ t: table }).select('t.id').where(named).orderBy('t.id').forNoKeyUpdate(),
    );
    const others = withoutGroup(sql`t.permissions`, groupId);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0)
      await this.#session.rows(knex({ t: table }).where(sql`t.id = any(${ids}::integer[])`).update({ permissions: others }));
    return ids.length;
  }

  /** Stores a new group under its own id. Later groups get higher ids. */
  async #saveUnder(group: Group): Promise<number> {
    await this.#session.rows(knex('groups').insert(groupTable.row(group)).onConflict('id').merge());
    await this.#session.rows(sql`select setval(pg_get_serial_sequence('groups', 'id'), (select max(id) from groups))`);
    return group.id;
  }
}

interface HasId {
  readonly id: number;
}
