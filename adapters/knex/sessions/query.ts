import knexFor, { type Knex } from 'knex';
import type { Binding } from '../connection/statement.js';

/** Builds queries. It has no connection: a query never runs by itself, sessions run it. */
export const knex = knexFor({ client: 'pg' });

/** What a builder or `sql` built. Never await one: to Knex that means to run it. */
export interface Query {
  toSQL(): { toNative(): Knex.SqlNative };
}

/** What may stand in a text of `sql`: a value, a parameter of a prepared statement, or a query as a part of this one. */
export type SqlFragment = Binding | Knex.Value | Knex.QueryBuilder;

/**
 * A query as text, for what SQL says better than the builder: sql`select from subnets where id = ${id}::integer`. What stands
 * in it never becomes text of the statement, but goes beside it. A question mark in the text itself is written `\\?`.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly SqlFragment[]): Knex.Raw {
  return knex.raw(texts.join('?'), parts as Knex.RawBinding[]);
}
