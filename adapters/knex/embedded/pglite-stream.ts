import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** Milliseconds from which on a statement has kept the process from everything else for long. */
const long = 5;

/** Turns of the event loop that all else gets then: to accept a connection, read a request and answer it. */
const turnsOfOthers = 5;

/** What goes from the driver to an embedded database and back, in the place of a socket. */
export class PGliteStream extends Duplex {
  readonly #pglite: Pick<PGlite, 'execProtocolRaw'>;

  constructor(pglite: Pick<PGlite, 'execProtocolRaw'>) {
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
    const begun = performance.now();
    this.#pglite.execProtocolRaw(bytes).then(
      (answer) => {
        if (answer.length > 0) this.push(answer);
        afterTurns(performance.now() - begun < long ? 0 : turnsOfOthers, done);
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

/** The database runs in this thread: statement upon statement, nobody else would get a turn. */
function afterTurns(count: number, run: () => void): void {
  if (count === 0) run();
  else setImmediate(() => afterTurns(count - 1, run));
}
