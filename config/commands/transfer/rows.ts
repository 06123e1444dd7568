import { readFileBytes, writeFile } from '../../../adapters/archive/index.js';
import {
  exported,
  exportOver,
  importOver,
  importReported,
  type ProgramWork,
  type ReportText,
  type RowArguments,
  type RowProgress,
} from '../../../adapters/cli/index.js';
import { systemTimers } from '../../../adapters/system/index.js';
import { RowExport } from '../../../application/transfer/rows/row-export.js';
import { RowImport } from '../../../application/transfer/rows/row-import.js';
import type { RowTable } from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { rowTable } from '../../row-files.js';
import { rowFormats } from '../../row-formats.js';
import { readProcessConfiguration, type ServiceConfiguration } from '../../settings/settings.js';
import { withDatabase, withService } from '../commands.js';

export const rowWork: Pick<ProgramWork, 'readFile' | 'writeFile' | 'readTable' | 'connectRows'> = {
  readFile: readFileBytes,
  writeFile: (file, texts) => writeFile(file, texts),
  readTable: (kind, file, mapping) => rowTable(kind, () => readFileBytes(file), mapping),
  connectRows() {
    const configuration = readProcessConfiguration();
    return {
      importRows: (tables, words, progress) => importRows(configuration, tables, words, progress),
      exportRows: (kind, section, take) => exportRows(configuration, kind, section, take),
    };
  },
};

/** Uses the service that has opened the embedded database, if any. @throws CommandRefused, DatabaseError, SourceError */
export function importRows(
  configuration: ServiceConfiguration,
  tables: readonly RowTable[],
  words: RowArguments,
  progress: RowProgress,
): Promise<ReportText> {
  const { progressed } = progress;
  return withService(
    configuration,
    (socket) => importOver(socket, tables, words, progress),
    () =>
      withDatabase(configuration, ({ readers, unitOfWork, clock }) => {
        const rows = new RowImport(readers, unitOfWork, clock, systemTimers);
        return importReported(rows, tables, words, { progressed }, rowFormats.messageOf);
      }),
  );
}

/** Uses the service that has opened the embedded database, if any. */
const exportRows = (
  configuration: ServiceConfiguration,
  kind: RowKind,
  section: string | undefined,
  take: (texts: AsyncIterable<string | Uint8Array>) => Promise<void>,
): Promise<void> =>
  withService(
    configuration,
    async (socket) => take(await exportOver(socket, kind, section)),
    () => withDatabase(configuration, ({ readers }) => take(exported(new RowExport(readers), kind, section, rowFormats))),
  );
