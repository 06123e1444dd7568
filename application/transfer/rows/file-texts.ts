import { headerIndex, maxRowsAboveHeader } from '../../../domain/transfer/header-row.js';
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
