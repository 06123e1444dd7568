import { createHash } from 'node:crypto';
import type { ArchiveContent, ArchivedRow, ArchivedTable, ArchiveHead } from '../../application/ports/archive.js';
import { SourceError } from '../../application/ports/register.js';
import { type EndLine, endOf, headOf, parseLine, rowCount, rowOf, shortName, tableOf } from './lines.js';

const maxRows = 2000;
/** Characters at which a batch ends. */
const maxCharacters = 8 * 1024 * 1024;
/** Maximum length of a line in characters. */
const longestLine = 32 * 1024 * 1024;

/** Maximum number of tables. A schema has fewer. */
const maxTables = 1000;

type ArchiveChunk = { readonly table: ArchivedTable; readonly rows: readonly ArchivedRow[] };

/**
 * Reads the head of an archive. The rows are read while the caller iterates over the tables.
 * @param progressed receives the share of rows read, and the table
 * @throws SourceError for other files
 */
export async function readArchive(
  bytes: AsyncIterable<Uint8Array>,
  progressed: (share: number, table: string) => void = () => {},
): Promise<ArchiveContent> {
  const lines = linesOf(bytes);
  const hash = createHash('sha256');
  const first = await lines.next();
  if (first.done) throw new SourceError('the archive is empty');
  const head = headOf(parseLine(first.value, 1));
  hash.update(`${first.value}\n`);
  const all = rowCount(head);
  return {
    head,
    async *tables() {
      let read = 0;
      for await (const chunk of readChunks(lines, hash, head)) {
        read += chunk.rows.length;
        progressed(read / Math.max(1, all), chunk.table.name);
        yield chunk;
      }
    },
  };
}

async function* readChunks(
  lines: AsyncGenerator<string, void, undefined>,
  hash: ReturnType<typeof createHash>,
  head: ArchiveHead,
): AsyncGenerator<ArchiveChunk, void, undefined> {
  const counts = new RowCounts(head);
  let table: ArchivedTable | undefined;
  let [rows, characters]: [ArchivedRow[], number] = [[], 0];
  let number = 1;
  for await (const line of lines) {
    number++;
    const value = parseLine(line, number);
    if (Array.isArray(value)) {
      if (!table) throw new SourceError(`the archive is damaged: line ${number} is a row, but no table precedes it`);
      rows.push(rowOf(value, table.columns.length, number));
      counts.add(table.name);
      hash.update(`${line}\n`);
      characters += line.length;
      if (rows.length < maxRows && characters < maxCharacters) continue;
    }
    if (table && rows.length > 0) {
      yield { table, rows };
      [rows, characters] = [[], 0];
    }
    if (Array.isArray(value)) continue;
    const end = endOf(value);
    if (end) {
      verify(end, counts.all, hash.digest('hex'));
      return requireNoMore(lines, number);
    }
    table = tableOf(value);
    if (!table) throw new SourceError(`the archive is damaged: line ${number} is neither a row nor a table`);
    counts.addTable();
    hash.update(`${line}\n`);
  }
  throw new SourceError(`the archive is incomplete: it ends after line ${number}`);
}

/** @throws SourceError for a line after the end line */
async function requireNoMore(lines: AsyncGenerator<string, void, undefined>, number: number): Promise<void> {
  const { done } = await lines.next();
  if (!done) throw new SourceError(`the archive is damaged: line ${number + 1} follows the last line`);
}

/** Counts rows. A table with more rows than the head states is an error, because a malicious archive may be endless. */
class RowCounts {
  readonly #counts: ReadonlyMap<string, number>;
  readonly #read = new Map<string, number>();
  #tables = 0;
  all = 0;

  constructor({ counts }: ArchiveHead) {
    this.#counts = new Map(Object.entries(counts));
  }

  /** @throws SourceError */
  addTable(): void {
    if (++this.#tables > maxTables) throw new SourceError('the archive is damaged: it has too many tables');
  }

  /** @throws SourceError */
  add(table: string): void {
    const read = (this.#read.get(table) ?? 0) + 1;
    const said = this.#counts.get(table);
    if (said === undefined)
      throw new SourceError(`the archive has a table ${shortName(table)}, which its first line does not list`);
    if (read > said)
      throw new SourceError(`the archive is damaged: table ${shortName(table)} should have ${said} rows, but has more`);
    this.#read.set(table, read);
    this.all++;
  }
}

/** @throws SourceError if the row count or the checksum differs */
function verify(end: EndLine, rows: number, sha256: string): void {
  if (end.rows !== rows) throw new SourceError(`the archive is damaged: it should have ${end.rows} rows, but has ${rows}`);
  if (end.sha256 !== sha256) throw new SourceError('the archive is damaged: its content does not match its checksum');
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytesOfPiece of bytes) {
    const piece = decoder.decode(bytesOfPiece, { stream: true });
    let from = 0;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      yield rest + piece.slice(from, at);
      rest = '';
      from = at + 1;
    }
    rest += piece.slice(from);
    if (rest.length > longestLine) throw new SourceError('the archive is damaged: a line is too long');
  }
  if (rest !== '') throw new SourceError('the archive is incomplete: its last line has no line end');
}

/**
 * Yields the chunks of an archive unchanged, and verifies it.
 * @param done receives the number of rows after the last chunk
 * @throws SourceError at the end of a damaged or incomplete archive
 */
export async function* verifiedBytes(
  bytes: AsyncIterable<Uint8Array>,
  done: (rows: number) => void,
  progressed?: (share: number, table: string) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const passed: Uint8Array[] = [];
  async function* noted(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of bytes) {
      passed.push(piece);
      yield piece;
    }
  }
  const archive = await readArchive(noted(), progressed);
  let rows = 0;
  for await (const chunk of archive.tables()) {
    rows += chunk.rows.length;
    yield* passed.splice(0);
  }
  yield* passed.splice(0);
  done(rows);
}
