import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { reasonOf } from '../storage-error.js';
import { DatabaseLost } from './data-directory.js';

/** PostgreSQL in this process, which answers messages of its protocol. */
export interface Engine {
  /** Whether PostgreSQL runs in its own thread, and accepts messages before earlier ones are answered. */
  readonly isThread: boolean;
  /** @param message one or several protocol messages, which are answered in order @throws DatabaseLost */
  run(message: Uint8Array): Promise<Uint8Array>;
  /**
   * Completes pending work and flushes all data. If this exceeds the timeout of an engine in a thread, the thread is terminated.
   */
  close(): Promise<void>;
}

export const localEngine = (pglite: PGlite): Engine => ({
  isThread: false,
  run: (message) => answerOf(pglite, message),
  async close() {
    if (!pglite.closed) await pglite.close();
  },
});

/** Returns PostgreSQL's answer in its own buffer. PGlite's default call also parses and retains every row. */
export async function answerOf(pglite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const onRawData = (bytes: Uint8Array): void => void chunks.push(new Uint8Array(bytes)); // the memory is reused
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    all.set(chunk, end);
    end += chunk.length;
  }
  return all;
}

/** Minimum duration of a long statement in milliseconds. */
const long = 5;

/** Turns of the event loop after a long statement: they accept a connection, and read and answer a request. */
const yieldTurns = 5;

/** The stream between the driver and an embedded database, in place of a socket. */
export class PGliteStream extends Duplex {
  readonly #engine: Pick<Engine, 'run' | 'isThread'>;
  /** Settles when all messages so far are answered. */
  #answered: Promise<void> = Promise.resolve();

  constructor(engine: Pick<Engine, 'run' | 'isThread'>) {
    super();
    this.#engine = engine;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    const startedAt = performance.now();
    this.#answered = this.#engine.run(bytes).then((answer) => {
      if (answer.length > 0) this.push(answer);
    });
    if (this.#engine.isThread) {
      this.#answered.catch((error: unknown) => this.destroy(errorOf(error)));
      done();
    } else {
      this.#answered.then(
        () => yieldTo(performance.now() - startedAt < long ? 0 : yieldTurns, done),
        (error: unknown) => done(errorOf(error)),
      );
    }
  }

  override _writev(chunks: readonly { readonly chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
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

/** Consecutive statements in this thread would block the event loop. */
function yieldTo(count: number, run: () => void): void {
  if (count === 0) run();
  else setImmediate(() => yieldTo(count - 1, run));
}

/** Status of the exception with which PostgreSQL returns to its message loop after a failed statement. */
const backToLoop = 100;

/**
 * Ends PostgreSQL after an exception other than that of a failed statement, e.g. exhausted memory. PGlite would continue with
 * corrupt memory.
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
      else failure = lose(`PostgreSQL crashed: ${reasonOf(error)}`, error);
      throw failure;
    }
  };
}

const comesBackToLoop = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === backToLoop;
