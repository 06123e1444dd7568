import type { CustomFieldRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import { prepared } from '../sessions/prepared-statement.js';
import { knex, sql } from '../sessions/query.js';
import type { Session } from '../sessions/session.js';

const fields = () => knex('custom_fields').select('on', 'name', 'type', 'nullable', 'default', 'comment').orderBy('place');

const allFields = prepared<Record<never, never>, CustomField>('custom_fields', fields);

const fieldsOn = prepared<{ on: string }, CustomField>('custom_fields_on', ({ on }) => fields().where({ on }));

/** Definitions of custom fields in a database. */
export class KnexCustomFieldRepository implements CustomFieldRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  list(on?: CustomFieldOwner): Promise<CustomField[]> {
    return on === undefined ? this.#session.lookup(allFields) : this.#session.lookup(fieldsOn, { on });
  }

  /** Whoever reads a table holds it against this lock until the transaction ends. */
  async lock(): Promise<void> {
    await this.#session.rows(sql`lock table custom_fields in access exclusive mode`);
  }

  async save({ on, name, type, nullable, default: value, comment }: CustomField): Promise<void> {
    const row = { on, name, type, nullable, default: value, comment };
    const kept = ['type', 'nullable', 'default', 'comment'];
    await this.#session.rows(knex('custom_fields').insert(row).onConflict(['on', 'name']).merge(kept));
  }

  async delete(on: CustomFieldOwner, name: string): Promise<boolean> {
    return (await this.#session.rows(knex('custom_fields').where({ on, name }).delete().returning('name'))).length > 0;
  }
}
