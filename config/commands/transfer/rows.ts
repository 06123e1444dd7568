import { CommandRefused, rowLines, ServiceBrokeOff, textsOver, uploadOver } from '../../../adapters/cli/index.js';
import { systemTimers } from '../../../adapters/system/index.js';
import { RowExport } from '../../../application/transfer/rows/row-export.js';
import { RowImport } from '../../../application/transfer/rows/row-import.js';
import type { RowOptions, RowTable } from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { exported, goOn, importReported, type ReportText, type RowArguments, type StreamLine } from '../../row-streams.js';
import type { ServiceConfiguration } from '../../settings/settings.js';
import type { Terminal } from '../../terminal.js';
import { withDatabase, withService } from '../commands.js';
import type { Progress } from './progress.js';

export interface RowProgress {
  readonly progressed: NonNullable<RowOptions['progressed']>;
  /** Called before a running service writes rows. The service answers no other requests meanwhile. */
  readonly othersWait: (rows: number) => void;
}

const progressThreshold = 1000;

export const progressOn = (progress: Progress, { prompt }: Pick<Terminal, 'prompt'>): RowProgress => ({
  progressed: progress.show,
  othersWait(rows) {
    if (rows < progressThreshold) return;
    progress.end();
    prompt(`other requests wait while these ${rows} rows are written (for addresses, --in-batches avoids this)\n`);
  },
});

/** Uses the service that has opened the embedded database, if any. @throws CommandRefused, DatabaseError, SourceError */
export function importRows(
  configuration: ServiceConfiguration,
  tables: readonly RowTable[],
  words: RowArguments,
  { progressed, othersWait }: RowProgress,
): Promise<ReportText> {
  return withService(
    configuration,
    async (socket) => {
      const options = new URLSearchParams({ words: JSON.stringify(words) });
      const said = await uploadOver(socket, `rows?${options}`, () => rowLines(tables));
      return reportIn(said, { progressed, othersWait }).catch((error: unknown) => {
        throw error instanceof ServiceBrokeOff ? new CommandRefused(`${error.message}; ${leftBehind(words)}`) : error;
      });
    },
    () =>
      withDatabase(configuration, ({ readers, unitOfWork, clock }) =>
        importReported(new RowImport(readers, unitOfWork, clock, systemTimers), tables, words, { progressed }),
      ),
  );
}

async function reportIn(said: AsyncIterable<Uint8Array>, { progressed, othersWait }: RowProgress): Promise<ReportText> {
  for await (const line of linesOf(said)) {
    const { progress, writing, report, problem } = JSON.parse(line) as StreamLine;
    if (writing !== undefined) othersWait(writing);
    if (progress) progressed(...progress);
    if (problem !== undefined) throw new CommandRefused(problem);
    if (report) return report;
  }
  throw new ServiceBrokeOff('the report is missing');
}

function leftBehind({ dryRun, inBatches }: RowArguments): string {
  if (dryRun) return 'nothing was written';
  return inBatches
    ? `rows written before are stored: ${goOn}`
    : 'either all rows or none were written: check before you try again';
}

/** Exports CSV through the service that has opened the embedded database, otherwise directly. */
export function exportRows(
  configuration: ServiceConfiguration,
  kind: RowKind,
  section: string | undefined,
  take: (texts: AsyncIterable<string | Uint8Array>) => Promise<void>,
): Promise<void> {
  const options = new URLSearchParams({ kind, ...(section === undefined ? {} : { section }) });
  return withService(
    configuration,
    async (socket) => take(await textsOver(socket, `csv?${options}`)),
    () => withDatabase(configuration, ({ readers }) => take(exported(new RowExport(readers), kind, section))),
  );
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
