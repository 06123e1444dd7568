import type { Readable } from 'node:stream';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { SourceError } from '../../application/ports/register.js';
import type { FileBytes } from '../../application/transfer/rows/table.js';

/** Limits of a workbook, as protection against decompression bombs. */
const maxPackedBytes = 33_554_432;
const maxUnpackedBytes = 134_217_728;
/**
 * A workbook may decompress to `always` bytes, plus `perPackedByte` for each compressed byte. Programs usually compress sheets to a
 * tenth.
 */
const unpackedBytes = { always: 16_777_216, perPackedByte: 32 } as const;
const maxEntries = 2000;
/** Bytes parsed between two yields. */
const pieceLength = 16 * 1024;

const open: (buffer: Buffer, options: Options) => Promise<ZipFile> = promisify(fromBuffer);

/** The files of a workbook. The total of decompressed bytes is limited. */
export class WorkbookPackage {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxBytes: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, packedBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#maxBytes = Math.min(maxUnpackedBytes, unpackedBytes.always + unpackedBytes.perPackedByte * packedBytes);
  }

  /** @throws SourceError for a damaged file, and for a file above the limits */
  static async open(bytes: FileBytes): Promise<WorkbookPackage> {
    const buffer = await bufferOf(bytes);
    return readable(async () => {
      const zip = await open(buffer, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
      if (zip.entryCount > maxEntries) throw new SourceError(`the workbook has more than ${maxEntries} files`);
      return new WorkbookPackage(zip, await entriesOf(zip), buffer.length);
    });
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Yields the decompressed bytes of a file. @throws SourceError */
  async *read(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name);
    if (!entry) throw new SourceError(`the workbook has no ${name}`);
    const stream = await readable(() => this.#open(entry));
    let length = 0;
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        length += piece.length;
        if (length > this.#maxBytes)
          throw new SourceError(`${name} of the workbook has more than ${this.#maxBytes} bytes: save it as CSV`);
        for (let start = 0; start < piece.length; start += pieceLength) {
          await nextEventLoopTurn(); // pieces of a packed file are there without any wait
          yield piece.subarray(start, start + pieceLength);
        }
      }
    } catch (error) {
      throw damaged(error);
    } finally {
      stream.destroy();
    }
  }

  #open(entry: Entry): Promise<Readable> {
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    });
  }
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });
}

async function bufferOf(bytes: FileBytes): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes()) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxPackedBytes) throw new SourceError(`the workbook has more than ${maxPackedBytes} bytes: save it as CSV`);
  }
  return Buffer.concat(pieces);
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw damaged(error);
  }
}

const damaged = (error: unknown): Error =>
  error instanceof SourceError ? error : new SourceError('the file is a damaged workbook, or another archive', { cause: error });
