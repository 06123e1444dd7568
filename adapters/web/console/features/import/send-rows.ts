import { t, textFor } from '../../texts/text';
import type { CsvFile, CsvRecord } from './csv-file';

export interface Refusal {
  readonly row: number;
  readonly message: string;
}

export interface CheckedRows {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly Refusal[];
  /** Names of the records that the import creates because rows refer to them. */
  readonly added: readonly string[];
  readonly skipped: number;
}

/** Numbers may be texts. */
export interface RowReport {
  readonly created: number | string;
  readonly changed: number | string;
  readonly unchanged: number | string;
  readonly skipped: number | string;
  readonly addedRecords: readonly { readonly kind: string; readonly name: string }[];
  readonly mistakes: readonly { readonly row: number | string; readonly column: string | null; readonly message: string }[];
}

interface Sending {
  /** Sends a chunk of a file. @returns the report, also for a refused chunk */
  readonly send: (text: string) => Promise<RowReport>;
  readonly together: number;
  /** @param rows number of rows checked so far */
  readonly reportProgress: (rows: number) => void;
}

export const validRows = ({ created, changed, unchanged }: CheckedRows): number => created + changed + unchanged;

/** If rows of a chunk have errors, the chunk is sent again without these rows. @throws the errors of `send` */
export async function checkRows(
  file: Pick<CsvFile, 'head'>,
  records: readonly CsvRecord[],
  { send, together, reportProgress }: Sending,
): Promise<CheckedRows> {
  const refused: Refusal[] = [];
  const added = new Set<string>();
  let [created, changed, unchanged, skipped, passed] = [0, 0, 0, 0, 0];
  for (const piece of piecesOf(records, together)) {
    for (let left = piece; left.length > 0; ) {
      const report = await send(file.head + left.map(({ text }) => text).join('\n'));
      const found = refusalsOf(left, report);
      if (found.length === 0) {
        created += Number(report.created);
        changed += Number(report.changed);
        unchanged += Number(report.unchanged);
        skipped += Number(report.skipped);
        for (const { kind, name } of report.addedRecords) added.add(`${textFor(`one.${kind}`, kind)} ${name}`);
        break;
      }
      refused.push(...found);
      const bad = new Set(found.map(({ row }) => row));
      const valid = left.filter(({ row }) => !bad.has(row));
      if (valid.length === left.length) throw new Error(found[0]?.message ?? t('import.rowsDiffer'));
      left = valid;
    }
    passed += piece.length;
    reportProgress(passed);
  }
  return {
    created,
    changed,
    unchanged,
    skipped,
    added: [...added],
    refused: refused.toSorted((one, other) => one.row - other.row),
  };
}

/** Rows of a head: the delimiter and the titles. */
const rowsOfHead = 2;

/** Returns one entry for each refused row of a chunk, with all messages for the row and its row number in the file. */
function refusalsOf(piece: readonly CsvRecord[], { mistakes }: RowReport): Refusal[] {
  const messages = new Map<number, string[]>();
  for (const { row, column, message } of mistakes) {
    const own = piece[Number(row) - rowsOfHead - 1]?.row ?? 0;
    messages.set(own, [...(messages.get(own) ?? []), refusalText(column, message)]);
  }
  return [...messages].map(([row, own]) => ({ row, message: own.join('; ') }));
}

/**
 * The message for a cell of a table, with the title of its column. The service begins messages with the name of the field, which
 * the title replaces.
 */
export const refusalText = (column: string | null, message: string): string =>
  column === null ? message : `${column}: ${message.replace(/^(?:Invalid|Ungültiger Wert für) \S+: /, '')}`;

/** Rows per request. The service only stores the rows during the request. */
const uploadedTogether = 2000;

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
  for (const piece of piecesOf(records, uploadedTogether)) {
    if (uploaded + piece.length > received) await send(head + textOf(piece), piece[0]?.row ?? 1);
    uploaded += piece.length;
    reportProgress(uploaded);
  }
}

/** Rows with an empty line for each row that was left out in between, so that the row numbers are those of the file. */
const textOf = (piece: readonly CsvRecord[]): string =>
  piece.map(({ row, text }, index) => '\n'.repeat(row - (piece[index - 1]?.row ?? row)) + text).join('');

/** Characters of a chunk: the service accepts request bodies of one megabyte. */
const maxPiece = 300_000;

/** @param together maximum number of rows of a chunk. Rows of the file that are left out between its rows also count */
function* piecesOf(records: readonly CsvRecord[], together: number): Generator<readonly CsvRecord[]> {
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
