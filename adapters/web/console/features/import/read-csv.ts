import { CsvReader, type CsvRow } from './csv';

/** Rows of a table out of a file, and what stands above them. */
export interface CsvTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line of the file in which each row begins. */
  readonly lines: readonly number[];
  /** How the file was written. */
  readonly encoding: Encoding;
}

/** How texts are written as bytes. */
export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Lines that a file may have. */
export const maxRows = 200_000;

type OnProgress = (share: number) => void;

/** Reads a file in pieces. @param tell told how much of it has been read, from 0 to 1 @throws Error for what is not taken */
export async function readCsv(file: Blob, tell: OnProgress): Promise<CsvTable> {
  const encoding = await markedEncoding(file);
  try {
    return await readAs(file, encoding ?? 'UTF-8', tell);
  } catch (error) {
    if (encoding || !(error instanceof TypeError)) throw error;
    return readAs(file, 'Windows-1252', tell); // not UTF-8, and old spreadsheets write no other
  }
}

/** What a byte order mark tells. @throws Error for what is no text */
async function markedEncoding(file: Blob): Promise<Encoding | undefined> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'UTF-16LE';
  if (first === 0xfe && second === 0xff) return 'UTF-16BE';
  if (first === 0x50 && second === 0x4b && (await file.slice(2, 4).text()) === '\u0003\u0004')
    throw new Error('The file is a workbook or an archive: save it as CSV');
  return undefined;
}

/** @throws TypeError where the file is written otherwise, Error for what is not taken */
async function readAs(file: Blob, encoding: Encoding, tell: OnProgress): Promise<CsvTable> {
  const [reader, decoder] = [new CsvReader(), new TextDecoder(encoding, { fatal: encoding === 'UTF-8' })];
  const rows: CsvRow[] = [];
  const pieces = file.stream().getReader();
  for (let read = 0; ; ) {
    const { done, value } = await pieces.read();
    const text = decoder.decode(value, { stream: !done });
    if (text.includes('\0')) throw new Error('The file is no text, or UTF-16 without a byte order mark');
    for (const row of reader.take(text)) rows.push(row);
    if (done) rows.push(...reader.end());
    if (rows.length > maxRows + 1) throw new Error(`A file may have ${maxRows.toLocaleString('en')} lines: part it`);
    if (done) break;
    read += value.length;
    tell(Math.min(1, read / Math.max(1, file.size)));
  }
  return tableOf(rows, encoding);
}

/** @throws Error where there is nothing to bring in */
function tableOf([head, ...body]: readonly CsvRow[], encoding: Encoding): CsvTable {
  if (!head) throw new Error('The file is empty');
  if (body.length === 0) throw new Error('The file has titles alone: there is no row below them');
  return { head: head.cells, rows: body.map(({ cells }) => cells), lines: body.map(({ line }) => line), encoding };
}
