import { t } from '../../texts/text';
import type { CsvFile, CsvRecord } from './csv-file';

/** Mistakes of a row of the file. */
export interface Refusal {
  readonly row: number;
  readonly message: string;
}

/** How far it has come, and what was refused so far. */
export interface ImportProgress {
  readonly done: number;
  readonly refused: readonly Refusal[];
}

/** What the service reports of rows. Numbers may be texts. */
export interface RowReport {
  readonly written: number | string;
  readonly mistakes: readonly { readonly row: number | string; readonly column: string | null; readonly message: string }[];
}

/** Sends a piece of a file. @param before rows that are done already @returns what is reported, also of a piece that is refused */
export type SendPiece = (text: string, before: number) => Promise<RowReport>;

/** Characters of a piece: a request takes a megabyte of bytes. */
const maxPiece = 300_000;

interface Sending {
  readonly send: SendPiece;
  /** Rows of one request. */
  readonly together: number;
  readonly tell: (progress: ImportProgress) => void;
  readonly isWanted?: () => boolean;
}

/**
 * Sends rows piece by piece. The rows of a piece that have mistakes are left out, and the others sent once more.
 * @throws whatever sending throws
 */
export async function importRows(
  file: Pick<CsvFile, 'head'>,
  records: readonly CsvRecord[],
  { send, together, tell, isWanted = () => true }: Sending,
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
    tell({ done, refused: [...refused] });
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

/** The mistakes of a piece, each row once, by the numbers that its rows have in the file. */
function refusalsOf({ head }: Pick<CsvFile, 'head'>, piece: readonly CsvRecord[], { mistakes }: RowReport): Refusal[] {
  const above = /^sep=.\n/i.test(head) ? 2 : 1;
  const messages = new Map<number, string[]>();
  for (const { row, column, message } of mistakes) {
    const own = piece[Number(row) - above - 1]?.row ?? 0;
    messages.set(own, [...(messages.get(own) ?? []), column === null ? message : `${column}: ${message}`]);
  }
  return [...messages].map(([row, own]) => ({ row, message: own.join('; ') }));
}
