import { createWriteStream, type Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../../application/ports/environment.js';
import { CommandRefused } from '../execution.js';

/** Milliseconds after which a stalled stream is aborted. */
const longestPause = 60_000;

export function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}

/** Streams texts. An error after the first text aborts the connection, so that the client sees an incomplete answer. */
export async function sendTexts(response: ServerResponse, texts: AsyncIterable<string>, log: Log): Promise<void> {
  const pieces = texts[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.setTimeout(longestPause, () => response.destroy());
    await pipeline(Readable.from(behind(first, pieces), { objectMode: true, highWaterMark: 1 }), response);
  } catch (error) {
    if (error instanceof CommandRefused && !response.headersSent) return send(response, 422, { problem: error.message });
    log.error('download over the socket failed', { error });
    if (response.headersSent) response.destroy();
    else send(response, 500, { problem: 'the command failed in the service; see its log' });
  }
}

async function* behind(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let next = first; !next.done; next = await pieces.next()) yield Buffer.from(next.value);
  } finally {
    await pieces.return?.();
  }
}

/** Upload handlers by target. The handler may read the file of the texts repeatedly. */
export type Uploads = Readonly<Record<string, (options: URLSearchParams, file: string) => AsyncIterable<string>>>;

/** Stores the upload in a file, streams the handler's answer, and removes the file. */
export async function answerUpload(
  incoming: IncomingMessage,
  response: ServerResponse,
  make: (file: string) => AsyncIterable<string>,
  { folders, log }: { readonly folders: UploadFolders; readonly log: Log },
): Promise<void> {
  const folder = await folders.make().catch((error: unknown) => {
    log.error('upload over the socket refused', { error });
    send(response, 500, { problem: 'the service could not store the file; see its log' });
    return undefined;
  });
  if (folder === undefined) return;
  const file = join(folder, 'upload');
  try {
    await pipeline(incoming, createWriteStream(file, { mode: 0o600 }));
    await sendTexts(response, make(file), log);
  } catch (error) {
    if (incoming.complete) log.error('upload over the socket failed', { error });
    response.destroy();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes temporary folders of this user. Other users can create folders of any name in the temporary directory. */
export async function removeFolders(prefix: string, isAbandoned: (stats: Stats) => boolean): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined); // another process may have removed it
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || !isAbandoned(found)) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Temporary folders of uploads. Their names contain an identifier of the data directory, which only one service uses at a time.
 * At its start, a service removes only folders of killed processes with the same directory.
 */
interface UploadFolders {
  /** Creates a folder; the caller removes it. */
  make(): Promise<string>;
  /** Removes all folders. The caller must own the directory and use no folder. */
  removeAll(): Promise<void>;
}

export async function uploadFoldersOf(directory: string): Promise<UploadFolders> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const prefix = `hexipam-upload-${dev.toString(36)}-${ino.toString(36)}-`;
  return { make: () => mkdtemp(join(tmpdir(), prefix)), removeAll: () => removeFolders(prefix, () => true) };
}
