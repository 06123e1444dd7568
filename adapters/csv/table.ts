import { rowsBelow } from '../../application/transfer/rows/file-texts.js';
import { mappedTable } from '../../application/transfer/rows/row-mapping.js';
import type { FileBytes, RowMapping, RowTable } from '../../application/transfer/rows/table.js';
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
  const table: RowTable = isInfoblox(header.titles)
    ? await infobloxTable(kind, () => csvRows(bytes, form), source)
    : {
        kind,
        columns: header.titles,
        titles: header.titles,
        source,
        rows: () => rowsBelow(header.row, csvRows(bytes, form)),
      };
  return mappedTable(table, mapping);
}
