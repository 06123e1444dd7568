import { t } from '../../texts/text';
import type { CsvFile, CsvRecord } from './csv-file';

export interface Refusal {
  readonly row: number;
  readonly message: string;
}

/** The progress of an import, with the rows rejected so far. */
export interface ImportProgress {
  readonly done: number;
  readonly refused: readonly Refusal[];
}

/** The service's report of an import request. Numbers may be texts. */
export interface RowReport {
  readonly written: number | string;
  readonly mistakes: readonly { readonly row: number | string; readonly column: string | null; readonly message: string }[];
}

/** Sends a chunk of a file. @param before number of rows completed earlier @returns the report, also for a rejected chunk */
export type SendPiece = (text: string, before: number) => Promise<RowReport>;

/** Characters of a chunk: the service accepts request bodies of one megabyte. */
const maxPiece = 300_000;

interface Sending {
  readonly send: SendPiece;
  readonly together: number;
  readonly reportProgress: (progress: ImportProgress) => void;
  readonly isWanted?: () => boolean;
}

/**
 * Sends rows in chunks. If rows of a chunk have errors, the chunk is sent again without these rows.
 * @throws the errors of `send`
 */
export async function importRows(
  file: Pick<CsvFile, 'head'>,
  records: readonly CsvRecord[],
  { send, together, reportProgress, isWanted = () => true }: Sending,
): Promise<ImportProgress> {
  const refused: Refusal[] = [];
  let done = 0;
  for (const piece of piecesOf(records, together)) {
    if (!isWanted()) break;
    let left = piece;
    while (left.length > 0) {
      const report = await send(file.head + left.map(({ text }) => text).join('\n'), done);
      const found = refusalsOf(file, left, report);
      if (found.length === 0) break;
      refused.push(...found);
      const bad = new Set(found.map(({ row }) => row));
      done += Number(report.written);
      const sound = left.slice(Number(report.written)).filter(({ row }) => !bad.has(row));
      if (sound.length === left.length) throw new Error(found[0]?.message ?? t('import.rowsDiffer'));
      left = sound;
    }
    done += left.length;
    reportProgress({ done, refused: [...refused] });
  }
  return { done, refused: refused.toSorted((one, other) => one.row - other.row) };
}

function* piecesOf(records: readonly CsvRecord[], together: number): Generator<readonly CsvRecord[]> {
  let [piece, length]: [CsvRecord[], number] = [[], 0];
  for (const record of records) {
    if (piece.length === together || (piece.length > 0 && length + record.text.length > maxPiece)) {
      yield piece;
      [piece, length] = [[], 0];
    }
    piece.push(record);
    length += record.text.length + 1;
  }
  if (piece.length > 0) yield piece;
}

/** The errors of a chunk, once per row, by row numbers of the file. */
function refusalsOf({ head }: Pick<CsvFile, 'head'>, piece: readonly CsvRecord[], { mistakes }: RowReport): Refusal[] {
  const above = /^sep=.\n/i.test(head) ? 2 : 1;
  const messages = new Map<number, string[]>();
  for (const { row, column, message } of mistakes) {
    const own = piece[Number(row) - above - 1]?.row ?? 0;
    messages.set(own, [...(messages.get(own) ?? []), column === null ? message : `${column}: ${message}`]);
  }
  return [...messages].map(([row, own]) => ({ row, message: own.join('; ') }));
}
