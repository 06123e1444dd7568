import { SourceError } from '../../application/ports/register.js';
import { maxRowsAboveHeader, mayBeTitle, startOfFile } from '../../application/transfer/rows/file-texts.js';
import type { FileBytes } from '../../application/transfer/rows/table.js';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

export interface CsvForm {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** Whether the first line is a delimiter declaration of spreadsheets, `sep=;`. */
  readonly isDelimiterLine: boolean;
}

/** Supported delimiters. With equal counts, the first one wins. */
const delimiters = [',', ';', '\t', '|'] as const;

/** Number of leading characters used for the detection. */
const maxHeader = 65_536;

/**
 * Detects encoding and delimiter of a file. UTF-16 needs a byte order mark; a file of valid UTF-8 is UTF-8; any other file is
 * Windows-1252. The delimiter is the most frequent one in the first row that qualifies as header.
 * @throws SourceError for binary files
 */
export async function sniff(bytes: FileBytes): Promise<CsvForm> {
  const encoding = await encodingOf(bytes);
  const header = await startOfFile(bytes, maxHeader + 1, encoding);
  if (header.startsWith('PK\u0003\u0004')) throw new SourceError('the file is a workbook or an archive: save it as CSV');
  if (header.includes('\0'))
    throw new SourceError('the file is binary, or UTF-16 without a byte order mark: save it as CSV in UTF-8');
  const said = /^sep=(.)[\r\n]/i.exec(header)?.[1];
  return { encoding, delimiter: said ?? delimiterOf(header), isDelimiterLine: said !== undefined };
}

async function encodingOf(bytes: FileBytes): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of bytes()) {
      if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) return 'UTF-16LE';
      if (isFirst && piece[0] === 0xfe && piece[1] === 0xff) return 'UTF-16BE';
      isFirst &&= piece.length === 0;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'UTF-8';
  } catch (error) {
    if (error instanceof TypeError) return 'Windows-1252';
    throw error;
  }
}

function delimiterOf(text: string): string {
  const bare = text.slice(0, maxHeader).replace(/"(?:[^"]|"")*"/g, 'q');
  const lines = bare.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const width = (line: string): number => line.split(mostOften(line)).length;
  const header = lines
    .slice(0, maxRowsAboveHeader)
    .find(
      (line, index) => mayBeHeader(line, lines[index + 1]) && lines.slice(0, index).every((above) => width(above) < width(line)),
    );
  return mostOften(header ?? lines[0] ?? '');
}

/** Whether a line has several cells, and the next line has the same number. */
function mayBeHeader(line: string, next: string | undefined): boolean {
  const delimiter = mostOften(line);
  const cells = line.split(delimiter);
  const titles = cells.filter((cell) => cell.trim() !== '');
  return titles.length > 1 && titles.every(mayBeTitle) && (next ?? line).split(delimiter).length === cells.length;
}

function mostOften(line: string): string {
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
