import { SourceError } from '../../application/ports/register.js';
import { headerRow, rowsBelow } from '../../application/transfer/rows/file-texts.js';
import { mappedTable } from '../../application/transfer/rows/row-mapping.js';
import type { FileBytes, InputRow, RowMapping, RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { WorkbookPackage } from './package.js';
import { sheetRows } from './sheet.js';
import { firstSheet, sharedTexts } from './workbook.js';

/** Reads the first visible sheet of a workbook. @throws SourceError for other files, and for unknown columns in `mapping` */
export async function workbookTable(kind: RowKind, bytes: FileBytes, mapping: RowMapping = {}): Promise<RowTable> {
  const workbook = await WorkbookPackage.open(bytes);
  const sheet = await firstSheet(workbook);
  const texts = await sharedTexts(workbook);
  const read = () => sheetRows(workbook, sheet, texts);
  const header = await headerRow(read(), (error, rows) => {
    if (rows.length === 0) throw error;
  });
  if (!header) throw new SourceError('the sheet has no row with the names of its columns');
  const { row: headerNumber, titles } = header;
  const table: RowTable = {
    kind,
    columns: titles,
    titles,
    source: { format: 'xlsx', sheet: sheet.name, headerRow: headerNumber },
    rows: () => paddedRows(headerNumber, titles.length, read()),
  };
  return mappedTable(table, mapping);
}

/** Yields the rows below the header. Sheets omit empty cells at the end of a row. */
async function* paddedRows(
  header: number,
  width: number,
  chunks: AsyncIterable<readonly InputRow[]>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  for await (const rows of rowsBelow(header, chunks)) yield rows.map(({ row, cells }) => ({ row, cells: padded(cells, width) }));
}

const padded = (cells: readonly unknown[], width: number): readonly unknown[] =>
  cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')];
