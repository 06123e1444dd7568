import { randomBytes } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { FileUnwritable } from '../../application/ports/file-unwritable.js';
import { SourceError, unreadableFile } from '../../application/ports/register.js';
import { codeOf } from '../../application/ports/storage-error.js';
import { withLastAct } from './before-signals.js';
import { ageMark, decrypted, encrypted, longestMark, refuseArmor } from './encryption.js';

const gzipMark = Buffer.from([0x1f, 0x8b]);

export interface WriteOptions {
  /** Public age keys. Files with names ending in .age are encrypted for them. */
  readonly recipients?: readonly string[];
  /** Checks the complete temporary file before its rename. If the check throws an error, the file is discarded. */
  readonly verify?: (unfinished: string) => Promise<void>;
  /** Whether the caller handles termination signals: it then ends `pieces` with an error. */
  readonly handlesSignals?: boolean;
}

/** Runs file operations. @throws FileUnwritable for any error */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileUnwritable(path, error);
  }
}

/** Renames a file and syncs its directory: without the sync, a crash can lose the new name. */
async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  const directory = await open(dirname(to), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Writes a file with mode 0600 under a temporary name, and renames it once it is synced. Names ending in .gz are compressed with
 * gzip, names ending in .age encrypted; symbolic links are followed. On errors and signals, the temporary file is removed.
 * @throws FileUnwritable, and errors of `pieces` and `verify`
 */
export async function writeFile(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  { recipients = [], verify, handlesSignals = false }: WriteOptions = {},
): Promise<void> {
  const target = await writing(path, () => targetOf(path));
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.unfinished`; // another process may write to the same path
  const write = async (): Promise<void> => {
    const file = await writing(path, () => open(unfinished, 'wx', 0o600));
    try {
      await writeAll(path, file, pieces, recipients);
      await verify?.(unfinished);
      await writing(path, () => renameDurably(unfinished, target));
    } catch (error) {
      await file.close().catch(() => {});
      await rm(unfinished, { force: true });
      throw error;
    }
  };
  await (handlesSignals ? write() : withLastAct(() => rmSync(unfinished, { force: true }), write));
}

/** Resolves symbolic links. @throws Error if the path exists and is not a regular file */
async function targetOf(path: string): Promise<string> {
  const there = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (there === null)
    return readlink(path).then(
      (target) => targetOf(resolve(dirname(path), target)),
      () => path,
    );
  if (there.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  if (!there.isFile()) throw new Error('it is a device or a pipe, not a file');
  return realpath(path);
}

async function writeAll(
  path: string,
  file: FileHandle,
  pieces: AsyncIterable<string | Uint8Array>,
  recipients: readonly string[],
): Promise<void> {
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writing(path, () => file.writeFile(chunk)).then(() => done(), done);
    },
  });
  await pipeline(packedBytes(path, pieces, recipients), target);
  await writing(path, async () => {
    await file.sync();
    await file.close();
  });
}

/** Packs bytes as the file name requires: gzip for .gz, encryption for .age. */
export function packedBytes(
  name: string,
  pieces: AsyncIterable<string | Uint8Array>,
  recipients: readonly string[],
): AsyncIterable<Uint8Array> & Readable {
  const source = Readable.from(buffersOf(pieces), { objectMode: true });
  const compressed = /\.gz(\.age)?$/.test(name) ? through(createGzip({ level: 6 }), source) : source;
  return name.endsWith('.age') ? Readable.from(encrypted(compressed, recipients)) : compressed;
}

/** Pipes a source into a transformation, and passes on errors of the source. */
function through(transformation: Transform, source: Readable): Transform {
  pipeline(source, transformation).catch(() => {});
  return transformation;
}

async function* buffersOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
}

/** Reads a file, decrypted and decompressed. @param identities private age keys @throws SourceError for an unreadable file */
export async function* readFileBytes(
  path: string,
  identities: readonly string[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const file = createReadStream(path, { highWaterMark: 256 * 1024 });
    yield* plainBytes(file, identities, path);
  } catch (error) {
    throw unreadableFile(path, error) ?? error;
  }
}

/**
 * Detects encryption and compression by the first bytes, and removes both.
 * @param path for error messages
 * @throws SourceError for damaged bytes, and errors of `bytes`
 */
export async function* plainBytes(
  bytes: AsyncIterable<Uint8Array>,
  identities: readonly string[],
  path: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { begin, all } = await peeked(bytes, longestMark);
  refuseArmor(begin, path);
  try {
    yield* startsWith(begin, ageMark) ? inflated(decrypted(all, identities, path)) : inflated(all);
  } catch (error) {
    if (codeOf(error).startsWith('Z_')) throw new SourceError(`${path} is damaged or incomplete`);
    throw error;
  }
}

const startsWith = (bytes: Uint8Array, mark: Uint8Array): boolean => mark.every((byte, index) => bytes[index] === byte);

/**
 * Reads at least the first `length` bytes, or all if there are fewer.
 * @returns these bytes as one array, and an iterable of all bytes
 */
async function peeked(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly begin: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  let begin: Uint8Array = new Uint8Array();
  while (begin.length < length) {
    const next = await pieces.next();
    if (next.done) break;
    begin = Buffer.concat([begin, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      if (begin.length > 0) yield begin;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  return { begin, all: all() };
}

async function* inflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const { begin, all } = await peeked(bytes, gzipMark.length);
  if (!startsWith(begin, gzipMark)) {
    yield* all;
    return;
  }
  yield* through(createGunzip({ chunkSize: 256 * 1024 }), Readable.from(all, { objectMode: true }));
}
