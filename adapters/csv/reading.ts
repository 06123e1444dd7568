import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { SourceError } from '../../application/ports/register.js';
import { decodedTexts, headerRow } from '../../application/transfer/rows/file-texts.js';
import { type FileBytes, type InputRow, maxColumns, UnreadableRowError } from '../../application/transfer/rows/table.js';
import type { CsvForm } from './form.js';
import { withoutGuard } from './guard.js';

/** Maximum length of a row in characters. */
const maxRow = 1_048_576;
const rowsAtOnce = 500;

/** Reads rows with their spreadsheet row numbers. @throws UnreadableRowError */
export async function* csvRows(bytes: FileBytes, form: CsvForm): AsyncGenerator<readonly InputRow[], void, undefined> {
  const parser = parse({
    delimiter: form.delimiter,
    relax_column_count: true,
    max_record_size: maxRow,
    from: form.isDelimiterLine ? 2 : 1,
  });
  const before = form.isDelimiterLine ? 1 : 0;
  let row = before;
  // a buffer of more pieces would be parsed at once
  const source = Readable.from(withBoundedLines(decodedTexts(bytes, form.encoding)), { objectMode: true, highWaterMark: 1 });
  const fed = pipeline(source, parser).catch(() => {}); // the reader gets this error
  const read: AsyncIterable<string[]> = parser;
  let rows: InputRow[] = [];
  try {
    for await (const cells of read) {
      row++;
      if (cells.length > maxColumns) throw new UnreadableRowError(row, `the row has more than ${maxColumns} columns`);
      rows.push({ row, cells: cells.map(withoutGuard) });
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof LineTooLong || error instanceof UnreadableRowError)) throw error;
    if (rows.length > 0) yield rows;
    if (error instanceof UnreadableRowError) throw error;
    if (error instanceof LineTooLong) throw new UnreadableRowError(row + 1, rowTooLong);
    throw new UnreadableRowError(Math.max(before + Number(error.records ?? 0), row) + 1, problemOf(error));
  } finally {
    source.destroy();
    parser.destroy();
    await fed;
  }
  if (rows.length > 0) yield rows;
}

/** A line exceeds the length limit. The parser does not limit characters between cells. */
class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** @throws LineTooLong */
async function* withBoundedLines(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let length = 0;
  for await (const text of texts) {
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    length = end < 0 ? length + text.length : text.length - end;
    if (length > 2 * maxRow) throw new LineTooLong();
    yield text;
  }
}

const rowTooLong = `the row is longer than ${maxRow} characters`;

const problems: Readonly<Partial<Record<string, string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  INVALID_OPENING_QUOTE: 'a quotation mark is within a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'characters follow the closing quotation mark of a cell',
  CSV_MAX_RECORD_SIZE: rowTooLong,
};

const problemOf = ({ code, message }: CsvError): string => problems[code] ?? message;

/** Reads the header row. @throws SourceError without a header, and without a readable row */
export async function csvHeader(
  bytes: FileBytes,
  form: CsvForm,
): Promise<{ readonly row: number; readonly titles: readonly string[] }> {
  const header = await headerRow(csvRows(bytes, form), ({ row, message }, rows) => {
    if (!rows.some(({ cells }) => cells.some((cell) => cell !== ''))) throw new SourceError(`row ${row}: ${message}`);
  });
  if (!header) throw new SourceError('the file has no header row with column names');
  return header;
}
