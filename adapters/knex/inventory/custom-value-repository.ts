import type { CustomValueRepository } from '../../../application/ports/custom-fields.js';
import type { CustomFieldOwner } from '../../../domain/catalog/custom-field.js';
import type { CustomScalar } from '../../../domain/catalog/custom-value.js';
import { customPart } from '../records/custom-condition.js';
import { idWindows } from '../records/id-windows.js';
import { quoted } from '../records/names.js';
import type { Fragment, Session } from '../sessions/session.js';

interface Replacement {
  readonly old: CustomScalar;
  readonly new: CustomScalar;
}

/** Values of custom fields in a database. Tables are called as the owners of custom fields are. */
export class KnexCustomValueRepository implements CustomValueRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async convert(on: CustomFieldOwner, name: string, convert: (value: CustomScalar) => CustomScalar): Promise<void> {
    await this.#session.allowLong();
    for await (const window of idWindows(this.#session, quoted(on))) {
      const replaced: Replacement[] = [];
      for (const value of await this.#valuesIn(on, name, window)) {
        const converted = convert(value);
        if (converted !== value) replaced.push({ old: value, new: converted });
      }
      if (replaced.length > 0) await this.#replace(on, name, window, replaced);
    }
  }

  async #valuesIn(on: CustomFieldOwner, name: string, { sql, bindings }: Fragment): Promise<CustomScalar[]> {
    const held = `${sql} and t.custom ->> (?::text) is not null`;
    const statement = `select distinct t.custom -> (?::text) as value from ${quoted(on)} t where ${held}`;
    const rows = await this.#session.rows<{ value: CustomScalar }>(statement, [name, ...bindings, name]);
    return rows.map(({ value }) => value);
  }

  async #replace(
    on: CustomFieldOwner,
    name: string,
    { sql, bindings }: Fragment,
    replaced: readonly Replacement[],
  ): Promise<void> {
    const statement = `update ${quoted(on)} t set custom = t.custom || jsonb_build_object(?::text, r.new)
      from jsonb_to_recordset(?::jsonb) r(old jsonb, new jsonb) where ${sql} and t.custom -> (?::text) = r.old`;
    await this.#session.rows(statement, [name, JSON.stringify(replaced), ...bindings, name]);
  }

  async isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean> {
    await this.#session.allowLong();
    const sql = `select from ${quoted(on)} where custom ->> (?::text) is null limit 1`;
    return (await this.#session.row(sql, [name])) !== undefined;
  }

  async fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void> {
    await this.#session.allowLong();
    const sql = `update ${quoted(on)} set custom = custom || ?::jsonb where custom ->> (?::text) is null`;
    await this.#session.rows(sql, [customPart(name, value), name]);
  }

  async remove(on: CustomFieldOwner, name: string): Promise<void> {
    await this.#session.allowLong();
    const sql = `update ${quoted(on)} set custom = custom - (?::text) where jsonb_exists(custom, ?)`;
    await this.#session.rows(sql, [name, name]);
  }
}
