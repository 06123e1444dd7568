import type { Knex } from 'knex';
import type { Marker, Markers, StatementParameters } from '../sessions/sql.js';

export type Building = Knex.QueryBuilder;

/** A condition on the rows `t` of a query. */
export interface Condition {
  /** Cache key of the SQL text. Conditions of one form differ only in values. Undefined if the text depends on the request. */
  readonly form: string | undefined;
  /** Names of parameters must be unique within a query. */
  readonly values: StatementParameters;
  apply(query: Building, markers: Markers<StatementParameters>): unknown;
}

export const condition = <P extends StatementParameters>(
  form: string | undefined,
  values: P,
  apply: (query: Building, markers: Markers<P>) => unknown,
): Condition => ({ form, values, apply });

export function markerOf(markers: Markers<StatementParameters>, name: string): Marker {
  const marker = markers[name];
  if (!marker) throw new Error(`no parameter ${name}`);
  return marker;
}

export const fixed = (form: string, apply: (query: Building) => unknown): Condition => condition(form, {}, apply);

export const equal = (column: string, value: string | number | boolean): Condition =>
  condition(`${column} =`, { [column]: value }, (query, markers) => query.where(`t.${column}`, markerOf(markers, column)));

export const valuesOf = (conditions: readonly Condition[]): StatementParameters =>
  Object.assign({}, ...conditions.map(({ values }) => values));

export function applyAll(conditions: readonly Condition[], query: Building, markers: Markers<StatementParameters>): Building {
  for (const each of conditions) each.apply(query, markers);
  return query;
}

/** Undefined if a condition has no form. */
export function formOf(conditions: readonly Condition[]): string | undefined {
  let forms = '';
  for (const { form } of conditions) {
    if (form === undefined) return undefined;
    forms += ` ${form},`;
  }
  return forms;
}
