import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import {
  ConnectionFailure,
  endsConnection,
  isAnswer,
  isOutdatedStatement,
  lostNamedStatement,
  reasonOf,
} from '../storage-error.js';
import { SilenceWatch, type SilenceWatchOptions } from './silence-watch.js';
import type { Answer, Statement, TextRow } from './statement.js';

/** How long a farewell may take, in milliseconds: a server that does not hear it finds out by itself. */
const closeTimeoutMs = 1000;

/** Is told how long a statement took until it was answered or failed, in milliseconds. */
export type StatementObserver = (milliseconds: number, failed: boolean) => void;

/** The server process that serves a connection. */
export interface Backend {
  /** Its process id on the server. */
  readonly pid: number;
  /** When the server process of the whole server started, in seconds since 1970: a restarted or another server differs. */
  readonly serverStart: string;
  /** When the connection was opened, in seconds since 1970 by the server's clock. */
  readonly openedAt: number;
}

/** The times and the server process of a connection. */
export interface ConnectionOptions {
  /** For how many milliseconds nothing may come while answers are due. */
  readonly answerMs: number;
  /** After how many milliseconds of that silence the connection is suspect. */
  readonly suspicionMs: number;
  /** Undefined where statements may run in other processes, as behind a pooler. */
  readonly backend?: Backend | undefined;
}

const areYouThere: Statement = { text: 'select 1', rows: 'texts' };

