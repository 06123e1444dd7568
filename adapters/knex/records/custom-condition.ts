import type { CustomCondition } from '../../../application/ports/inventory.js';
import { foldCase } from '../../../domain/search/text-match.js';
import type { Fragment, Session } from '../sessions/session.js';

/** Up to so many rows are read by their ids; of a value that more have, the rows come quickly in any order. */
const few = 5000;

/** What PostgreSQL keeps in no text: no stored value holds it, and none that is looked for is found. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** A custom value as a part of the column that holds them all. */
export const customPart = (name: string, value: CustomCondition['value']): string =>
  JSON.stringify({ [name]: typeof value === 'string' ? value.replace(unstorable, '\uFFFD') : value });

/** Holds for the rows `alias` with this custom value. The indexes know rows that have custom values at all. */
export function hasCustom(alias: string, { field, value, ignoresCase = false }: CustomCondition): Fragment {
  const held = `${alias}.custom <> '{}' and`;
  if (!ignoresCase) return { sql: `${held} ${alias}.custom @> ?::jsonb`, bindings: [customPart(field, value)] };
  const folded = customPart(foldCase(field), typeof value === 'string' ? foldCase(value) : value);
  return { sql: `${held} fold_case(${alias}.custom::text)::jsonb @> ?::jsonb`, bindings: [folded] };
}

/** Reads the ids of some rows of a table with a custom value. */
export function idsWithCustom(table: string, condition: CustomCondition): Fragment {
  const { sql, bindings } = hasCustom('t', condition);
  return { sql: `select t.id from ${table} t where ${sql} limit ${few + 1}`, bindings };
}

/**
 * A further condition of lists that ask for a custom value: the ids of the rows, where they are few. Without it a planner
 * that expects many would walk along the order of the list, past everything that has another value.
 */
export async function narrowedByCustom(
  session: Session,
  table: string,
  condition: CustomCondition | undefined,
): Promise<Fragment[]> {
  if (!condition) return [];
  const { sql, bindings } = idsWithCustom(table, condition);
  const rows = await session.rows<{ id: number }>(sql, bindings);
  return rows.length > few ? [] : [{ sql: 't.id = any(?::integer[])', bindings: [rows.map(({ id }) => id)] }];
}
