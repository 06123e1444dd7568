import type { CustomFieldRepository, CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { Row } from '../connection/statement.js';
import { customFieldTable } from '../records/administered-table.js';
import type { Building } from '../records/condition.js';
import { customColumn } from '../records/custom-condition.js';
import { customReplacements, type Replacement } from '../records/custom-replacements.js';
import type { IdWindow } from '../records/id-windows.js';
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

/** The name of an owner is the name of its table. */
export class KnexCustomValueRepository extends SessionRepository implements CustomValueRepository {
  async convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void> {
    await this.session.allowLong();
    for await (const { window, replaced } of customReplacements(this.session, { on, name }, convert))
      await this.#replace(on, name, window, replaced);
  }

  async #replace(on: CustomFieldOwner, name: string, { after, last }: IdWindow, replaced: readonly Replacement[]): Promise<void> {
    await this.session.rows(sql`
      update ${knex.ref(on)} t set custom = t.custom || jsonb_build_object(${name}::text, r.new)
      from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) r(old jsonb, new jsonb)
      where t.id > ${after} and t.id <= ${last} and t.custom -> (${name}::text) = r.old`);
  }

  async isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean> {
    await this.session.allowLong();
    return (await this.session.row(without(on, name).select('id').limit(1))) !== undefined;
  }

  async fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void> {
    await this.session.allowLong();
    await this.session.rows(without(on, name).update('custom', sql`custom || ${customColumn(name, value)}::jsonb`));
  }

  async remove(on: CustomFieldOwner, name: string): Promise<void> {
    await this.session.allowLong();
    const holders = knex(on).whereRaw('jsonb_exists(custom, ?)', [name]);
    await this.session.rows(holders.update('custom', sql`custom - (${name}::text)`));
  }
}

const without = (on: CustomFieldOwner, name: string): Building => knex(on).whereRaw('custom ->> (?::text) is null', [name]);
