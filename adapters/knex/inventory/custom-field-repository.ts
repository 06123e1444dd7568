import type { CustomFieldRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { Row } from '../connection/statement.js';
import { customFieldTable } from '../records/administered-table.js';
import { SessionRepository } from '../records/repository.js';
import { knex, prepared, sql } from '../sessions/sql.js';

const fields = () => knex('custom_fields').select(customFieldTable.selection()).orderBy('place');

const allFields = prepared<Record<never, never>, Row>('custom_fields', fields);

const fieldsOn = prepared<{ on: string }, Row>('custom_fields_on', ({ on }) => fields().where({ on }));

export class KnexCustomFieldRepository extends SessionRepository implements CustomFieldRepository {
  async list(on?: CustomFieldOwner): Promise<CustomField[]> {
    const rows = await (on === undefined ? this.session.lookup(allFields) : this.session.lookup(fieldsOn, { on }));
    return rows.map((row) => customFieldTable.read<CustomField>(row));
  }

  /** Locks the table until this transaction ends, also against transactions that only read the table. */
  async lock(): Promise<void> {
    await this.session.rows(sql`lock table custom_fields in access exclusive mode`);
  }

  async save(field: CustomField): Promise<void> {
    await this.session.rows(knex('custom_fields').insert(customFieldTable.row(field)).onConflict(['on', 'name']).merge());
  }

  async delete(on: CustomFieldOwner, name: string): Promise<boolean> {
    return (await this.deleteRows(knex('custom_fields').where({ on, name }))) > 0;
  }
}
