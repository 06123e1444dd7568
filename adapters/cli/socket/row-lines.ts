import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type InputRow, type RowTable, UnreadableRowError } from '../../../application/transfer/rows/table.js';

const rowsAtOnce = 500;

type Head = Pick<RowTable, 'kind' | 'columns' | 'titles' | 'skipsUnknown'>;

/** A line after the head: a row, a skipped row, or the end of an unreadable table. */
type Line =
  | readonly [row: number, ...cells: unknown[]]
  | { readonly skipped: number; readonly reason: string }
  | { readonly unreadable: number; readonly problem: string };

/** Writes tables as JSON lines: for each table its head, then its rows. An unreadable row ends its table. */
export async function* rowLines(tables: readonly RowTable[]): AsyncGenerator<string, void, undefined> {
  for (const { kind, columns, titles, skipsUnknown, rows } of tables) {
    yield `${JSON.stringify({ kind, columns, titles, skipsUnknown })}\n`;
    try {
      for await (const part of rows()) yield part.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      const end: Line = { unreadable: error.row, problem: error.message };
      yield `${JSON.stringify(end)}\n`;
    }
  }
}

const lineOf = ({ row, cells, skipReason }: InputRow): Line =>
  skipReason === undefined ? [row, ...cells] : { skipped: row, reason: skipReason };

/** The tables of a file of row lines. The file must exist until they are read. */
export async function readRowLines(file: string): Promise<readonly RowTable[]> {
  const heads: Head[] = [];
  for await (const line of linesOf(file)) {
    const head = line.startsWith('{"kind"') ? (JSON.parse(line) as Head) : undefined;
    if (head) heads.push(head);
  }
  return heads.map((head, index) => ({ ...head, rows: () => rowsIn(file, index) }));
}

/** @throws UnreadableRowError */
async function* rowsIn(file: string, tableIndex: number): AsyncGenerator<readonly InputRow[], void, undefined> {
  let table = -1;
  let rows: InputRow[] = [];
  for await (const line of linesOf(file)) {
    if (line.startsWith('{"kind"')) table++;
    if (table > tableIndex) break;
    if (table < tableIndex || line.startsWith('{"kind"')) continue;
    const read: Line = JSON.parse(line);
    if ('unreadable' in read) {
      if (rows.length > 0) yield rows;
      throw new UnreadableRowError(read.unreadable, read.problem);
    }
    rows.push(rowOf(read));
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function rowOf(read: Exclude<Line, { readonly unreadable: number }>): InputRow {
  if ('skipped' in read) return { row: read.skipped, cells: [], skipReason: read.reason };
  const [row, ...cells] = read;
  return { row, cells: cells.map((cell) => (cell === null ? undefined : cell)) };
}

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const input = createReadStream(file, { highWaterMark: 256 * 1024 });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    yield* lines;
  } finally {
    lines.close();
    input.destroy();
  }
}
