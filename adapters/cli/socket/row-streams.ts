import { commandLineCaller } from '../../../application/caller.js';
import type { Log } from '../../../application/ports/environment.js';
import type { RowExport } from '../../../application/transfer/rows/row-export.js';
import type { RowImport } from '../../../application/transfer/rows/row-import.js';
import { type CsvTables, RefusedRowsError, type RowOptions, type RowTable } from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { CommandRefused } from '../execution.js';
import { type MessageOf, type ReportText, type RowArguments, refusalOf, reportText } from '../row-errors.js';
import type { TextStreams } from './admin-socket.js';
import type { Uploads } from './answers.js';
import { readRowLines } from './row-lines.js';

/** Formats of other adapters. */
export interface RowFormats {
  readonly write: CsvTables['write'];
  readonly messageOf: MessageOf;
}

/** Heartbeat interval while rows are written, in milliseconds. */
const signInterval = 5_000;

/** The service's side of `exportOver`. */
export const exportedTexts =
  (rows: RowExport, formats: RowFormats): TextStreams[string] =>
  (options) => {
    const kind = options.get('kind') as RowKind;
    return exported(rows, kind, options.get('section') ?? undefined, formats);
  };

export async function* exported(
  rows: RowExport,
  kind: RowKind,
  section: string | undefined,
  { write, messageOf }: RowFormats,
): AsyncGenerator<string, void, undefined> {
  const table = await rows.table(commandLineCaller, kind, section).catch((error: unknown) => {
    throw refusalOf(error, messageOf);
  });
  yield* write(table.columns, table.rows);
}

/** A line of the service's response during an import; an empty object is a heartbeat. */
export interface StreamLine {
  readonly progress?: [share: number, what: string];
  readonly writing?: number;
  readonly report?: ReportText;
  readonly problem?: string;
}

/** The service's side of `importOver`. */
export const importedTexts = (rows: RowImport, log: Log, messageOf: MessageOf): Uploads[string] =>
  async function* (options, file) {
    const words = JSON.parse(options.get('words') ?? '{}') as RowArguments;
    const lines: StreamLine[] = [];
    let wake = (): void => {};
    const progressed = (...progress: [number, string]): void => {
      if (lines.length === 0) lines.push({ progress });
      wake();
    };
    const writing = (count: number): void => void lines.push({ writing: count });
    const done = importReported(rows, await readRowLines(file), words, { progressed, writing }, messageOf).then(
      (report): StreamLine => {
        if (report.imported) log.info('rows imported', { rows: report.rows, created: report.created, changed: report.changed });
        return { report };
      },
      (error: unknown): StreamLine => {
        if (error instanceof CommandRefused) return { problem: error.message };
        log.error('rows not imported', { error });
        return { problem: 'the command failed in the service; see its log' };
      },
    );
    let end: StreamLine | undefined;
    void done.then((line) => {
      end = line;
      wake();
    });
    try {
      for (;;) {
        await new Promise<void>((resolve) => {
          const stop = setTimeout(resolve, lines.length > 0 || end ? 0 : signInterval);
          wake = () => {
            clearTimeout(stop);
            resolve();
          };
        });
        yield `${JSON.stringify(lines.shift() ?? {})}\n`;
        if (end) break;
      }
      yield `${JSON.stringify(end)}\n`;
    } finally {
      await done; // the import still reads the file
    }
  };

export async function importReported(
  rows: RowImport,
  tables: readonly RowTable[],
  { dryRun, update: updates, inBatches = false, createMissing: createsMissing = false, section, vrf }: RowArguments,
  options: Pick<RowOptions, 'progressed' | 'writing'>,
  messageOf: MessageOf,
): Promise<ReportText> {
  const caller = dryRun ? { ...commandLineCaller, writeOptions: { isDryRun: true } } : commandLineCaller;
  try {
    const report = await rows.run(caller, tables, { updates, inBatches, createsMissing, section, vrf, ...options });
    return reportText(report, { updates, createsMissing }, messageOf);
  } catch (error) {
    if (error instanceof RefusedRowsError) return reportText(error.report, { updates, createsMissing }, messageOf);
    throw refusalOf(error, messageOf);
  }
}
