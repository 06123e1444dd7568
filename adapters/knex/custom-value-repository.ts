import type { CustomValueRepository } from '../../application/ports/custom-fields.js';
import type { CustomFieldOwner } from '../../domain/catalog/custom-field.js';
import type { CustomScalar } from '../../domain/catalog/custom-value.js';
import { customPart, hasCustom } from './custom-condition.js';
import { idWindows } from './id-windows.js';
import { quoted } from './names.js';
import type { Session } from './session.js';

/** Values of custom fields in a database. Tables are called as the owners of custom fields are. */
export class KnexCustomValueRepository implements CustomValueRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async *distinct(on: CustomFieldOwner, name: string): AsyncGenerator<CustomScalar> {
    for await (const { sql, bindings } of idWindows(this.#session, quoted(on))) {
      const values = `select distinct t.custom -> (?::text) as value from ${quoted(on)} t where ${sql} and t.custom ->> (?::text) is not null`;
      const rows = await this.#session.rows<{ value: CustomScalar }>(values, [name, ...bindings, name]);
      for (const { value } of rows) yield value;
    }
  }

  async isUnsetSomewhere(on: CustomFieldOwner, name: string): Promise<boolean> {
    const sql = `select from ${quoted(on)} where custom ->> (?::text) is null limit 1`;
    return (await this.#session.row(sql, [name])) !== undefined;
  }

  async fill(on: CustomFieldOwner, name: string, value: CustomScalar): Promise<void> {
    const sql = `update ${quoted(on)} set custom = custom || ?::jsonb where custom ->> (?::text) is null`;
    await this.#session.rows(sql, [customPart(name, value), name]);
  }

  async replace(on: CustomFieldOwner, name: string, from: CustomScalar, to: CustomScalar): Promise<void> {
    const { sql, bindings } = hasCustom('t', { field: name, value: from });
    await this.#session.rows(`update ${quoted(on)} t set custom = custom || ?::jsonb where ${sql}`, [
      customPart(name, to),
      ...bindings,
    ]);
  }

  async remove(on: CustomFieldOwner, name: string): Promise<void> {
    const sql = `update ${quoted(on)} set custom = custom - (?::text) where jsonb_exists(custom, ?)`;
    await this.#session.rows(sql, [name, name]);
  }
}
