import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { codeOf } from '../../application/ports/storage-error.js';

/** Maximum bytes of an atomic pipe write. Larger writes can mix with output of other processes. */
const pipePiece = 4096;

/** Maximum bytes of a file write. */
const filePiece = 32 * 1024;

/** Error codes of temporary failures: a full pipe or disk. */
const fullCodes: ReadonlySet<unknown> = new Set(['EAGAIN', 'ENOSPC', 'EDQUOT']);

export interface LogSink {
  /** Maximum bytes per write; one longer line is an exception. */
  readonly pieceSize: number;
  /** Whether accepted bytes are still pending. Process exit would lose them. */
  readonly isBusy: boolean;
  /**
   * Writes bytes without blocking or throwing. Afterwards the caller may reuse the buffer.
   * @returns the number of accepted bytes, including lost ones
   */
  take(bytes: Buffer): number;
}

/**
 * Returns the sink of standard error. A pipe is reopened for this process: other processes share the original open file
 * description and could change its non-blocking mode.
 */
export function standardErrorSink(stream: Writable & { readonly fd?: number } = process.stderr): LogSink {
  const fd = stream.fd ?? 2;
  try {
    const kind = fstatSync(fd);
    if (kind.isFile()) return new DescriptorSink(fd, filePiece);
    if (kind.isFIFO())
      return new DescriptorSink(openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK), pipePiece);
  } catch {} // standard error is closed, or the system has no /proc: use the stream
  return new StreamSink(stream);
}

/** A file, or a pipe in non-blocking mode. */
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
      return fullCodes.has(codeOf(error)) ? 0 : bytes.length; // otherwise the reader closed the pipe
    }
  }
}

/** A terminal, a socket, or a pipe of another process. */
export class StreamSink implements LogSink {
  readonly pieceSize = pipePiece;
  readonly #stream: Writable;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', () => {}); // the reader may exit first
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
