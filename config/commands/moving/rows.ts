import {
  CommandRefused,
  readRowLines,
  rowLines,
  type TextStreams,
  textsOver,
  type Uploads,
  uploadOver,
} from '../../../adapters/cli/index.js';
import { csvTexts } from '../../../adapters/csv/index.js';
import { answerFor } from '../../../adapters/http/index.js';
import { systemTimers } from '../../../adapters/system/index.js';
import { commandLineCaller } from '../../../application/caller.js';
import type { Database } from '../../../application/ports/database.js';
import type { Log } from '../../../application/ports/environment.js';
import { SourceError } from '../../../application/ports/moving/register.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { RowExport } from '../../../application/rows/row-export.js';
import { RowImport, RowsRefused } from '../../../application/rows/row-import.js';
import type { RowMistake, RowOptions, RowReport, RowTable } from '../../../application/rows/table.js';
import { IpamError } from '../../../domain/errors.js';
import type { RowKind } from '../../../domain/rows/columns.js';
import { DatabaseError, openConfigured } from '../../database.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import { withService } from '../commands.js';

/** How rows are brought in from the command line. */
export interface RowWords {
  readonly dryRun: boolean;
  readonly update: boolean;
  readonly section?: string | undefined;
  readonly vrf?: string | undefined;
}

/** A report in words. */
export type ToldReport = Omit<RowReport, 'mistakes'> & {
  readonly mistakes: readonly (Omit<RowMistake, 'problem'> & { readonly problem: string })[];
};

type Progressed = NonNullable<RowOptions['progressed']>;

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
  progressed: Progressed,
): Promise<ToldReport> {
  return withService(
    configuration,
    async (socket) => {
      const wanted = new URLSearchParams({ words: JSON.stringify(words) });
      const told = linesOf(await uploadOver(socket, `rows?${wanted}`, () => rowLines(tables)));
      for await (const line of told) {
        const { progress, report, problem } = JSON.parse(line) as SaidLine;
        if (progress) progressed(...progress);
        if (problem !== undefined) throw new CommandRefused(problem);
        if (report) return report;
      }
      throw new CommandRefused('the service broke off; its log may say why');
    },
    () =>
      withDatabase(configuration, ({ readers, unitOfWork, clock }) =>
        importTold(new RowImport(readers, unitOfWork, clock, systemTimers), tables, words, progressed),
      ),
  );
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
  readonly report?: ToldReport;
  readonly problem?: string;
}

/** What a service makes of rows for takeRows. */
export const importedTexts = (rows: RowImport, log: Log): Uploads[string] =>
  async function* (options, file) {
    const words = JSON.parse(options.get('words') ?? '{}') as RowWords;
    const said: SaidLine[] = [];
    let wake = (): void => {};
    const done = importTold(rows, await readRowLines(file), words, (...progress) => {
      if (said.length === 0) said.push({ progress });
      wake();
    }).then(
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
  { dryRun, update: updates, section, vrf }: RowWords,
  progressed: Progressed,
): Promise<ToldReport> {
  const caller = dryRun ? { ...commandLineCaller, terms: { isTrial: true } } : commandLineCaller;
  try {
    return toldReport(await rows.run(caller, tables, { updates, section, vrf, progressed }));
  } catch (error) {
    if (error instanceof RowsRefused) return toldReport(error.report);
    throw refusalOf(error);
  }
}

const toldReport = ({ mistakes, ...counts }: RowReport): ToldReport => ({
  ...counts,
  mistakes: mistakes.map(({ problem, ...where }) => ({ ...where, problem: toldProblem(problem) })),
});

/** What a mistake in a row is called. */
function toldProblem(problem: RowMistake['problem']): string {
  if (typeof problem === 'string') return problem;
  if (IpamError.is(problem, 'field.unknown')) return `nothing is called ${problem.details.field} here`;
  return answerFor(problem)?.message ?? problem.message;
}

function refusalOf(error: unknown): unknown {
  if (IpamError.is(error, 'field.unknown'))
    return new CommandRefused(
      `the column ${JSON.stringify(error.details.field)} has no meaning here: name one that has (--map), or leave it out`,
    );
  if (error instanceof SourceError) return new CommandRefused(error.message);
  if (error instanceof IpamError) return new CommandRefused(toldProblem(error));
  if (error instanceof StorageError && error.trouble === 'unavailable')
    return new CommandRefused(`${error.message}; nothing was changed`, { cause: error });
  if (error instanceof StorageError && error.trouble === 'outcomeUnknown')
    return new CommandRefused(`${error.message}; nobody can know whether it was done: look before you try again`, {
      cause: error,
    });
  return error;
}

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
