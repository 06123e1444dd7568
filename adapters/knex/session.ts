import type { Knex } from 'knex';
import { translateError } from './constraint-errors.js';

/** A value that goes with a statement, apart from its text. */
export type Binding = string | number | boolean | Date | null | readonly (number | string)[];

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** A piece of SQL and the values for its question marks. */
export interface Fragment {
  readonly sql: string;
  readonly bindings: readonly Binding[];
}

/** Where statements run: on any free connection, or in one transaction. */
export class Session {
  readonly #knex: Knex;
  #failure: Error | undefined;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** @throws IpamError when a constraint says what was wrong, else StorageError */
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

  /** The first row. */
  async row<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, bindings))[0];
  }
}

/** PostgreSQL keeps no NUL in texts: none that is stored holds one, and none that is looked for is found. */
const storable = (value: Binding): Knex.RawBinding =>
  (typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value) as Knex.RawBinding;
