import {
  CommandRefused,
  readRowLines,
  rowLines,
  ServiceBrokeOff,
  type TextStreams,
  textsOver,
  type Uploads,
  uploadOver,
} from '../../../adapters/cli/index.js';
import { csvTexts } from '../../../adapters/csv/index.js';
import { systemTimers } from '../../../adapters/system/index.js';
import { commandLineCaller } from '../../../application/caller.js';
import type { Database } from '../../../application/ports/database.js';
import type { Log } from '../../../application/ports/environment.js';
import { RowExport } from '../../../application/transfer/rows/row-export.js';
import { RowImport } from '../../../application/transfer/rows/row-import.js';
import {
  type RowMistake,
  type RowOptions,
  type RowReport,
  RowsRefused,
  type RowTable,
} from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { DatabaseError, openConfigured } from '../../database.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import type { Terminal } from '../../terminal.js';
import { withService } from '../commands.js';
import type { Progress } from './progress.js';
import { goOn, refusalOf, toldMistake } from './row-problems.js';

/** How rows are brought in from the command line. */
export interface RowWords {
  readonly dryRun: boolean;
  readonly update: boolean;
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
  readonly inBatches?: boolean;
}

/** A report in words. */
export type ToldReport = Omit<RowReport, 'mistakes'> & {
  readonly mistakes: readonly (Omit<RowMistake, 'problem'> & { readonly problem: string })[];
};

/** Is told how it goes on. */
export interface RowsTold {
  readonly progressed: NonNullable<RowOptions['progressed']>;
  /** So many rows are being written, and a service that runs answers nobody else meanwhile. */
  readonly othersWait: (rows: number) => void;
}

/** Rows from which on it takes so long to write them that those who wait are worth a word. */
const manyRows = 1000;

/** What is shown to people of how it goes on. */
export const shownTo = (progress: Progress, { prompt }: Pick<Terminal, 'prompt'>): RowsTold => ({
  progressed: (share, what) => progress.show(share, what),
  othersWait(rows) {
    if (rows < manyRows) return;
    progress.end();
    prompt(`the service answers nobody else while these ${rows} rows are written (addresses: not so with --in-batches)\n`);
  },
});

/** Texts between two signs of life while rows are written, in milliseconds. */
const signInterval = 5_000;

/**
 * Brings rows in: through the service that holds the embedded database, else on the database itself.
 * @throws CommandRefused, DatabaseError, SourceError
 */
export function takeRows(
  configuration: ServiceConfiguration,
  tables: readonly RowTable[],
  words: RowWords,
  { progressed, othersWait }: RowsTold,
): Promise<ToldReport> {
  return withService(
    configuration,
    async (socket) => {
      const wanted = new URLSearchParams({ words: JSON.stringify(words) });
      const said = await uploadOver(socket, `rows?${wanted}`, () => rowLines(tables));
      return reportIn(said, { progressed, othersWait }).catch((error: unknown) => {
        throw error instanceof ServiceBrokeOff ? new CommandRefused(`${error.message}; ${leftBehind(words)}`) : error;
      });
    },
    () =>
      withDatabase(configuration, ({ readers, unitOfWork, clock }) =>
        importTold(new RowImport(readers, unitOfWork, clock, systemTimers), tables, words, { progressed }),
      ),
  );
}

/** What a service says at the end of what it says. @throws CommandRefused */
async function reportIn(said: AsyncIterable<Uint8Array>, { progressed, othersWait }: RowsTold): Promise<ToldReport> {
  for await (const line of linesOf(said)) {
    const { progress, writing, report, problem } = JSON.parse(line) as SaidLine;
    if (writing !== undefined) othersWait(writing);
    if (progress) progressed(...progress);
    if (problem !== undefined) throw new CommandRefused(problem);
    if (report) return report;
  }
  throw new ServiceBrokeOff('it said no more');
}

/** What is there of rows that were being taken when their service ended. */
function leftBehind({ dryRun, inBatches }: RowWords): string {
  if (dryRun) return 'nothing is written';
  return inBatches ? `what it had written stays: ${goOn}` : 'all rows are written or none: look which before you try again';
}

