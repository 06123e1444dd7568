import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type InputRow, type RowTable, UnreadableRowError } from '../../../application/transfer/rows/table.js';

/** Rows per batch. */
const rowsAtOnce = 500;

/** The first line of a table. */
type Head = Pick<RowTable, 'kind' | 'columns' | 'titles' | 'skipsUnknown'>;

/** Writes tables as JSON lines: for each table its head, then its rows. An unreadable row ends its table. */
export async function* rowLines(tables: readonly RowTable[]): AsyncGenerator<string, void, undefined> {
  for (const { kind, columns, titles, skipsUnknown, rows } of tables) {
    yield `${JSON.stringify({ kind, columns, titles, skipsUnknown })}\n`;
    try {
      for await (const part of rows()) yield part.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      yield `${JSON.stringify({ unreadable: error.row, problem: error.message })}\n`;
    }
  }
}

const lineOf = ({ row, cells, skipReason }: InputRow): unknown =>
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
    const read: unknown = JSON.parse(line);
    const row = rowOf(read);
    if (row) {
      rows.push(row);
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    } else {
      const { unreadable, problem } = read as { readonly unreadable: number; readonly problem: string };
      if (rows.length > 0) yield rows;
      throw new UnreadableRowError(unreadable, problem);
    }
  }
  if (rows.length > 0) yield rows;
}

/** The row of a line; undefined for the end of an unreadable table. */
function rowOf(read: unknown): InputRow | undefined {
  if (Array.isArray(read)) {
    const [row, ...cells] = read as [number, ...unknown[]];
    return { row, cells: cells.map((cell) => (cell === null ? undefined : cell)) };
  }
  const { skipped, reason } = read as { readonly skipped?: number; readonly reason?: string };
  return skipped === undefined || reason === undefined ? undefined : { row: skipped, cells: [], skipReason: reason };
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
