import { SourceError } from '../../application/ports/transfer/register.js';
import { mappedTable } from '../../application/transfer/rows/row-mapping.js';
import {
  type FileBytes,
  type InputRow,
  type RowMapping,
  type RowTable,
  UnreadableRowError,
} from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { headerIndex, maxRowsAboveHeader } from '../../domain/transfer/header-row.js';
import { WorkbookPackage } from './package.js';
import { sheetRows } from './sheet.js';
import { firstSheet, sharedTexts } from './workbook.js';

/** Reads the first visible sheet of a workbook. @throws SourceError for other files, and for unknown columns in `mapping` */
export async function workbookTable(kind: RowKind, bytes: FileBytes, mapping: RowMapping = {}): Promise<RowTable> {
  const workbook = await WorkbookPackage.open(bytes);
  const sheet = await firstSheet(workbook);
  const texts = await sharedTexts(workbook);
  const read = () => sheetRows(workbook, sheet, texts);
  const header = await headerOf(read());
  const titles = header.cells.map((cell) => String(cell).trim());
  const table: RowTable = {
    kind,
    columns: titles,
    titles,
    source: { format: 'xlsx', sheet: sheet.name, headerRow: header.row },
    rows: () => behind(header.row, titles.length, read()),
  };
  return mappedTable(table, mapping);
}

/** @throws SourceError without a header */
async function headerOf(chunks: AsyncIterable<readonly InputRow[]>): Promise<InputRow> {
  const rows: InputRow[] = [];
  try {
    for await (const chunk of chunks) {
      rows.push(...chunk);
      if (rows.length >= maxRowsAboveHeader) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableRowError) || rows.length === 0) throw error;
  }
  const header = rows[headerIndex(rows.slice(0, maxRowsAboveHeader).map(({ cells }) => cells.map(String)))];
  if (!header) throw new SourceError('the sheet has no row with the names of its columns');
  return header;
}

/** Yields the rows below the header. Sheets omit empty cells at the end of a row. */
async function* behind(
  header: number,
  width: number,
  chunks: AsyncIterable<readonly InputRow[]>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  for await (const chunk of chunks) {
    const rows = chunk.filter(({ row }) => row > header);
    if (rows.length > 0) yield rows.map(({ row, cells }) => ({ row, cells: padded(cells, width) }));
  }
}

const padded = (cells: readonly unknown[], width: number): readonly unknown[] =>
  cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')];
