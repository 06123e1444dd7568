import type { Knex } from 'knex';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';
import type { DryRunIds } from './new-ids.js';

/** @param dryRunIds undefined outside of dry runs @returns the id of the new row */
export async function insertRow(session: Session, table: string, row: object, dryRunIds: DryRunIds | undefined): Promise<number> {
  const input = { ...dryRunIds?.column, ...row };
  const added = await session.row<{ id: number }>(knex(table).insert(input).returning('id'));
  if (!added) throw new Error('an insert returned no id');
  return added.id;
}

/** Deletes the selected rows. @returns their number */
export const deleteRows = async (session: Session, rows: Knex.QueryBuilder): Promise<number> =>
  (await session.rows(rows.delete().returning(knex.raw('1')))).length;

/** Updates the selected rows. @returns their number */
export const updateRows = async (session: Session, rows: Knex.QueryBuilder, values: object): Promise<number> =>
  (await session.rows(rows.update(values).returning(knex.raw('1')))).length;

/** The record of the first row; undefined without a row. */
export async function firstOf<R, T>(rows: Promise<readonly R[]>, read: (row: R) => T): Promise<T | undefined> {
  const [row] = await rows;
  return row && read(row);
}
