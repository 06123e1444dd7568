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

/** Milliseconds for the closing message. Without this message, the server detects the end of the connection itself. */
const closeTimeoutMs = 1000;

export type StatementObserver = (milliseconds: number, failed: boolean) => void;

export interface Backend {
  readonly pid: number;
  /** Start time of the server in seconds since 1970. The time differs after a restart and on another server. */
  readonly serverStart: string;
  /** Seconds since 1970 by the server's clock. */
  readonly openedAt: number;
}

export interface ConnectionOptions {
  /** Maximum time without a received byte while answers are pending, in milliseconds. */
  readonly answerMs: number;
  /** Time without a received byte after which the connection is suspect, in milliseconds. */
  readonly suspicionMs: number;
  /** Undefined if statements may run in different server processes, as with a pooler. */
  readonly backend?: Backend | undefined;
}

/** Server routine in the warning that a commit no longer waits for a standby. The text of the warning depends on the language. */
const endOfReplicationWait = 'SyncRepWaitForLSN';

const areYouThere: Statement = { text: 'select 1', rows: 'texts' };

/** Pipelines statements, which run in order. */
export class Connection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  /** Undefined without a limit for missing answers. */
  readonly #watch: SilenceWatch | undefined;
  readonly backend: Backend | undefined;
  #onSuspicion: (() => void) | undefined;
  #lost: ConnectionFailure | undefined;
  readonly #compiled = new Set<string>();
  #isGathering = false;
  #isUnreplicated = false;
  #observe: StatementObserver | undefined;
  #sent = 0;
  /** The last failure of each named statement, and the number of statements sent before that failure arrived. */
  readonly #failures = new Map<string, { readonly error: unknown; readonly sent: number }>();

  constructor(client: pg.Client, { answerMs, suspicionMs, backend }: ConnectionOptions) {
    this.#client = client;
    const { stream } = client.connection; // with TLS the encrypted stream, not the one passed to the client
    this.#stream = stream;
    this.backend = backend;
    const silences: SilenceWatchOptions = {
      limitMs: answerMs,
      suspicionMs,
      bytesRead: () => (stream instanceof Socket ? stream.bytesRead : 0),
      onSuspicion: () => this.#onSuspicion?.(),
      onSilence: (silenceMs) =>
        this.giveUp(new ConnectionFailure(`the database did not answer for ${Math.round(silenceMs / 1000)} s`)),
    };
    this.#watch = Number.isFinite(answerMs) ? new SilenceWatch(silences) : undefined;
    client.on('notice', ({ routine }) => {
      if (routine === endOfReplicationWait) this.#isUnreplicated = true;
    });
    client.on('error', (error) => this.#lose(error));
    client.on('end', () => this.#lose(new Error('the connection has ended')));
  }

  get lost(): ConnectionFailure | undefined {
    return this.#lost;
  }

  /** Milliseconds without a received byte while answers are pending; 0 without pending answers. */
  get silenceMs(): number {
    return this.#watch?.silenceMs ?? 0;
  }

  /** Milliseconds since the last answer. */
  get quietMs(): number {
    return this.#watch?.quietMs ?? 0;
  }

  /** Sets the function that is called when the connection becomes suspect, and repeatedly while it remains suspect. */
  onSuspicion(onSuspicion: () => void): void {
    this.#onSuspicion = onSuspicion;
  }

  /** Reduces the limit for the current wait to three quarters, because the server's state is unknown. */
  doubt(): void {
    this.#watch?.doubt();
  }

  /** Closes an idle connection that does not answer within `limitMs`. Never rejects. */
  async probe(limitMs: number): Promise<void> {
    this.allow(limitMs);
    await this.run(areYouThere, []).catch((error: unknown) =>
      this.giveUp(new ConnectionFailure('the database did not answer on an idle connection', error)),
    );
    this.allow();
  }

  observe(observe: StatementObserver): void {
    this.#observe = observe;
  }

  /**
   * @param gathering one system call sends all statements until the end of this tick, or of this turn of the event loop
   * @throws ConnectionFailure if the connection breaks or receives nothing for too long; otherwise the server's error
   */
  async run(statement: Statement, values: readonly unknown[], gathering: 'tick' | 'turn' = 'tick'): Promise<Answer> {
    if (this.#lost) throw this.#lost;
    this.#gather(gathering);
    const position = ++this.#sent;
    try {
      return await this.#ask(statement, values);
    } catch (failure) {
      const error = this.#causeOf(failure, statement, position);
      if (endsConnection(error)) this.#lose(error);
      if (!isAnswer(error) && this.#lost) throw this.#lost;
      if (lostNamedStatement(error)) this.giveUp(new ConnectionFailure('its prepared statements are missing', error));
      if (isOutdatedStatement(error)) this.giveUp(new ConnectionFailure('a table changed after a statement was prepared', error));
      throw endsConnection(error) || isOutdatedStatement(error) ? this.#lost : error;
    }
  }

  /** Returns whether the last commit was acknowledged although no standby had confirmed it, and resets the flag. */
  takeUnreplicated(): boolean {
    const isUnreplicated = this.#isUnreplicated;
    this.#isUnreplicated = false;
    return isUnreplicated;
  }

  /** Sets the maximum time without a received byte in milliseconds; the initial limit by default. */
  allow(answerLimit?: number): void {
    this.#watch?.allow(answerLimit);
  }

  /** Closes the connection, because its state is unknown. */
  giveUp(reason: ConnectionFailure): void {
    this.#lost ??= reason;
    this.#stream.destroy();
  }

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
      this.#watch?.begin(); // not earlier: a value without a text form throws before anything is sent
      this.#client.query(query);
    });
  }

  /**
   * Returns the cause of a failure. If a named statement fails, statements already sent under the same name report an unknown
   * statement. Their cause is the failure of the first one.
   */
  #causeOf(failure: unknown, { name }: Statement, position: number): unknown {
    if (name === undefined) return failure;
    const earlier = this.#failures.get(name);
    if (lostNamedStatement(failure) && earlier && position <= earlier.sent) return earlier.error;
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

type Done = (error: unknown, answer?: Answer) => void;

/** A query with text rows. A pipelining client accepts only queries of the class pg.Query. */
// perf(one-subnet): no description and no parser of each column, 27 us of processor time for 46 columns instead of 92
class TextQuery extends pg.Query {
  readonly #statement: Statement;
  readonly #texts: (string | null)[];
  readonly #compiled: Set<string>;
  readonly #rows: TextRow[] = [];
  #hasCompiled = false;

  constructor(statement: Statement, values: readonly unknown[], compiled: Set<string>, done: Done) {
    super(statement.text, (error, answer) => {
      if (answer) return done(undefined, { rows: this.#rows, command: answer.command });
      if (this.#hasCompiled) compiled.delete(statement.name ?? ''); // the compilation itself may have failed
      done(error);
    });
    this.#statement = statement;
    this.#texts = values.map(textOfValue);
    this.#compiled = compiled;
  }

  /** pg calls this to send the query. */
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

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.#rows.push(fields);
  }

  #compile(connection: pg.Connection, text: string, name: string): void {
    if (name !== '') {
      connection.close({ type: 'S', name }, true); // a statement that failed during execution is compiled
      this.#compiled.add(name);
      this.#hasCompiled = true;
    }
    connection.parse({ text, name, types: [] }, true);
  }
}

function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map(elementText).join()}}` : String(value);
}

const elementText = (value: unknown): string => {
  const text = textOfValue(value);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
};

/** PostgreSQL type OIDs. Times and dates remain text, numbers become numbers. */
const [date, timestamp, bigint, numeric] = [1082, 1114, 20, 1700];
const parsers: Readonly<Record<number, (value: string) => string | number>> = {
  [date]: String,
  [timestamp]: String,
  [bigint]: Number,
  [numeric]: Number,
};

/** Returns the parser of a type's text format. This driver requests no binary values. */
export const getTypeParser = (type: number): ((value: string) => unknown) =>
  parsers[type] ?? pg.types.getTypeParser(type, 'text');
