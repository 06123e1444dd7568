import { SourceError } from '../../application/ports/moving/register.js';

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** The format of a file. */
export interface CsvForm {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** Whether the first line is a delimiter declaration of spreadsheets, `sep=;`. */
  readonly isDelimiterLine: boolean;
}

/** The bytes of a file; each call starts at the beginning. */
export type Bytes = () => AsyncIterable<Uint8Array>;

/** Possible delimiters; with equal counts the first wins. */
const delimiters = [',', ';', '\t', '|'] as const;

/** Characters of the first row used for the detection. */
const maxHeader = 65_536;

/**
 * Detects the format of a file: UTF-16 by its byte order mark, UTF-8 if the complete file is valid, otherwise Windows-1252. The
 * delimiter is the most frequent one in the first row.
 * @throws SourceError for binary files
 */
export async function sniff(bytes: Bytes): Promise<CsvForm> {
  const encoding = await encodingOf(bytes);
  let header = '';
  for await (const text of decoded(bytes, encoding)) {
    header += text;
    if (/[\r\n]/.test(header) || header.length > maxHeader) break;
  }
  if (header.startsWith('PK\u0003\u0004')) throw new SourceError('the file is a workbook or an archive: save it as CSV');
  if (header.includes('\0')) throw new SourceError('the file is no text, or UTF-16 without a byte order mark');
  const said = /^sep=(.)[\r\n]/i.exec(header)?.[1];
  return { encoding, delimiter: said ?? mostOften(header), isDelimiterLine: said !== undefined };
}

/** The text of a file, without byte order mark. */
export async function* decoded(bytes: Bytes, encoding: Encoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding.toLowerCase());
  for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function encodingOf(bytes: Bytes): Promise<Encoding> {
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

function mostOften(text: string): string {
  const bare = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
