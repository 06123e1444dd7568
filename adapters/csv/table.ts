import { SourceError } from '../../application/ports/moving/register.js';
import type { RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { type Bytes, type CsvForm, sniff } from './form.js';
import { csvHeader, csvRows } from './reading.js';

/** Names of our columns by what a file calls them. */
export type ColumnNames = Readonly<Record<string, string>>;

/** A file as a table, and how it is written. */
export interface CsvTable {
  readonly table: RowTable;
  readonly form: CsvForm;
}

/**
 * Reads how a file is written, and its first row.
 * @throws SourceError for what is no table, and for names that it does not have
 */
export async function csvTable(kind: RowKind, bytes: Bytes, names: ColumnNames = {}): Promise<CsvTable> {
  const form = await sniff(bytes);
  const titles = await csvHeader(bytes, form);
  for (const name of Object.keys(names))
    if (!titles.includes(name)) throw new SourceError(`the file has no column ${name}, but ${titles.join(', ')}`);
  const columns = titles.map((title) => (Object.hasOwn(names, title) ? (names[title] ?? title) : title));
  return { form, table: { kind, columns, titles, rows: () => behindHeader(csvRows(bytes, form)) } };
}

async function* behindHeader(parts: ReturnType<typeof csvRows>): ReturnType<typeof csvRows> {
  let isHeader = true;
  for await (const part of parts) {
    const rows = isHeader ? part.slice(1 + part.findIndex(({ cells }) => cells.some((cell) => cell !== ''))) : part;
    isHeader = false;
    if (rows.length > 0) yield rows;
  }
}
