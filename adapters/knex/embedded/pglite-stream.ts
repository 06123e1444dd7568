import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** What goes from the driver to an embedded database and back, in the place of a socket. */
export class PGliteStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  /** The driver calls this as on a socket. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  /** Something that only sockets have, and the driver sets. */
  setNoDelay(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.#pglite.execProtocolRaw(bytes).then(
      (answer) => {
        if (answer.length > 0) this.push(answer);
        done();
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _writev(parts: readonly { readonly chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}
