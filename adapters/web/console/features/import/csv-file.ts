import { CsvError, parse } from 'csv-parse/browser/esm/sync';
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

type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Limits of a file, which is loaded into memory completely. Stored imports have the same limits. */
const maxRows = 200_000;
const maxBytes = 64_000_000;

const sampled = 3;

/** @throws Error for files that cannot be imported */
export async function readCsvFile(file: Blob & { readonly name?: string }): Promise<CsvFile> {
  if (file.size > maxBytes) throw new Error(t('import.tooLarge', { max: maxBytes / 1_000_000 }));
  const { text, encoding } = decoded(new Uint8Array(await file.arrayBuffer()));
  if (text.trim() === '') throw new Error(t('import.empty'));
  const utf8 = new TextEncoder().encode(text);
  const { delimiter, header: index } = await formOf(utf8, /^\s*sep=(.)[\r\n]/i.exec(text)?.[1]);
  const { rows, cells, wrongRow } = await rowsIn(utf8, delimiter);
  if (wrongRow !== undefined) throw new Error(t('import.badQuote', { row: whole(wrongRow) }));
  const [header, ...records] = rows.slice(index);
  if (!header || records.length === 0) throw new Error(t('import.noRows'));
  if (records.length > maxRows) throw new Error(t('import.tooManyRows', { max: whole(maxRows) }));
  return {
    name: file.name ?? 'rows.csv',
    titles: cells[index] ?? [],
    sample: cells.slice(index + 1, index + 1 + sampled),
    head: `sep=${delimiter}\n${header.text}\n`,
    records,
    encoding,
    delimiter,
    headerRow: header.row,
  };
}

const maxAboveHeader = 20;

/** Number of rows whose cells are read. */
const maxStart = 100;

/** Waits for the next task of the event loop. Timers would be late on hidden pages. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Number of rows that are read at once, in a few milliseconds. */
const blockRows = 2000;

/**
 * Returns the rows that are not blank, and the cells of the first ones. An open quotation mark ends the reading. A row with a mark
 * within an unquoted cell is read, because the service checks it.
 * @param isStart whether to read only the first rows, up to the first wrong mark
 */
async function rowsIn(utf8: Uint8Array, delimiter: string, isStart = false) {
  const maxRead = isStart ? maxStart : Number.POSITIVE_INFINITY;
  const [rows, cells]: [CsvRecord[], string[][]] = [[], []];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let [start, read, isRelaxed] = [0, 0, false];
  while (start < utf8.length && read < maxRead) {
    const [begin, before] = [start, read];
    const add = (found: readonly string[], { records, bytes }: { records: number; bytes: number }): undefined => {
      const text = decoder.decode(utf8.subarray(start, begin + bytes)).replace(/(\r?\n|\r)$/, '');
      [start, read] = [begin + bytes, before + records];
      if (text.trim() === '') return;
      rows.push({ row: read, text });
      if (cells.length < maxStart) cells.push(found.map((cell) => cell.trim()));
    };
    const to = isRelaxed ? 1 : Math.min(blockRows, maxRead - read);
    try {
      parse(utf8.subarray(begin), {
        delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        relax_quotes: isRelaxed,
        to,
        on_record: add,
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      if (error.code !== 'INVALID_OPENING_QUOTE' || isStart) return { rows, cells, wrongRow: before + Number(error.records) + 1 };
      isRelaxed = true; // for the row with the mark
      continue;
    }
    if (read === before) break;
    isRelaxed = false;
    await nextTask(); // the page stays responsive
  }
  return { rows, cells };
}

/** Returns the delimiter with the first and then widest header, and its index. Without a header, those of the widest first row. */
async function formOf(
  utf8: Uint8Array,
  declared: string | undefined,
): Promise<{ readonly delimiter: string; readonly header: number }> {
  const starts: { readonly delimiter: string; readonly cells: readonly (readonly string[])[] }[] = [];
  for (const delimiter of declared ? [declared] : [',', ';', '\t', '|'])
    starts.push({ delimiter, cells: (await rowsIn(utf8, delimiter, true)).cells });
  const forms = starts.map(({ delimiter, cells }) => {
    const others = starts.flatMap((start) => (start.delimiter === delimiter ? [] : [start.cells]));
    const isBetterDivided = (row: readonly string[], at: number): boolean => others.some((rows) => isTable(rows, at, row.length));
    const found = cells
      .slice(0, maxAboveHeader + 1)
      .findIndex((row, at) => isHeader(row, at, cells) && !isBetterDivided(row, at));
    const header = found >= 0 ? found : declared ? 1 : 0;
    return { delimiter, header, order: found >= 0 ? found : maxStart, width: cells[header]?.length ?? 0 };
  });
  return forms.reduce((best, each) => ((best.order - each.order || each.width - best.width) > 0 ? each : best));
}

/** Whether a row and the next one have equally many cells, at least `width`. */
const isTable = (rows: readonly (readonly string[])[], at: number, width: number): boolean => {
  const found = rows[at]?.length ?? 0;
  return found >= width && found === (rows[at + 1]?.length ?? found);
};

/** Whether a row has several titles, as many cells as the next row, and more filled cells than each row above. */
function isHeader(row: readonly string[], index: number, rows: readonly (readonly string[])[]): boolean {
  return (
    filled(row) > 1 &&
    row.every((cell) => cell === '' || mayBeTitle(cell)) &&
    (rows[index + 1] ?? row).length === row.length &&
    rows.slice(0, index).every((above) => filled(above) < filled(row))
  );
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;

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
