import { type ColumnMapping, type CsvTables, mappedColumns, type RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { type Bytes, type CsvForm, sniff } from './form.js';
import { csvHeader, csvRows } from './reading.js';
import { csvTexts } from './writing.js';

/** The rows of a file, and its format. */
export interface CsvTable {
  readonly table: RowTable;
  readonly form: CsvForm;
}

/**
 * Detects the format of a file and reads its header.
 * @throws SourceError for other files, and for unknown columns in `mapping`
 */
export async function csvTable(kind: RowKind, bytes: Bytes, mapping: ColumnMapping = {}): Promise<CsvTable> {
  const form = await sniff(bytes);
  const titles = await csvHeader(bytes, form);
  return {
    form,
    table: { kind, columns: mappedColumns(titles, mapping), titles, rows: () => behindHeader(csvRows(bytes, form)) },
  };
}

export const csvTables: CsvTables = {
  read: async (kind, bytes, mapping) => (await csvTable(kind, bytes, mapping)).table,
  write: csvTexts,
};

async function* behindHeader(parts: ReturnType<typeof csvRows>): ReturnType<typeof csvRows> {
  let isHeader = true;
  for await (const part of parts) {
    const rows = isHeader ? part.slice(1 + part.findIndex(({ cells }) => cells.some((cell) => cell !== ''))) : part;
    isHeader = false;
    if (rows.length > 0) yield rows;
  }
}
