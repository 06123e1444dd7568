import { Duplex } from 'node:stream';
import type { Engine } from './engine.js';

/** Milliseconds from which on a statement has kept the thread from everything else for long. */
const long = 5;

/** Turns of the event loop that all else gets then: to accept a connection, read a request and answer it. */
const turnsOfOthers = 5;

/** What goes from the driver to an embedded database and back, in the place of a socket. */
export class PGliteStream extends Duplex {
  readonly #engine: Pick<Engine, 'run' | 'isThread'>;
  /** Settles when every message so far has been answered. */
  #answered: Promise<void> = Promise.resolve();

  constructor(engine: Pick<Engine, 'run' | 'isThread'>) {
    super();
    this.#engine = engine;
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
    this.#answered = this.#engine.run(bytes).then((answer) => {
      if (answer.length > 0) this.push(answer);
    });
    if (this.#engine.isThread) {
      this.#answered.catch((error: unknown) => this.destroy(errorOf(error)));
      done();
    } else {
      this.#answered.then(
        () => afterTurns(performance.now() - begun < long ? 0 : turnsOfOthers, done),
        (error: unknown) => done(errorOf(error)),
      );
    }
  }

  override _writev(parts: readonly { readonly chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    const end = (): void => {
      this.push(null);
      done();
    };
    this.#answered.then(end, end);
  }
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** In its own thread the database leaves others their turns: statement upon statement, nobody else would get one. */
function afterTurns(count: number, run: () => void): void {
  if (count === 0) run();
  else setImmediate(() => afterTurns(count - 1, run));
}
