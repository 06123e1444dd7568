import { t } from '../../texts/text';
import { whole } from '../../values/numbers';

/** A CSV file in pieces of text: the service reads what is in them. */
export interface CsvFile {
  readonly name: string;
  /** Cells of the first row, and of a few rows below it. */
  readonly titles: readonly string[];
  readonly sample: readonly (readonly string[])[];
  /** What stands above the rows, as it stands in the file. */
  readonly head: string;
  readonly records: readonly CsvRecord[];
  readonly encoding: Encoding;
}

/** A row as it stands in the file, and its number: the first row of a file is 1. */
export interface CsvRecord {
  readonly row: number;
  readonly text: string;
}

/** How texts are written as bytes. */
export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Rows and bytes that a file may have: a browser has all of it in memory. */
const maxRows = 200_000;
const maxBytes = 100_000_000;

/** Rows that are shown. */
const sampled = 3;

/** Reads a file, and cuts it into rows. @throws Error for what cannot be imported */
export async function readCsvFile(file: Blob & { readonly name?: string }): Promise<CsvFile> {
  if (file.size > maxBytes) throw new Error(t('import.tooLarge', { max: maxBytes / 1_000_000 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, encoding } = decoded(bytes);
  const all = recordsIn(text).map((record, index) => ({ row: index + 1, text: record }));
  const [first, ...others] = all.filter((record) => record.text.trim() !== '');
  if (!first) throw new Error(t('import.empty'));
  const said = /^sep=(.)$/i.exec(first.text)?.[1];
  const [header, ...records] = said ? others : [first, ...others];
  if (!header || records.length === 0) throw new Error(t('import.noRows'));
  if (records.length > maxRows) throw new Error(t('import.tooManyRows', { max: whole(maxRows) }));
  const delimiter = said ?? delimiterOf(header.text);
  return {
    name: file.name ?? 'rows.csv',
    titles: cellsOf(header.text, delimiter),
    sample: records.slice(0, sampled).map((record) => cellsOf(record.text, delimiter)),
    head: `${said ? `${first.text}\n` : ''}${header.text}\n`,
    records,
    encoding,
  };
}

/** @throws Error for what is no text */
function decoded(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.startsWith('PK\u0003\u0004')) throw new Error(t('import.workbook'));
  if (text.includes('\0')) throw new Error(t('import.notText'));
  return { text, encoding };
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'UTF-8';
  } catch {
    return 'Windows-1252'; // old spreadsheets write no other
  }
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13] as const;

/** Rows of a text: a line end between quotation marks ends none. */
export function recordsIn(text: string): string[] {
  const records: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) isQuoted = !isQuoted;
    if (isQuoted || (code !== lineFeed && code !== carriageReturn)) continue;
    records.push(text.slice(start, at));
    if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
    start = at + 1;
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}

/** The delimiter that a first row has most often outside of quotation marks, as the service finds it. */
function delimiterOf(header: string): string {
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, cells: cellsOf(header, sign).length }));
  return counts.reduce((best, each) => (each.cells > best.cells ? each : best)).sign;
}

/** The cells of a row, for people to look at. */
function cellsOf(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at <= record.length; at++) {
    if (record[at] === '"') isQuoted = !isQuoted;
    if (at < record.length && (isQuoted || record[at] !== delimiter)) continue;
    const cell = record.slice(start, at).trim();
    cells.push(/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    start = at + 1;
  }
  return cells;
}
