import type { RowOptions, RowTable } from '../../../application/transfer/rows/table.js';
import type { RowKind } from '../../../domain/transfer/columns.js';
import { CommandRefused } from '../execution.js';
import { goOn, type ReportText, type RowArguments } from '../row-errors.js';
import { ServiceBrokeOff, textsOver, uploadOver } from './admin-socket.js';
import { rowLines } from './row-lines.js';
import type { StreamLine } from './row-streams.js';

export interface RowProgress {
  readonly progressed: NonNullable<RowOptions['progressed']>;
  /** Called before a running service writes rows. The service answers no other requests meanwhile. */
  readonly othersWait: (rows: number) => void;
}

/** Imports rows through the service behind a socket. @throws NobodyListens, CommandRefused, and errors of the tables */
export async function importOver(
  socket: string,
  tables: readonly RowTable[],
  words: RowArguments,
  progress: RowProgress,
): Promise<ReportText> {
  const options = new URLSearchParams({ words: JSON.stringify(words) });
  const said = await uploadOver(socket, `rows?${options}`, () => rowLines(tables));
  return reportIn(said, progress).catch((error: unknown) => {
    throw error instanceof ServiceBrokeOff ? new CommandRefused(`${error.message}; ${leftBehind(words)}`) : error;
  });
}

/** Exports CSV through the service behind a socket. @throws NobodyListens, CommandRefused */
export function exportOver(socket: string, kind: RowKind, section: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  const options = new URLSearchParams({ kind, ...(section === undefined ? {} : { section }) });
  return textsOver(socket, `csv?${options}`);
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

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
