import type { CustomValues } from '../../../domain/catalog/field.js';
import type { Marker } from '../sessions/prepared-statement.js';
import { knex } from '../sessions/query.js';
import { comparedAs, isDocument, toColumn, toJson } from './field-columns.js';
import type { ExtraColumns, RecordTable, Values } from './record-table.js';

/** The record of an aggregate that is to be added. */
export interface NewRow {
  readonly record: object;
  readonly extra?: ExtraColumns;
}

/**
 * Adds rows by one query, whose text is the same whatever the rows hold.
 * @param rows what `documentsOf` makes of them
 * @param extraColumns columns beside those of fields that the rows may have, with their types
 */
export function insertRows(table: RecordTable, rows: Marker, extraColumns: Readonly<Record<string, string>> = {}) {
  const types: Readonly<Record<string, string>> = {
    ...Object.fromEntries(table.columns.map(({ column, field }) => [column, isDocument(field) ? 'jsonb' : comparedAs(field)])),
    ...extraColumns,
    custom: 'jsonb',
  };
  const columns = Object.keys(types);
  const typed = Object.entries(types).map(([column, type]) => knex.raw(`?? ${type}`, [column]));
  const given = knex.raw(`jsonb_to_recordset(?::jsonb) given(${typed.map(() => '?').join(', ')})`, [rows, ...typed]);
  return knex(knex.raw(`?? (${columns.map(() => '??').join(', ')})`, [table.name, ...columns])).insert(
    knex.select(columns).from(given),
  );
}

/** Rows as `insertRows` takes them. */
export const documentsOf = (table: RecordTable, rows: readonly NewRow[]): string =>
  toJson(rows.map((row) => documentOf(table, row)));

/** A row by its columns, without those that are null. */
function documentOf({ columns }: RecordTable, { record, extra = {} }: NewRow): Record<string, unknown> {
  const { custom = {}, ...values } = record as Values & { readonly custom?: CustomValues };
  const document: Record<string, unknown> = {};
  for (const { name, field, column } of columns) {
    const value = values[name] ?? (field.type === 'flag' ? false : null);
    if (value === null) continue;
    const stored = toColumn(name, field, value);
    document[column] = isDocument(field) ? JSON.parse(stored as string) : stored;
  }
  for (const column in extra) if (extra[column] !== null) document[column] = extra[column];
  document.custom = custom;
  return document;
}
