import type { CsvRecord } from './csv-file';

/** Characters of a chunk: the service accepts request bodies of one megabyte. */
const maxPiece = 300_000;

/** @param together maximum number of rows of a chunk. Rows of the file that are left out between its rows also count */
export function* piecesOf(records: readonly CsvRecord[], together: number): Generator<readonly CsvRecord[]> {
  let [piece, length]: [CsvRecord[], number] = [[], 0];
  for (const record of records) {
    const isFull = record.row - (piece[0]?.row ?? record.row) >= together;
    if (piece.length > 0 && (isFull || length + record.text.length > maxPiece)) {
      yield piece;
      [piece, length] = [[], 0];
    }
    piece.push(record);
    length += record.text.length + 1;
  }
  if (piece.length > 0) yield piece;
}
