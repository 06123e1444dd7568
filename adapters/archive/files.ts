import { randomBytes } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { SourceError } from '../../application/ports/moving/register.js';
import { withLastAct } from './before-signals.js';

const gzipMark = [0x1f, 0x8b];

/** A file cannot be written; the message is one line for users. */
export class FileUnwritable extends Error {
  override readonly name = 'FileUnwritable';

  constructor(path: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const reason = unwritable[code] ?? (cause instanceof Error ? cause.message : String(cause));
    super(`${path} cannot be written: ${reason}`, { cause });
  }
}

const unwritable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  ENOTDIR: 'what should be its directory is a file',
  EEXIST: 'there is a file of this name',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has no more space on the disk',
  EFBIG: 'it would be larger than files may be',
};

/** @throws FileUnwritable for any error */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileUnwritable(path, error);
  }
}

/**
 * Writes a file that only its owner may read. It appears under its name once it is complete on disk. Names ending in .gz are
 * compressed with gzip; symbolic links are followed. An unfinished file is removed, also on a signal.
 * @throws FileUnwritable, and errors of `pieces`
 */
export async function writeFile(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const place = await writing(path, () => targetOf(path));
  const unfinished = `${place}.${randomBytes(4).toString('hex')}.unfinished`; // another process may write to the same path
  await withLastAct(
    () => rmSync(unfinished, { force: true }),
    async () => {
      const file = await writing(path, () => open(unfinished, 'wx', 0o600));
      try {
        await writeAll(path, file, pieces);
        await writing(path, () => rename(unfinished, place));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  );
}

/** The path of the file itself, with links resolved. @throws Error if the path exists and is no regular file */
async function targetOf(path: string): Promise<string> {
  const there = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
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

async function writeAll(path: string, file: FileHandle, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writing(path, () => file.writeFile(chunk)).then(() => done(), done);
    },
  });
  const source = Readable.from(buffersOf(pieces), { objectMode: true });
  await (path.endsWith('.gz') ? pipeline(source, createGzip({ level: 6 }), target) : pipeline(source, target));
  await writing(path, async () => {
    await file.sync();
    await file.close();
  });
}

async function* buffersOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
}

/** The bytes of a file, decompressed. @throws SourceError if it cannot be read */
export async function* readFileBytes(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const file = createReadStream(path, { highWaterMark: 256 * 1024 });
    yield* inflated(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new SourceError(`there is no file ${path}`);
    if (code === 'EISDIR') throw new SourceError(`${path} is a directory`);
    if (code === 'EACCES') throw new SourceError(`${path} cannot be read by this user`);
    if (code.startsWith('Z_')) throw new SourceError(`${path} is damaged or cut off`);
    if (/^E[A-Z]+$/.test(code)) throw new SourceError(`${path} cannot be read: ${code}`);
    throw error;
  }
}

async function* inflated(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const { value: begin } = first;
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    yield begin;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  if (!gzipMark.every((byte, index) => begin[index] === byte)) {
    yield* all();
    return;
  }
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const fed = pipeline(Readable.from(all(), { objectMode: true }), gunzip).catch(() => {}); // the reader gets this error
  yield* gunzip;
  await fed;
}