/** Records of one sort as texts of CSV: out of the service that holds the embedded database, else out of the database itself. */
export function giveRows(
  configuration: ServiceConfiguration,
  kind: RowKind,
  section: string | undefined,
  take: (texts: AsyncIterable<string | Uint8Array>) => Promise<void>,
): Promise<void> {
  const wanted = new URLSearchParams({ kind, ...(section === undefined ? {} : { section }) });
  return withService(
    configuration,
    async (socket) => take(await textsOver(socket, `csv?${wanted}`)),
    () => withDatabase(configuration, ({ readers }) => take(exported(new RowExport(readers), kind, section))),
  );
}

/** What a service gives out for giveRows. */
export const exportedTexts =
  (rows: RowExport): TextStreams[string] =>
  (options) => {
    const kind = options.get('kind') as RowKind;
    return exported(rows, kind, options.get('section') ?? undefined);
  };

async function* exported(rows: RowExport, kind: RowKind, section: string | undefined): AsyncGenerator<string, void, undefined> {
  const table = await rows.table(commandLineCaller, kind, section).catch((error: unknown) => {
    throw refusalOf(error);
  });
  yield* csvTexts(table.columns, table.rows);
}

/** A line that a service says while it takes rows; an empty one is a sign of life. */
interface SaidLine {
  readonly progress?: [share: number, what: string];
  readonly writing?: number;
  readonly report?: ToldReport;
  readonly problem?: string;
}

/** What a service makes of rows for takeRows. */
export const importedTexts = (rows: RowImport, log: Log): Uploads[string] =>
  async function* (options, file) {
    const words = JSON.parse(options.get('words') ?? '{}') as RowWords;
    const said: SaidLine[] = [];
    let wake = (): void => {};
    const progressed = (...progress: [number, string]): void => {
      if (said.length === 0) said.push({ progress });
      wake();
    };
    const writing = (count: number): void => void said.push({ writing: count });
    const done = importTold(rows, await readRowLines(file), words, { progressed, writing }).then(
      (report): SaidLine => {
        if (report.imported)
          log.info('rows were brought in', { rows: report.rows, created: report.created, changed: report.changed });
        return { report };
      },
      (error: unknown): SaidLine => {
        if (error instanceof CommandRefused) return { problem: error.message };
        log.error('rows could not be brought in', { error });
        return { problem: 'the service could not do it; its log says why' };
      },
    );
    let end: SaidLine | undefined;
    void done.then((line) => {
      end = line;
      wake();
    });
    try {
      for (;;) {
        await new Promise<void>((resolve) => {
          const stop = setTimeout(resolve, said.length > 0 || end ? 0 : signInterval);
          wake = () => {
            clearTimeout(stop);
            resolve();
          };
        });
        yield `${JSON.stringify(said.shift() ?? {})}\n`;
        if (end) break;
      }
      yield `${JSON.stringify(end)}\n`;
    } finally {
      await done; // it reads the file
    }
  };

/** @throws CommandRefused for what is wrong with more than a row */
async function importTold(
  rows: RowImport,
  tables: readonly RowTable[],
  { dryRun, update: updates, inBatches = false, section, vrf }: RowWords,
  told: Pick<RowOptions, 'progressed' | 'writing'>,
): Promise<ToldReport> {
  const caller = dryRun ? { ...commandLineCaller, terms: { isTrial: true } } : commandLineCaller;
  try {
    return toldReport(await rows.run(caller, tables, { updates, inBatches, section, vrf, ...told }), updates);
  } catch (error) {
    if (error instanceof RowsRefused) return toldReport(error.report, updates);
    throw refusalOf(error);
  }
}

const toldReport = ({ mistakes, ...counts }: RowReport, updates: boolean): ToldReport => ({
  ...counts,
  mistakes: mistakes.map((mistake) => ({ ...mistake, problem: toldMistake(mistake, updates) })),
});

/** Has work done on a database that is there and up to date. @throws DatabaseError, CommandRefused */
export async function withDatabase<T>(configuration: ServiceConfiguration, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openConfigured(configuration, { mustExist: true });
  try {
    const pending = await database.pendingMigrations().catch((error: unknown) => {
      throw new DatabaseError(error);
    });
    if (pending.length > 0) throw new CommandRefused('the database is not up to date: run hexipam migrate first');
    return await work(database);
  } finally {
    await database.close();
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
