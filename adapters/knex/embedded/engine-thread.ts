import { Worker } from 'node:worker_threads';
import { reasonOf } from '../storage-error.js';
import { DatabaseLost, DataDirectory } from './data-directory.js';
import type { Engine } from './engine.js';
import { databaseIn, type OpeningOptions } from './opening.js';

export interface ThreadStart extends OpeningOptions {
  readonly directory: string;
}

/** A message to the thread: of PostgreSQL's protocol, or a request to close the database. */
export type ToThread = Uint8Array | 'close';

/** A message from the thread: PostgreSQL's answers, in the order of the messages, or the state of the database. */
export type FromThread =
  | Uint8Array
  | 'open'
  | 'closed'
  | { readonly notOpened: string; readonly code: string | undefined }
  | { readonly lost: string };

interface Waiter {
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (reason: DatabaseLost) => void;
}

export interface ThreadLimits {
  /** Milliseconds for closing the database. Afterwards the thread is terminated. */
  readonly close: number;
}

/** Runs an engine in a separate thread, so that statements do not block the thread of the caller. */
export class EngineThread implements Engine {
  readonly isThread = true;
  /** The loss of the directory ends the thread. */
  readonly dataDirectory: DataDirectory;
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #waiting: Waiter[] = [];
  readonly #ended: Promise<unknown>;
  #notifyClosed: () => void = () => {};
  #closing: Promise<void> | undefined;

  private constructor(worker: Worker, dataDirectory: DataDirectory, limits: ThreadLimits) {
    this.#worker = worker;
    this.#limits = limits;
    this.dataDirectory = dataDirectory;
    this.#ended = new Promise((resolve) => {
      worker.once('exit', resolve);
    });
    worker.on('message', (word: FromThread) => this.#receive(word));
    worker.on('error', (error) => dataDirectory.lose(`the thread of the database failed: ${reasonOf(error)}`, error));
    worker.once('exit', () => this.#closing ?? dataDirectory.lose('the thread of the database has ended'));
    void dataDirectory.lost.then((failure) => this.#end(failure));
    worker.unref(); // an open database alone does not keep the process alive
  }

  /** This process must own the lock of the directory. */
  static async start(start: ThreadStart, limits: ThreadLimits = { close: 3000 }): Promise<EngineThread> {
    const worker = new Worker(new URL('./database-thread.js', import.meta.url), { workerData: start, execArgv: [] }); // options of this thread may be for its program only
    await firstWord(worker);
    return new EngineThread(worker, new DataDirectory(databaseIn(start.directory)), limits);
  }

  run(message: Uint8Array): Promise<Uint8Array> {
    const failure = this.dataDirectory.failure ?? (this.#closing && closedFailure());
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ resolve, reject }) === 1) this.#worker.ref();
      const own = new Uint8Array(message); // its buffer is transferred; that of the message may be shared
      this.#post(own, [own.buffer]);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (!this.dataDirectory.failure) {
      this.#worker.ref();
      const closed = new Promise<void>((resolve) => {
        this.#notifyClosed = resolve;
      });
      this.#post('close');
      await within(this.#limits.close, Promise.race([closed, this.#ended]));
    }
    this.#end(closedFailure());
    await within(this.#limits.close, this.#ended);
  }

  #post(word: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(word, transfer);
  }

  #receive(word: FromThread): void {
    if (word instanceof Uint8Array) {
      this.#waiting.shift()?.resolve(word);
      if (this.#waiting.length === 0 && !this.#closing) this.#worker.unref();
    } else if (word === 'closed') this.#notifyClosed();
    else if (typeof word === 'object' && 'lost' in word) this.dataDirectory.loseFor(new DatabaseLost(word.lost));
  }

  #end(failure: DatabaseLost): void {
    for (const waiter of this.#waiting.splice(0)) waiter.reject(failure);
    void this.#worker.terminate();
  }
}

const closedFailure = (): DatabaseLost => new DatabaseLost('the database is closed');

/** @throws Error with the reason if the database cannot be opened */
function firstWord(worker: Worker): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void => reject(error);
    const end = (): void => reject(new Error('the thread of the database has ended'));
    worker.once('error', fail).once('exit', end);
    worker.once('message', (word: FromThread) => {
      worker.off('error', fail).off('exit', end);
      if (word === 'open') resolve();
      else reject(notOpened(word));
    });
  });
}

function notOpened(word: FromThread): Error {
  if (typeof word !== 'object' || !('notOpened' in word)) return new Error('its thread sent an unexpected message');
  return Object.assign(new Error(word.notOpened), word.code === undefined ? {} : { code: word.code });
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
