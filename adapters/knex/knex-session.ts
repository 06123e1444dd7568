import type { Knex } from 'knex';
import { translateError } from './constraint-errors.js';
import type { Binding, Row, Session } from './session.js';

/** A session on knex. */
export class KnexSession implements Session {
  readonly #knex: Knex;
  #failure: Error | undefined;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async rows<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    try {
      const { rows } = await this.#knex.raw<{ rows: R[] }>(sql, bindings.map(storable));
      return rows;
    } catch (error) {
      const failure = translateError(error);
      this.#failure ??= failure;
      throw failure;
    }
  }

  /** The first failure of a statement. A transaction that had one is lost: PostgreSQL answers its commit by undoing it. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  async row<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, bindings))[0];
  }
}

/** PostgreSQL keeps no NUL in texts: none that is stored holds one, and none that is looked for is found. */
const storable = (value: Binding): Knex.RawBinding =>
  (typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value) as Knex.RawBinding;
