import knexFor, { type Knex } from 'knex';
import type { Binding } from '../connection/statement.js';

/** Query builder without a connection; sessions execute its queries. */
export const knex = knexFor({ client: 'pg' });

/** A query of the builder or of `sql`. Never await one: Knex would execute it. */
export interface Query {
  toSQL(): { toNative(): Knex.SqlNative };
}

/** An interpolation in `sql`: a value, a parameter of a prepared statement, or a subquery. */
export type SqlFragment = Binding | Knex.Value | Knex.QueryBuilder;

/**
 * Builds a query from text: sql`select from subnets where id = ${id}::integer`. Interpolations become bindings. A literal question
 * mark is written `\\?`.
 */
export function sql(texts: TemplateStringsArray, ...chunks: readonly SqlFragment[]): Knex.Raw {
  return knex.raw(texts.join('?'), chunks as Knex.RawBinding[]);
}

/**
 * A parameter whose value the planner cannot see. If the planner sees an array or a series, PostgreSQL estimates fewer rows than
 * for an unknown one, and therefore plans the statement again at each execution.
 */
// perf(DELETE addresses, one subnet): planning took longer than execution, +25 %
export const hiddenFromPlanner = (parameter: Knex.Raw): Knex.Raw => sql`(select ${parameter})`;
