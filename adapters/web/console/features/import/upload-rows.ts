import type { CsvFile, CsvRecord } from './csv-file';
import { piecesOf } from './pieces';

/** Rows per request. The service only stores the rows during the request. */
const together = 2000;

interface Uploading {
  /** Sends a chunk. @param first the row number of the first row of the chunk in the file */
  readonly send: (text: string, first: number) => Promise<unknown>;
  /** Number of rows that the service has already received. Chunks that contain only such rows are not sent. */
  readonly received?: number;
  /** @param rows number of rows uploaded so far */
  readonly reportProgress: (rows: number) => void;
}

export async function uploadRows(
  { head, records }: Pick<CsvFile, 'head' | 'records'>,
  { send, received = 0, reportProgress }: Uploading,
): Promise<void> {
  let uploaded = 0;
  for (const piece of piecesOf(records, together)) {
    if (uploaded + piece.length > received) await send(head + textOf(piece), piece[0]?.row ?? 1);
    uploaded += piece.length;
    reportProgress(uploaded);
  }
}

/** Rows with an empty line for each row that was left out in between, so that the row numbers are those of the file. */
const textOf = (piece: readonly CsvRecord[]): string =>
  piece.map(({ row, text }, index) => '\n'.repeat(row - (piece[index - 1]?.row ?? row)) + text).join('');
