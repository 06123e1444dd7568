import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { reasonOf } from '../storage-error.js';
import { DatabaseLost } from './data-directory.js';

/** PostgreSQL in this process, as a connection talks to it: messages of its protocol go in, what it answers comes out. */
export interface Engine {
  /** Whether it runs in a thread of its own: then it takes messages before it has answered earlier ones. */
  readonly isThread: boolean;
  /**
   * @param message one or several of the protocol; answered in their order
   * @throws DatabaseLost when the database can go on no more
   */
  run(message: Uint8Array): Promise<Uint8Array>;
  /** Ends what is under way, in a thread only if that does not take long, and writes everything out. */
  close(): Promise<void>;
}

/** An engine in the thread of whoever calls it. */
export class LocalEngine implements Engine {
  readonly isThread = false;
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  run(message: Uint8Array): Promise<Uint8Array> {
    return answerOf(this.#pglite, message);
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close();
  }
}

/**
 * What PostgreSQL answers to messages, in a buffer of its own. PGlite's plain call reads every row besides and keeps it for
 * ever, until the memory is full; this one does not.
 */
export async function answerOf(pglite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const onRawData = (bytes: Uint8Array): void => void parts.push(new Uint8Array(bytes)); // its memory is used again
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** Milliseconds from which on a statement has kept the thread from everything else for long. */
const long = 5;

/** Turns of the event loop that all else gets then: to accept a connection, read a request and answer it. */
const yieldTurns = 5;

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
        () => yieldTo(performance.now() - begun < long ? 0 : yieldTurns, done),
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
function yieldTo(count: number, run: () => void): void {
  if (count === 0) run();
  else setImmediate(() => yieldTo(count - 1, run));
}

/** The status of what PostgreSQL throws to come back to its loop over messages, after a mistake in a statement. */
const backToLoop = 100;

/**
 * Has PostgreSQL end when something else is thrown within it: its stack or its memory is at an end, or it has run into its own
 * mistake. PGlite passes over that, and goes on with a memory that nobody can trust.
 * @param lose says that the database can go on no more
 */
export function endOnBreakdown(pglite: Pick<PGlite, 'Module'>, lose: (reason: string, cause: unknown) => DatabaseLost): void {
  const { Module: postgres } = pglite;
  const runOnce = postgres._PostgresMainLoopOnce;
  let failure: DatabaseLost | undefined;
  postgres._PostgresMainLoopOnce = () => {
    if (failure) throw failure;
    try {
      runOnce();
    } catch (error) {
      if (error instanceof DatabaseLost) failure = error;
      else if (comesBackToLoop(error)) throw error;
      else failure = lose(`PostgreSQL broke down: ${reasonOf(error)}`, error);
      throw failure;
    }
  };
}

const comesBackToLoop = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === backToLoop;
