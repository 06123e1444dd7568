import { mappedTable } from '../../application/transfer/rows/row-mapping.js';
import type { FileBytes, InputRow, RowMapping, RowTable } from '../../application/transfer/rows/table.js';
import type { RowKind } from '../../domain/transfer/columns.js';
import { sniff } from './form.js';
import { infobloxTable, isInfoblox } from './infoblox.js';
import { csvHeader, csvRows } from './reading.js';

/**
 * Detects the format of a file and reads its header.
 * @throws SourceError for other files, and for unknown columns in `mapping`
 */
export async function csvTable(kind: RowKind, bytes: FileBytes, mapping: RowMapping = {}): Promise<RowTable> {
  const form = await sniff(bytes);
  const header = await csvHeader(bytes, form);
  const { encoding, delimiter } = form;
  const source = { format: 'csv', encoding, delimiter, headerRow: header.row };
  const table: RowTable = isInfoblox(header.cells)
    ? await infobloxTable(kind, () => csvRows(bytes, form), source)
    : {
        kind,
        columns: header.cells,
        titles: header.cells,
        source,
        rows: () => behind(header.row, csvRows(bytes, form)),
      };
  return mappedTable(table, mapping);
}

async function* behind(
  header: number,
  chunks: AsyncIterable<readonly InputRow[]>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  for await (const chunk of chunks) {
    const rows = (chunk[0]?.row ?? 0) > header ? chunk : chunk.filter(({ row }) => row > header);
    if (rows.length > 0) yield rows;
  }
}
