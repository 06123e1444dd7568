import { readIp } from '../../../domain/fields/read-fields.js';
import { type FileBytes, type InputRow, UnreadableRowError } from './table.js';

/** Decodes a file. Invalid bytes become replacement characters. */
export async function* decodedTexts(bytes: FileBytes, encoding = 'utf-8'): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** @returns the first characters of a file: at least `length`, or all if there are fewer */
export async function startOfFile(bytes: FileBytes, length: number, encoding?: string): Promise<string> {
  let start = '';
  for await (const text of decodedTexts(bytes, encoding)) {
    start += text;
    if (start.length >= length) break;
  }
  return start;
}

/**
 * Finds the row with the names of the columns among the first rows, up to an unreadable row.
 * @param unreadable called with an unreadable row and the rows before it; may throw
 */
export async function headerRow(
  chunks: AsyncIterable<readonly InputRow[]>,
  unreadable: (error: UnreadableRowError, rows: readonly InputRow[]) => void,
): Promise<{ readonly row: number; readonly titles: readonly string[] } | undefined> {
  const rows: InputRow[] = [];
  try {
    for await (const chunk of chunks) {
      rows.push(...chunk);
      if (rows.length >= maxRowsAboveHeader) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    unreadable(error, rows);
  }
  const texts = rows.slice(0, maxRowsAboveHeader).map(({ cells }) => cells.map(String));
  const index = headerIndex(texts);
  const found = rows[index];
  return found && { row: found.row, titles: (texts[index] ?? []).map((text) => text.trim()) };
}

export async function* rowsBelow(
  header: number,
  chunks: AsyncIterable<readonly InputRow[]>,
): AsyncGenerator<readonly InputRow[], void, undefined> {
  for await (const chunk of chunks) {
    const rows = chunk.filter(({ row }) => row > header);
    if (rows.length > 0) yield rows;
  }
}

export const maxRowsAboveHeader = 20;

const longestTitle = 64;

export const mayBeTitle = (cell: string): boolean =>
  cell.length <= longestTitle && /\p{L}/u.test(cell) && !readIp(cell.split('/')[0]?.trim() ?? '');

/** The first row of possible titles that fills more than half of the columns. Otherwise the first row that is not blank, or -1. */
function headerIndex(rows: readonly (readonly string[])[]): number {
  const cells = rows.slice(0, maxRowsAboveHeader).map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== ''));
  const first = cells.findIndex((row) => row.length > 0);
  const width = Math.max(0, ...cells.map((row) => row.length));
  const found = cells.findIndex((row) => row.length * 2 > width && row.length > 0 && row.every(mayBeTitle) && isDistinct(row));
  const above = cells.slice(first, Math.max(found, 0));
  return found > first && above.every((row) => row.length < (cells[found]?.length ?? 0)) ? found : first;
}

const isDistinct = (row: readonly string[]): boolean => new Set(row).size === row.length;
