import { csvTable, csvTexts } from '../adapters/csv/index.js';
import { leaseFormats } from '../adapters/leases/formats.js';
import { mappedTable } from '../application/transfer/rows/row-mapping.js';
import type { CsvTables, FileBytes, RowMapping, RowTable } from '../application/transfer/rows/table.js';
import type { RowKind } from '../domain/transfer/columns.js';

const maxStart = 65_536;

/** The first bytes of a ZIP archive, the format of workbooks. */
const archiveStart = 'PK\u0003\u0004';

/** Detects the format from the content. @throws SourceError for other files, and for unknown columns in `mapping` */
export async function rowTable(kind: RowKind, bytes: FileBytes, mapping: RowMapping = {}): Promise<RowTable> {
  const start = await startOf(bytes);
  if (start.startsWith(archiveStart)) {
    const { workbookTable } = await import('../adapters/xlsx/table.js'); // loaded only for workbooks
    return workbookTable(kind, bytes, mapping);
  }
  const format = leaseFormats.find(({ reads }) => reads(start));
  return format ? mappedTable(await format.table(kind, bytes), mapping) : csvTable(kind, bytes, mapping);
}

export const rowFiles: CsvTables = { read: rowTable, write: csvTexts };

async function startOf(bytes: FileBytes): Promise<string> {
  const decoder = new TextDecoder();
  let start = '';
  for await (const piece of bytes()) {
    start += decoder.decode(piece, { stream: true });
    if (start.length >= maxStart) break;
  }
  return start.slice(0, maxStart);
}
