import type { RoleRepository } from '../../../application/ports/identity.js';
import type { OwnRole } from '../../../domain/access/role.js';
import { toJson } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

export class KnexRoleRepository implements RoleRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async list(): Promise<OwnRole[]> {
    const rows = await this.#session.lookup<{ role: OwnRole }>(knex('roles').select('role').orderByRaw('name collate "C"'));
    return rows.map(({ role }) => role);
  }

  async save(role: OwnRole): Promise<void> {
    const values = { role: toJson(role) };
    await this.#session.rows(
      knex('roles')
        .insert({ name: role.name, ...values })
        .onConflict('name')
        .merge(values),
    );
  }

  async delete(name: string): Promise<boolean> {
    const deleted = await this.#session.rows(knex('roles').where({ name }).delete().returning('name'));
    return deleted.length > 0;
  }
}
