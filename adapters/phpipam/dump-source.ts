import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceError, unreadableFile } from '../../application/ports/register.js';
import { codeOf } from '../../application/ports/storage-error.js';
import { type DumpEvents, DumpParser } from './dump-parser.js';
import type { Column, RowSink, RowSource, Value } from './rows.js';

/** Rows per batch. */
const maxRows = 500;

/** Names of encodings in MySQL, with their names in Node. */
const encodings: Readonly<Record<string, string>> = { latin1: 'windows-1252', cp1250: 'windows-1250', cp1251: 'windows-1251' };

interface Batch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: (readonly Value[])[];
}

/** The parsed contents of a dump, which are passed to the sink. */
class DumpContent implements DumpEvents {
  readonly wants: DumpEvents['wants'];
  timestampsAreUtc = false;
  readonly #path: string;
  readonly #sink: RowSink;
  readonly #batches: Batch[] = [];
  readonly #skipped = new Map<string, number>();
  /** Undefined before the header of the dump is parsed. */
  #isComplete: boolean | undefined;
  #isEmpty = true;

  constructor(path: string, wants: DumpEvents['wants'], sink: RowSink) {
    this.#path = path;
    this.wants = wants;
    this.#sink = sink;
  }

  table(name: string, columns: readonly Column[]): void {
    this.#isEmpty = false;
    this.#sink.table(name, columns);
  }

  row(table: string, columns: readonly string[], values: readonly Value[]): void {
    this.#isEmpty = false;
    const last = this.#batches.at(-1);
    if (last?.table === table && last.columns === columns && last.rows.length < maxRows) last.rows.push(values);
    else this.#batches.push({ table, columns, rows: [values] });
  }

  skipped(table: string): void {
    this.#isEmpty = false;
    this.#skipped.set(table, (this.#skipped.get(table) ?? 0) + 1);
  }

  /** @throws SourceError for dumps of other databases */
  remark(text: string): void {
    if (/^-- (MySQL|MariaDB) dump/.test(text)) this.#isComplete = false;
    if (/^-- Dump completed/.test(text)) this.#isComplete = true;
    if (/SET (?:SESSION )?TIME_ZONE\s*=\s*['"]\+00:00['"]/i.test(text)) this.timestampsAreUtc = true;
    if (/^-- PostgreSQL database/.test(text))
      throw new SourceError(`${this.#path} is a dump of PostgreSQL: phpIPAM stores its data in MySQL or MariaDB`);
  }

  async pass(): Promise<void> {
    for (const { table, columns, rows } of this.#batches.splice(0)) await this.#sink.rows(table, columns, rows);
  }

  /** @throws SourceError if the file has no marker of a dump, and no tables or rows either */
  refuseStrange(): void {
    if (this.#isEmpty && this.#isComplete === undefined) throw new SourceError(`${this.#path} is not a dump of a database`);
  }

  /** Passes the remaining rows to the sink. @throws SourceError if the dump has a header, but no end marker */
  async end(): Promise<void> {
    await this.pass();
    for (const [table, rows] of this.#skipped) this.#sink.skipped(table, rows);
    if (this.#isComplete === false)
      throw new SourceError(`${this.#path} is cut off: the line "-- Dump completed" is missing at its end`);
  }
}

/** Streams the rows of a mysqldump file, plain or gzip. */
export class DumpSource implements RowSource {
  readonly #path: string;
  #size = 1;
  #done = 0;
  #content: DumpContent | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get progress(): number {
    return Math.min(1, this.#done / this.#size);
  }

  get timestampsAreUtc(): boolean {
    return this.#content?.timestampsAreUtc ?? false;
  }

  async read(isRequested: (table: string) => boolean, sink: RowSink): Promise<void> {
    const content = new DumpContent(this.#path, isRequested, sink);
    content.timestampsAreUtc = this.timestampsAreUtc; // known from an earlier read
    this.#content = content;
    const parser = new DumpParser(content);
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    for await (const bytes of this.#bytes()) {
      if (!decoder) refusePacked(this.#path, bytes);
      decoder ??= new TextDecoder(encodingOf(bytes));
      parser.push(decoder.decode(bytes, { stream: true }));
      await content.pass();
    }
    parser.push(decoder?.decode() ?? '');
    parser.flush();
    content.refuseStrange();
    parser.end();
    await content.end();
  }

  /** @throws SourceError */
  async *#bytes(): AsyncGenerator<Buffer, void, undefined> {
    try {
      this.#size = Math.max(1, (await stat(this.#path)).size);
      this.#done = 0;
      const file = this.#counted(createReadStream(this.#path, { highWaterMark: 64 * 1024 }));
      const source = (await this.#isCompressed()) ? pipeline(file, createGunzip({ chunkSize: 64 * 1024 }), () => {}) : file;
      for await (const chunk of source) yield chunk;
    } catch (error) {
      throw sourceErrorOf(this.#path, error);
    }
  }

  async *#counted(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of file) {
      this.#done += chunk.length;
      yield chunk;
    }
  }

  async #isCompressed(): Promise<boolean> {
    const file = await open(this.#path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
    } finally {
      await file.close();
    }
  }
}

/** Signatures of unsupported compressed files. */
const packed: Readonly<Record<string, string>> = {
  '504b0304': 'a ZIP archive or a workbook',
  '425a68': 'compressed by bzip2',
  fd377a585a00: 'compressed by xz',
  '28b52ffd': 'compressed by zstd',
  '7801': 'compressed by zlib',
};

/** @throws SourceError for binary files */
function refusePacked(path: string, first: Buffer): void {
  const start = first.subarray(0, 8).toString('hex');
  for (const [mark, what] of Object.entries(packed))
    if (start.startsWith(mark)) throw new SourceError(`${path} is ${what}: it must be plain SQL, or compressed by gzip`);
}

/** Returns the encoding that the dump's ASCII header declares. */
function encodingOf(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  const name = /SET NAMES (\w+)/i.exec(first.subarray(0, 8192).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf8';
  if (/^(utf8|utf8mb3|utf8mb4|binary|ascii)$/.test(name)) return 'utf-8';
  const encoding = encodings[name];
  if (encoding === undefined)
    throw new SourceError(`the dump is encoded in ${name}: make it with --default-character-set=utf8mb4`);
  return encoding;
}

function sourceErrorOf(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (/^\w+:\/\//.test(path) && code === 'ENOENT')
    return new SourceError(
      `${path} is not a database of phpIPAM: the URL must have the form mysql://USER:PASSWORD@HOST/DATABASE`,
    );
  if (code === 'Z_BUF_ERROR') return new SourceError(`${path} is cut off: the compressed data are incomplete`);
  if (code.startsWith('Z_')) return new SourceError(`${path} is damaged: ${error instanceof Error ? error.message : code}`);
  return unreadableFile(path, error) ?? error;
}
