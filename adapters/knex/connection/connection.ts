import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Answer, Statement, TextRow } from '../sessions/statement.js';
import {
  ConnectionFailure,
  endsConnection,
  isAnswer,
  isOutdatedStatement,
  lostNamedStatement,
  reasonOf,
} from '../storage-error.js';

/** How long a farewell may take, in milliseconds: a server that does not hear it finds out by itself. */
const farewell = 1000;

/** Is told how long a statement took until it was answered or failed, in milliseconds. */
export type StatementObserver = (milliseconds: number, failed: boolean) => void;

/** A connection to a database. It takes statements before it has answered earlier ones, and runs them in their order. */
export class Connection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  readonly #watch: SilenceWatch;
  #lost: ConnectionFailure | undefined;
  readonly #compiled = new Set<string>();
  #isGathering = false;
  #observe: StatementObserver | undefined;
  /** How many statements have been sent. */
  #sent = 0;
  /** The last failures of named statements, and how many statements had been sent when they came. */
  readonly #failures = new Map<string, { readonly error: unknown; readonly sent: number }>();

  /**
   * @param client that has connected
   * @param answerLimit for how many milliseconds nothing may come while answers are due
   */
  constructor(client: pg.Client, answerLimit: number) {
    this.#client = client;
    this.#stream = client.connection.stream; // where it is encrypted, not the one that the client was given
    this.#watch = new SilenceWatch(answerLimit, (silence) =>
      this.giveUp(new ConnectionFailure(`the database gave no answer for ${Math.round(silence / 1000)} s`)),
    );
    client.on('error', (error) => this.#lose(error));
    client.on('end', () => this.#lose(new Error('the connection has ended')));
  }

  /** Why the connection cannot be used any more. */
  get lost(): ConnectionFailure | undefined {
    return this.#lost;
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
    this.#watch.allow(answerLimit);
  }

  /** Breaks the connection: it is in no known state, and nobody must get it any more. */
  giveUp(reason: ConnectionFailure): void {
    this.#lost ??= reason;
    this.#stream.destroy();
  }

  /** Ends the connection when what is under way is done. */
  async close(): Promise<void> {
    if (this.#lost) return;
    const timer = setTimeout(() => this.#stream.destroy(), farewell);
    await this.#client.end();
    clearTimeout(timer);
  }

  #ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const began = this.#observe ? performance.now() : 0;
    return new Promise((resolve, reject) => {
      const done: Done = (error, answer) => {
        this.#watch.end();
        this.#observe?.(performance.now() - began, !answer);
        if (answer) resolve(answer);
        else reject(error);
      };
      const { text, name, rows } = statement;
      const isTexts = rows === 'texts';
      const query = isTexts
        ? new TextQuery(statement, values, this.#compiled, done)
        : new pg.Query({ text, name, values: [...values] }, done);
      this.#watch.begin(); // not before: of a value that has no text nothing is asked
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
    this.#watch.stop();
  }

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

/**
 * A query whose rows stay as they come: texts, in the order of the select list. pg hands its connection to whatever it is given
 * to submit; a client that pipelines takes queries of pg's own class only. pg's query has the columns described with each
 * answer, of which a subnet has 46, makes a parser for each of them, and copies each row: without that GET /subnets/{id}/ takes
 * a quarter less of the processor, and POST first_free a seventh.
 */
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

/**
 * A process that was busy or asleep finds its timers due before it reads what has come meanwhile: so a silence is looked at
 * once more after so many milliseconds.
 */
const secondLook = 100;

/** Notices when answers are due and none comes for too long. */
class SilenceWatch {
  readonly #usualLimit: number;
  readonly #onSilence: (silence: number) => void;
  #limit: number;
  /** How many answers are due. */
  #due = 0;
  /** When the last answer came, or the first of those that are due was asked for. */
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param limit in milliseconds. @param onSilence called once; is told for how long nothing has come */
  constructor(limit: number, onSilence: (silence: number) => void) {
    this.#usualLimit = limit;
    this.#limit = limit;
    this.#onSilence = onSilence;
  }

  /** A question is sent. */
  begin(): void {
    if (this.#due++ > 0) return;
    this.#since = performance.now();
    this.#timer ??= this.#look(this.#limit);
  }

  /** An answer has come. */
  end(): void {
    this.#due--;
    this.#since = performance.now();
  }

  /** Changes the limit; the usual one when none is given. */
  allow(limit = this.#usualLimit): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    clearTimeout(this.#timer);
    this.#timer = this.#due > 0 ? this.#look(limit) : undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** One timer serves many statements: it looks at what has come meanwhile when it is due. */
  #look(after: number, isSecond = false): NodeJS.Timeout | undefined {
    if (!Number.isFinite(after)) return undefined;
    return setTimeout(() => {
      this.#timer = undefined;
      if (this.#due === 0) return;
      const silence = performance.now() - this.#since;
      if (silence < this.#limit) this.#timer = this.#look(this.#limit - silence);
      else if (!isSecond) this.#timer = this.#look(secondLook, true);
      else this.#onSilence(silence);
    }, Math.ceil(after)).unref();
  }
}
