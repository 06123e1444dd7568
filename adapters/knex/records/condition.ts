import type { Knex } from 'knex';
import type { Marker, Markers, StatementParameters } from '../sessions/prepared-statement.js';

/** A query that is being built. */
export type Building = Knex.QueryBuilder;

/** A condition on the rows `t` of a query. */
export interface Condition {
  /** Stands for its text: conditions of one form differ in their values only. None for one whose text depends on a request. */
  readonly form: string | undefined;
  /** The values of its parameters; conditions that meet in a query call none alike. */
  readonly values: StatementParameters;
  /** Adds it to a query. */
  apply(query: Building, given: Markers<StatementParameters>): unknown;
}

/** A condition of a form, with its values. */
export const condition = <P extends StatementParameters>(
  form: string | undefined,
  values: P,
  apply: (query: Building, given: Markers<P>) => unknown,
): Condition => ({ form, values, apply });

/** The place of a parameter whose name is computed. */
export function markerOf(given: Markers<StatementParameters>, name: string): Marker {
  const marker = given[name];
  if (!marker) throw new Error(`no parameter ${name}`);
  return marker;
}

/** One without values. */
export const fixed = (form: string, apply: (query: Building) => unknown): Condition => condition(form, {}, apply);

/** Holds where a column of `t` equals a value. */
export const equal = (column: string, value: string | number | boolean): Condition =>
  condition(`${column} =`, { [column]: value }, (query, given) => query.where(`t.${column}`, markerOf(given, column)));

/** The values of all conditions. */
export const valuesOf = (conditions: readonly Condition[]): StatementParameters =>
  Object.assign({}, ...conditions.map(({ values }) => values));

/** Adds conditions to a query. */
export function applyAll(conditions: readonly Condition[], query: Building, given: Markers<StatementParameters>): Building {
  for (const each of conditions) each.apply(query, given);
  return query;
}

/** The form of all conditions together; undefined where one has none. */
export function formOf(conditions: readonly Condition[]): string | undefined {
  let forms = '';
  for (const { form } of conditions) {
    if (form === undefined) return undefined;
    forms += ` ${form},`;
  }
  return forms;
}