/** A connection to a database. It takes statements before it has answered earlier ones, and runs them in their order. */
export class Connection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  /** Undefined where silences have no limit. */
  readonly #watch: SilenceWatch | undefined;
  /** Undefined where statements may run in other processes, as behind a pooler. */
  readonly backend: Backend | undefined;
  #onSuspicion: (() => void) | undefined;
  #lost: ConnectionFailure | undefined;
  readonly #compiled = new Set<string>();
  #isGathering = false;
  #observe: StatementObserver | undefined;
  /** How many statements have been sent. */
  #sent = 0;
  /** The last failures of named statements, and how many statements had been sent when they came. */
  readonly #failures = new Map<string, { readonly error: unknown; readonly sent: number }>();

  /** @param client that has connected */
  constructor(client: pg.Client, { answerMs, suspicionMs, backend }: ConnectionOptions) {
    this.#client = client;
    const { stream } = client.connection; // where it is encrypted, not the one that the client was given
    this.#stream = stream;
    this.backend = backend;
    const silences: SilenceWatchOptions = {
      limitMs: answerMs,
      suspicionMs,
      bytesRead: () => (stream instanceof Socket ? stream.bytesRead : 0),
      onSuspicion: () => this.#onSuspicion?.(),
      onSilence: (silenceMs) =>
        this.giveUp(new ConnectionFailure(`the database gave no answer for ${Math.round(silenceMs / 1000)} s`)),
    };
    this.#watch = Number.isFinite(answerMs) ? new SilenceWatch(silences) : undefined;
    client.on('error', (error) => this.#lose(error));
    client.on('end', () => this.#lose(new Error('the connection has ended')));
  }

  /** Why the connection cannot be used any more. */
  get lost(): ConnectionFailure | undefined {
    return this.#lost;
  }

  /** For how many milliseconds nothing has come although answers are due; 0 when none are. */
  get silenceMs(): number {
    return this.#watch?.silenceMs ?? 0;
  }

  /** For how many milliseconds no answer has come, whether one is due or not. */
  get quietMs(): number {
    return this.#watch?.quietMs ?? 0;
  }

  /** Sets the function that is called each time when the connection becomes suspect, and now and then while it stays so. */
  onSuspicion(onSuspicion: () => void): void {
    this.#onSuspicion = onSuspicion;
  }

  /** Shortens the limit of the present silence to three quarters: the server cannot say whether it works on an answer. */
  doubt(): void {
    this.#watch?.doubt();
  }

  /** Asks an idle connection for an answer, and gives it up when none comes within so many milliseconds. Never rejects. */
  async probe(limitMs: number): Promise<void> {
    this.allow(limitMs);
    await this.run(areYouThere, []).catch((error: unknown) =>
      this.giveUp(new ConnectionFailure('an idle connection gave no answer', error)),
    );
    this.allow();
  }

  /** Has somebody told of all statements from now on. */
  observe(observe: StatementObserver): void {
    this.#observe = observe;
  }

  /**
   * @param gathering until when statements wait, so that they go out together: each sending costs a system call
   * @throws ConnectionFailure when the connection breaks or is silent for too long; else what the server says
   */
  async run(statement: Statement, values: readonly unknown[], gathering: 'tick' | 'turn' = 'tick'): Promise<Answer> {
    if (this.#lost) throw this.#lost;
    this.#gather(gathering);
    const place = ++this.#sent;
    try {
      return await this.#ask(statement, values);
    } catch (failure) {
      const error = this.#causeOf(failure, statement, place);
      if (endsConnection(error)) this.#lose(error);
      if (!isAnswer(error) && this.#lost) throw this.#lost;
      if (lostNamedStatement(error)) this.giveUp(new ConnectionFailure('the connection lost its named statements', error));
      if (isOutdatedStatement(error)) this.giveUp(new ConnectionFailure('tables have changed under a named statement', error));
      throw endsConnection(error) || isOutdatedStatement(error) ? this.#lost : error;
    }
  }

  /** Allows so many milliseconds of silence from now on, until it is called again. By default as many as at first. */
  allow(answerLimit?: number): void {
    this.#watch?.allow(answerLimit);
  }

  /** Breaks the connection: it is in no known state, and nobody must get it any more. */
  giveUp(reason: ConnectionFailure): void {
    this.#lost ??= reason;
    this.#stream.destroy();
  }

  /** Ends the connection when what is under way is done. */
  async close(): Promise<void> {
    if (this.#lost) return;
    const timer = setTimeout(() => this.#stream.destroy(), closeTimeoutMs);
    await this.#client.end();
    clearTimeout(timer);
  }

  #ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const began = this.#observe ? performance.now() : 0;
    return new Promise((resolve, reject) => {
      const done: Done = (error, answer) => {
        this.#watch?.end();
        this.#observe?.(performance.now() - began, !answer);
        if (answer) resolve(answer);
        else reject(error);
      };
      const { text, name, rows } = statement;
      const isTexts = rows === 'texts';
      const query = isTexts
        ? new TextQuery(statement, values, this.#compiled, done)
        : new pg.Query({ text, name, values: [...values] }, done);
      this.#watch?.begin(); // not before: of a value that has no text nothing is asked
      this.#client.query(query);
    });
  }

  /** What is sent behind a statement that cannot be compiled, and has its name, finds no such statement: it fails by the same. */
  #causeOf(failure: unknown, { name }: Statement, place: number): unknown {
    if (name === undefined) return failure;
    const earlier = this.#failures.get(name);
    if (lostNamedStatement(failure) && earlier && place <= earlier.sent) return earlier.error;
    this.#failures.set(name, { error: failure, sent: this.#sent });
    return failure;
  }

  #lose(error: unknown): void {
    this.#lost ??= error instanceof ConnectionFailure ? error : new ConnectionFailure(reasonOf(error), error);
    this.#watch?.stop();
  }

  // perf(one-subnet): sends the statements of a tick or a turn at once, 23 us of processor time for each of 8 instead of 36
  #gather(until: 'tick' | 'turn'): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#stream.cork();
    const send = (): void => {
      this.#isGathering = false;
      this.#stream.uncork();
    };
    if (until === 'turn') setImmediate(send);
    else process.nextTick(send);
  }
}

/** Is told what a statement gave, or why it failed. */
type Done = (error: unknown, answer?: Answer) => void;

/** A query whose rows stay texts, in the order of the select list. A client that pipelines takes only queries of pg's own class. */
// perf(one-subnet): no description and no parser of each column, 27 us of processor time for 46 columns instead of 92
class TextQuery extends pg.Query {
  readonly #statement: Statement;
  readonly #texts: (string | null)[];
  /** Names of the statements that the server has compiled for this connection. */
  readonly #compiled: Set<string>;
  readonly #rows: TextRow[] = [];
  #hasCompiled = false;

  constructor(statement: Statement, values: readonly unknown[], compiled: Set<string>, done: Done) {
    super(statement.text, (error, answer) => {
      if (answer) return done(undefined, { rows: this.#rows, command: answer.command });
      if (this.#hasCompiled) compiled.delete(statement.name ?? ''); // nobody knows whether this is what failed
      done(error);
    });
    this.#statement = statement;
    this.#texts = values.map(textOfValue);
    this.#compiled = compiled;
  }

  /** Called by pg when it is this query's turn to be sent. */
  override readonly submit = (connection: pg.Connection): void => {
    const { text, name = '' } = this.#statement;
    if (name === '' && this.#texts.length === 0) connection.query(text);
    else {
      if (!this.#compiled.has(name)) this.#compile(connection, text, name);
      connection.bind({ statement: name, values: this.#texts }, true);
      connection.execute(null, true);
      connection.sync();
    }
  };

  /** Called by pg with each row. */
  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.#rows.push(fields);
  }

  #compile(connection: pg.Connection, text: string, name: string): void {
    if (name !== '') {
      connection.close({ type: 'S', name }, true); // a statement that failed later is still there
      this.#compiled.add(name);
      this.#hasCompiled = true;
    }
    connection.parse({ text, name, types: [] }, true);
  }
}

/** A value as PostgreSQL reads it. */
function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map(elementText).join()}}` : String(value);
}

const elementText = (value: unknown): string => {
  const text = textOfValue(value);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
};

/** How values of some types are read, by the number of the type in PostgreSQL: times and dates as text, numbers as numbers. */
const [date, timestamp, bigint, numeric] = [1082, 1114, 20, 1700];
const parsers: Readonly<Record<number, (value: string) => string | number>> = {
  [date]: String,
  [timestamp]: String,
  [bigint]: Number,
  [numeric]: Number,
};

/** Types that are read in their own way come as text: this driver asks for no binary values. */
export const getTypeParser = (type: number): ((value: string) => unknown) =>
  parsers[type] ?? pg.types.getTypeParser(type, 'text');
