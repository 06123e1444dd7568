import type { CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomFieldOwner } from '../../../domain/fields/custom-field.js';
import type { CustomScalar } from '../../../domain/fields/custom-value.js';
import type { Building } from '../records/condition.js';
import { customColumn } from '../records/custom-condition.js';
import { customReplacements, type Replacement } from '../records/custom-replacements.js';
import type { IdWindow } from '../records/id-windows.js';
import { SessionRepository } from '../records/repository.js';
import { knex, sql } from '../sessions/sql.js';

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
