import { t } from '../../texts/text';
import { whole } from '../../values/numbers';

/** A CSV file, split into the texts of its rows. The service parses the cells. */
export interface CsvFile {
  readonly name: string;
  readonly titles: readonly string[];
  readonly sample: readonly (readonly string[])[];
  /** The text above the rows, unchanged. */
  readonly head: string;
  readonly records: readonly CsvRecord[];
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly headerRow: number;
}

/** The unchanged text of a row, and its row number in the file, from 1. */
export interface CsvRecord {
  readonly row: number;
  readonly text: string;
}

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Limits of a file, which is loaded into memory completely. Stored imports have the same limits. */
const maxRows = 200_000;
const maxBytes = 64_000_000;

const sampled = 3;

/** @throws Error for files that cannot be imported */
export async function readCsvFile(file: Blob & { readonly name?: string }): Promise<CsvFile> {
  if (file.size > maxBytes) throw new Error(t('import.tooLarge', { max: maxBytes / 1_000_000 }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, encoding } = decoded(bytes);
  const all = recordsIn(text).map((record, index) => ({ row: index + 1, text: record }));
  const [first, ...others] = all.filter((record) => record.text.trim() !== '');
  if (!first) throw new Error(t('import.empty'));
  const said = /^sep=(.)$/i.exec(first.text)?.[1];
  const lines = said ? others : [first, ...others];
  const [header, ...records] = lines.slice(headerIndex(lines, said));
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
    delimiter,
    headerRow: header.row,
  };
}

const maxAboveHeader = 20;

/**
 * Returns the index of the header, or 0 if none is found. The header is one of the first `maxAboveHeader` + 1 lines. It is the
 * first line with several titles (`mayBeTitle`), as many cells as the next line, and more filled cells than each line above.
 */
function headerIndex(lines: readonly CsvRecord[], given: string | undefined): number {
  const first = lines.slice(0, maxAboveHeader + 1).map(({ text }) => cellsOf(text, given ?? delimiterOf(text)));
  const isHeader = (cells: readonly string[], index: number): boolean => {
    const titles = cells.filter((cell) => cell !== '');
    const next = lines[index + 1]?.text;
    const isAlike = next === undefined || cellsOf(next, given ?? delimiterOf(lines[index]?.text ?? '')).length === cells.length;
    return (
      titles.length > 1 &&
      titles.every(mayBeTitle) &&
      isAlike &&
      first.slice(0, index).every((row) => filled(row) < titles.length)
    );
  };
  return Math.max(0, first.findIndex(isHeader));
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** Whether a cell has a letter and is not an IP address. */
const mayBeTitle = (cell: string): boolean => /\p{L}/u.test(cell) && !/^[\da-f:.]*[:.][\da-f:.]*(\/\d+)?$/i.test(cell);

/** @throws Error for binary files */
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
    return 'Windows-1252'; // the usual encoding of old spreadsheets
  }
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13] as const;

/** Line breaks between quotation marks do not end a row. */
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

/** The most frequent delimiter in the header outside of quotation marks; the service uses the same rule. */
function delimiterOf(header: string): string {
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, cells: cellsOf(header, sign).length }));
  return counts.reduce((best, each) => (each.cells > best.cells ? each : best)).sign;
}

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

/** Whether a file has the titles and rows of an upload. Otherwise its chunks would differ from those that the service has. */
export const isSameFile = ({ digest }: { readonly digest: string }, file: CsvFile): boolean => digest === digestOf(file);

const [primeA, primeB] = [0x01000193, 0x85ebca6b] as const;

/** Two 32-bit hashes (FNV-1a and a variant). `crypto.subtle` exists only on pages with HTTPS. */
export function digestOf({ head, records }: Pick<CsvFile, 'head' | 'records'>): string {
  let [one, other] = [0x811c9dc5, 0xdeadbeef];
  const add = (text: string): void => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, primeA);
      other = Math.imul(other ^ code ^ (other >>> 15), primeB);
    }
  };
  add(head);
  for (const { row, text } of records) add(`${row} ${text}\n`);
  return `${(one >>> 0).toString(16)} ${(other >>> 0).toString(16)}`;
}
