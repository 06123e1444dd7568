import type { CustomCondition } from '../../../application/ports/inventory/records.js';
import { foldCase } from '../../../domain/listing/text-match.js';
import type { Session } from '../sessions/session.js';
import { knex, sql } from '../sessions/sql.js';
import { type Condition, condition, markerOf } from './condition.js';
import { statementOf, type TextStatement } from './statement-cache.js';

/** Maximum number of rows that are read by id. A more frequent value is found quickly in any order. */
const few = 5000;

/** Characters that PostgreSQL cannot store. A search for them has no results. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** The JSON text of an object with this one custom value, for a comparison with the JSON column of all custom values. */
export const customColumn = (name: string, value: CustomCondition['value']): string =>
  JSON.stringify({ [name]: typeof value === 'string' ? value.replace(unstorable, '\uFFFD') : value });

/** Condition on rows `t` with this custom value. The indexes contain only rows with custom values. */
export function hasCustom({ field, value, ignoresCase = false }: CustomCondition): Condition {
  if (!ignoresCase) {
    return condition('custom', { custom: customColumn(field, value) }, (query, { custom }) =>
      query.where('t.custom', '<>', '{}').where('t.custom', '@>', sql`${custom}::jsonb`),
    );
  }
  const folded = customColumn(foldCase(field), typeof value === 'string' ? foldCase(value) : value);
  return condition('folded', { custom: folded }, (query, { custom }) =>
    query.where('t.custom', '<>', '{}').where(sql`fold_case(t.custom::text)::jsonb`, '@>', sql`${custom}::jsonb`),
  );
}

/** Reads the ids of some rows with a custom value. PostgreSQL plans the statement for each value. */
export function idsWithCustom(table: string, has: Condition): TextStatement {
  return statementOf({ name: table, form: `ids ${has.form}`, isNamed: false }, (markers) => {
    const query = knex({ t: table }).select('t.id');
    has.apply(query, markers);
    return query.limit(few + 1);
  });
}

/** Adds the ids of rows with a custom value, if they are few. A planner that expects many rows would scan the list in its order. */
export async function narrowedByCustom(
  session: Session,
  table: string,
  custom: CustomCondition | undefined,
): Promise<Condition[]> {
  if (!custom) return [];
  const has = hasCustom(custom);
  const rows = await session.prepared(idsWithCustom(table, has), has.values);
  return rows.length > few
    ? []
    : [
        isOneOf(
          'narrowed',
          rows.map(([id]) => Number(id)),
        ),
      ];
}

export const isOneOf = (name: string, ids: readonly number[]): Condition =>
  condition(`id of ${name}`, { [name]: ids }, (query, markers) =>
    query.whereRaw('t.id = any(?::integer[])', [markerOf(markers, name)]),
  );
