import { CommandRefused, readRowLines, type TextStreams, type Uploads } from '../adapters/cli/index.js';
import { csvTexts } from '../adapters/csv/index.js';
import { answerFor } from '../adapters/http/error-table.js';
import { commandLineCaller } from '../application/caller.js';
import type { Log } from '../application/ports/environment.js';
import { SourceError } from '../application/ports/register.js';
import { StorageError } from '../application/ports/storage-error.js';
import type { RowExport } from '../application/transfer/rows/row-export.js';
import type { RowImport } from '../application/transfer/rows/row-import.js';
import {
  InterruptedRowsError,
  RefusedRowsError,
  type RowError,
  type RowOptions,
  type RowReport,
  type RowTable,
  rowErrorText,
} from '../application/transfer/rows/table.js';
import { IpamError } from '../domain/errors.js';
import type { RowKind } from '../domain/transfer/columns.js';
import { hintAt } from './near-words.js';

export interface RowArguments {
  readonly dryRun: boolean;
  readonly update: boolean;
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  readonly inBatches?: boolean;
  readonly createMissing?: boolean;
}

export type ReportText = Omit<RowReport, 'errors'> & {
  readonly errors: readonly (Omit<RowError, 'problem'> & { readonly problem: string })[];
};

/** Heartbeat interval while rows are written, in milliseconds. */
const signInterval = 5_000;

/** The service's side of `exportRows`. */
export const exportedTexts =
  (rows: RowExport): TextStreams[string] =>
  (options) => {
    const kind = options.get('kind') as RowKind;
    return exported(rows, kind, options.get('section') ?? undefined);
  };

export async function* exported(
  rows: RowExport,
  kind: RowKind,
  section: string | undefined,
): AsyncGenerator<string, void, undefined> {
  const table = await rows.table(commandLineCaller, kind, section).catch((error: unknown) => {
    throw refusalOf(error);
  });
  yield* csvTexts(table.columns, table.rows);
}

/** A line of the service's response during an import; an empty object is a heartbeat. */
export interface StreamLine {
  readonly progress?: [share: number, what: string];
  readonly writing?: number;
  readonly report?: ReportText;
  readonly problem?: string;
}

/** The service's side of `importRows`. */
export const importedTexts = (rows: RowImport, log: Log): Uploads[string] =>
  async function* (options, file) {
    const words = JSON.parse(options.get('words') ?? '{}') as RowArguments;
    const lines: StreamLine[] = [];
    let wake = (): void => {};
    const progressed = (...progress: [number, string]): void => {
      if (lines.length === 0) lines.push({ progress });
      wake();
    };
    const writing = (count: number): void => void lines.push({ writing: count });
    const done = importReported(rows, await readRowLines(file), words, { progressed, writing }).then(
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
): Promise<ReportText> {
  const caller = dryRun ? { ...commandLineCaller, writeOptions: { isDryRun: true } } : commandLineCaller;
  try {
    const report = await rows.run(caller, tables, { updates, inBatches, createsMissing, section, vrf, ...options });
    return reportText(report, { updates, createsMissing });
  } catch (error) {
    if (error instanceof RefusedRowsError) return reportText(error.report, { updates, createsMissing });
    throw refusalOf(error);
  }
}

const reportText = ({ errors, ...counts }: RowReport, options: Parameters<typeof errorText>[1]): ReportText => ({
  ...counts,
  errors: errors.map((error) => ({ ...error, problem: errorText(error, options) })),
});

function problemText(problem: IpamError): string {
  if (IpamError.is(problem, 'field.unknown')) return `unknown field ${problem.details.field}`;
  return answerFor(problem)?.message ?? problem.message;
}

/** Options of the import. */
type ErrorOptions = Required<Pick<RowOptions, 'updates' | 'createsMissing'>>;

const areThere: ReadonlySet<string> = new Set(['kind.taken', 'section.nameTaken', 'address.exists']);

const referableFields: ReadonlySet<string> = new Set([
  'sectionId',
  'customer_id',
  'location',
  'domainId',
  'vlanId',
  'vrfId',
  'deviceId',
]);

/** The error of a row with the option that avoids it. */
export function errorText(error: RowError, { updates, createsMissing }: ErrorOptions): string {
  const { table, problem } = error;
  const text = rowErrorText(error, problemText);
  if (IpamError.is(problem, 'field.reference') && !createsMissing && referableFields.has(problem.details.field))
    return `${text}: --create-missing creates missing records`;
  if (updates || error.uncreated || typeof problem === 'string' || !areThere.has(problem.code)) return text;
  const builtIn = table === 'l2domain' ? ' (every register has one called default)' : '';
  return `${text}${builtIn}: --update changes existing records`;
}

function unknownColumn({ field, among = [] }: { readonly field: string; readonly among?: readonly string[] }): string {
  const known = among.length > 0 ? `; known columns: ${among.join(', ')}` : '';
  return `unknown column ${JSON.stringify(field)} in the first row${hintAt(field, among)}: map it to a known column with --map, or ignore it with --skip-unknown${known}`;
}

export const goOn = 'import the file again with --update';

/** Maps errors that affect more than one row. Returns other errors unchanged. */
export function refusalOf(error: unknown): unknown {
  if (IpamError.is(error, 'field.unknown')) return new CommandRefused(unknownColumn(error.details));
  if (error instanceof SourceError) return new CommandRefused(error.message);
  if (error instanceof IpamError) return new CommandRefused(problemText(error));
  if (error instanceof InterruptedRowsError)
    return new CommandRefused(`${error.cause.message}; at least ${error.written} rows were stored: ${goOn}`, {
      cause: error.cause,
    });
  if (error instanceof StorageError && error.failure === 'unavailable')
    return new CommandRefused(`${error.message}; nothing was changed`, { cause: error });
  if (error instanceof StorageError && error.failure === 'outcomeUnknown')
    return new CommandRefused(
      `${error.message}; the outcome is unknown: check whether the rows were stored before you try again`,
      {
        cause: error,
      },
    );
  return error;
}
