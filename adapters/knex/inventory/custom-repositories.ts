import type { CustomFieldRepository, CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomField, CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { Row } from '../connection/statement.js';
import { customFieldTable } from '../records/administered-table.js';
import type { Building } from '../records/condition.js';
import { customColumn } from '../records/custom-condition.js';
import { customReplacements } from '../records/custom-replacements.js';
import { deleteRows } from '../records/repository.js';
import type { Session } from '../sessions/session.js';
import { knex, prepared, sql } from '../sessions/sql.js';

const fields = () => knex('custom_fields').select(customFieldTable.selection()).orderBy('place');

const allFields = prepared<Record<never, never>, Row>('custom_fields', fields);

const fieldsOn = prepared<{ on: string }, Row>('custom_fields_on', ({ on }) => fields().where({ on }));

export const customFieldsIn = (session: Session): CustomFieldRepository => ({
  async list(on) {
    const rows = await (on === undefined ? session.lookup(allFields) : session.lookup(fieldsOn, { on }));
    return rows.map((row) => customFieldTable.read<CustomField>(row));
  },
  /** Locks the table until this transaction ends, also against transactions that only read the table. */
  lock: async () => session.execute(sql`lock table custom_fields in access exclusive mode`),
  save: async (field) =>
    session.execute(knex('custom_fields').insert(customFieldTable.row(field)).onConflict(['on', 'name']).merge()),
  delete: async (on, name) => (await deleteRows(session, knex('custom_fields').where({ on, name }))) > 0,
});

/** The name of an owner is the name of its table. */
export const customValuesIn = (session: Session): CustomValueRepository => ({
  async convert(on, name, convert) {
    await session.allowLong();
    for await (const { window, replaced } of customReplacements(session, { on, name }, convert))
      await session.rows(sql`
      update ${knex.ref(on)} t set custom = t.custom || jsonb_build_object(${name}::text, r.new)
      from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) r(old jsonb, new jsonb)
      where t.id > ${window.after} and t.id <= ${window.last} and t.custom -> (${name}::text) = r.old`);
  },
  async isUnsetSomewhere(on, name) {
    await session.allowLong();
    return (await session.row(without(on, name).select('id').limit(1))) !== undefined;
  },
  async fill(on, name, value) {
    await session.allowLong();
    await session.rows(without(on, name).update('custom', sql`custom || ${customColumn(name, value)}::jsonb`));
  },
  async remove(on, name) {
    await session.allowLong();
    const holders = knex(on).whereRaw('jsonb_exists(custom, ?)', [name]);
    await session.rows(holders.update('custom', sql`custom - (${name}::text)`));
  },
});

const without = (on: CustomFieldOwner, name: string): Building => knex(on).whereRaw('custom ->> (?::text) is null', [name]);
