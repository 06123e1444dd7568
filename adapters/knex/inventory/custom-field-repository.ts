import type { CustomFieldRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/catalog/custom-field.js';
import type { Session } from '../sessions/session.js';

/** Definitions of custom fields in a database. */
export class KnexCustomFieldRepository implements CustomFieldRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(on?: CustomFieldOwner): Promise<CustomField[]> {
    const sql = 'select "on", name, type, nullable, "default", comment from custom_fields';
    return on === undefined
      ? this.#session.prepared<CustomField>(`${sql} order by place`)
      : this.#session.prepared<CustomField>(`${sql} where "on" = ? order by place`, [on]);
  }

  /** Whoever reads a table holds it against this lock until the transaction ends. */
  async lock(): Promise<void> {
    await this.#session.rows('lock table custom_fields in access exclusive mode');
  }

  async save(field: CustomField): Promise<void> {
    const sql = `
      insert into custom_fields ("on", name, type, nullable, "default", comment) values (?, ?, ?, ?, ?, ?)
      on conflict ("on", name) do update set type = excluded.type, nullable = excluded.nullable, "default" = excluded."default", comment = excluded.comment`;
    await this.#session.rows(sql, [field.on, field.name, field.type, field.nullable, field.default, field.comment]);
  }

  async delete(on: CustomFieldOwner, name: string): Promise<boolean> {
    const rows = await this.#session.rows('delete from custom_fields where "on" = ? and name = ? returning name', [on, name]);
    return rows.length > 0;
  }
}
