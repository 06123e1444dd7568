import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** How much the system takes at once, in bytes, without mixing it with what other processes write to the same pipe. */
const pipePiece = 4096;

/** The same for files. */
const filePiece = 32 * 1024;

/** What a system says that takes nothing now and may do so later: a full pipe, a full disk. */
const fullCodes: ReadonlySet<unknown> = new Set(['EAGAIN', 'ENOSPC', 'EDQUOT']);

/** Where lines of the log go. */
export interface LogSink {
  /** How many bytes it is given at once at most, but for a line that is longer. */
  readonly pieceSize: number;
  /** Whether something that it took has not gone yet, and is lost when the process ends now. */
  readonly isBusy: boolean;
  /**
   * Takes bytes without waiting, and without failing. They are the caller's again when it returns.
   * @returns how many it took; those that it lost count among them
   */
  take(bytes: Buffer): number;
}

/**
 * Where standard error goes. A pipe is opened once more, for this process alone: whether writing waits for its reader is a
 * property of what is open, and who shares it, such as another worker that ends, may change it.
 */
export function standardErrorSink(stream: Writable & { readonly fd?: number } = process.stderr): LogSink {
  const fd = stream.fd ?? 2;
  try {
    const kind = fstatSync(fd);
    if (kind.isFile()) return new DescriptorSink(fd, filePiece);
    if (kind.isFIFO())
      return new DescriptorSink(openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK), pipePiece);
  } catch {} // closed, or on a system without such paths: the stream knows what to do
  return new StreamSink(stream);
}

/** A file, or a pipe that is opened so that nobody waits for it. */
export class DescriptorSink implements LogSink {
  readonly isBusy = false;
  readonly pieceSize: number;
  readonly #fd: number;
  readonly #write: (fd: number, bytes: Buffer) => number;

  constructor(fd: number, pieceSize: number, write: (fd: number, bytes: Buffer) => number = writeSync) {
    this.#fd = fd;
    this.pieceSize = pieceSize;
    this.#write = write;
  }

  take(bytes: Buffer): number {
    try {
      return this.#write(this.#fd, bytes);
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && fullCodes.has(error.code);
      return isFull ? 0 : bytes.length; // a reader that has gone: there is nobody to tell
    }
  }
}

/** A terminal, a socket, or somebody else's pipe. */
export class StreamSink implements LogSink {
  readonly pieceSize = pipePiece;
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', () => {}); // whoever reads may go first
  }

  get isBusy(): boolean {
    return this.#stream.writableLength > 0 && !this.#stream.destroyed;
  }

  take(bytes: Buffer): number {
    if (this.#stream.destroyed || this.#stream.writableEnded) return bytes.length;
    if (this.isBusy) return 0;
    this.#stream.write(Buffer.from(bytes));
    return bytes.length;
  }
}
