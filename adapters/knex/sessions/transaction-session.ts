import { StorageError } from '../../../application/ports/storage-error.js';
import { UndoneWork } from '../../../application/ports/unit-of-work.js';
import type { Connection } from '../connection/connection.js';
import type { Answer, Statement } from '../connection/statement.js';
import { translateError } from '../constraint-errors.js';
import { ConnectionFailure, DatabaseFailure } from '../storage-error.js';
import type { Connections } from '../waiting/connections.js';
import { type LockWaits, type QueueEntry, RowBusy, type RowQueue } from '../waiting/row-queue.js';
import type { SchemaCheck } from './schema-check.js';
import { Session } from './session.js';

export interface TransactionOptions {
  readonly connections: Connections;
  readonly rowQueue: RowQueue;
  /** Undefined with a single connection. */
  readonly lockWaits: LockWaits | undefined;
  /** Undefined if the schema may have any version. */
  readonly schemaCheck: SchemaCheck | undefined;
  /** Deadline to acquire a connection and the row, by `performance.now()`. */
  readonly deadline: number;
  readonly entry: QueueEntry | undefined;
  /** Whether the transaction waits for any row without a queue, after too many attempts. */
  readonly waitsForAnyRow: boolean;
}

const commit: Statement = { text: 'commit', rows: 'texts' };
/** The commit may be answered before it is on disk. */
const flushLater: Statement = { text: 'set local synchronous_commit = off' };
const rollback: Statement = { text: 'rollback', rows: 'texts' };

/** The transaction begins with the first statement. Statements are queued until the transaction has a connection and its row. */
export class TransactionSession extends Session {
  readonly #options: TransactionOptions;
  #connection: Connection | undefined;
  #starting: Promise<void> | undefined;
  /** Callbacks for the acquired connection, or for the failure to acquire one. */
  readonly #whenStarted: ((start: { readonly connection: Connection } | { readonly failure: unknown }) => void)[] = [];
  #failure: Error | undefined;
  #ended = false;
  #needsFlush = false;
  #isLong = false;
  #checked: Promise<unknown> | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  readonly #entries = new Set<QueueEntry>();
  /** Rows that the transaction has locked or is about to lock. */
  readonly #rows = new Set<string>();

  constructor(options: TransactionOptions) {
    super(options.connections);
    this.#options = options;
    if (options.entry) this.#entries.add(options.entry);
  }

  readonly isTransaction = true;

  get needsFlush(): boolean {
    return this.#needsFlush;
  }

  protected override async runDeferred(statement: Statement, values: readonly unknown[]): Promise<void> {
    this.run(statement, values).catch(() => {}); // recorded as the failure of the transaction
  }

  protected override async runLock(row: string, statement: Statement, values: readonly unknown[]): Promise<object[]> {
    return (await this.#note(this.#sendLock(row, statement, values))).rows;
  }

  async allowLong({ locks = false } = {}): Promise<void> {
    const { isServer, limits } = this.connections;
    if (!isServer) return;
    this.#isLong ||= locks;
    const settings = ['statement_timeout', ...(locks ? ['lock_timeout'] : [])];
    const text = settings.map((setting) => `set local ${setting} = ${limits.long}`).join('; ');
    const sent = this.#withConnection((connection) => {
      connection.allow(limits.long + limits.answer);
      return connection.run({ text }, []);
    });
    this.#note(sent).catch(() => {}); // recorded as the failure of the transaction
  }

  transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  /**
   * Any failed statement rolls the work back, even if its error is caught.
   * @throws DatabaseFailure with trouble outcomeUnknown if the commit gets no answer, or no standby has confirmed it; other errors
   * leave no changes
   */
  async carryOut<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await this.#end(await this.#do(work));
    } finally {
      for (const entry of this.#entries) entry.release();
      const connection = this.#connection;
      if (connection) {
        connection.allow();
        this.connections.unitsOfWork.release(connection);
      }
    }
  }

  async #do<T>(work: (session: Session) => Promise<T>): Promise<Done<T>> {
    try {
      const result = await work(this);
      return this.#failure ? { thrown: this.#failure } : { result };
    } catch (thrown) {
      return { thrown };
    } finally {
      this.#ended = true;
    }
  }

  async #end<T>(done: Done<T>): Promise<T> {
    await this.#starting;
    const connection = this.#connection;
    if (!connection || 'thrown' in done) {
      if (connection) await this.#rollBack(connection);
      throwFirst(this.#failure, done);
      return done.result;
    }
    await this.#checked;
    if (this.#failure) {
      await this.#rollBack(connection);
      throw this.#failure;
    }
    await this.#commit(connection);
    return done.result;
  }

  async #rollBack(connection: Connection): Promise<void> {
    try {
      await connection.run(rollback, []);
    } catch (error) {
      connection.giveUp(new ConnectionFailure('the rollback of a transaction failed', error));
    }
    await Promise.allSettled(this.#pending);
  }

  async #commit(connection: Connection): Promise<void> {
    if (connection.lost) throw this.#failure ?? connection.lost; // the commit was not sent
    this.#needsFlush = this.connections.groupFlush?.defers() ?? false;
    if (this.#needsFlush) connection.run(flushLater, []).catch(() => {}); // the commit fails with it
    const [answered] = await Promise.allSettled([connection.run(commit, [])]);
    await Promise.allSettled(this.#pending);
    const isCommitted = answered.status === 'fulfilled' && answered.value.command === 'COMMIT' && !this.#failure;
    if (!isCommitted) throw failureOfCommit(answered, this.#failure);
    const unconfirmed = 'it is unknown whether the changes were stored: no standby has confirmed the commit';
    if (connection.takeUnreplicated()) throw new DatabaseFailure(unconfirmed, undefined, 'outcomeUnknown'); // a failover may undo it
  }

  async run(statement: Statement, values: readonly unknown[]): Promise<object[]> {
    return (await this.#note(this.#withConnection((connection) => connection.run(statement, values)))).rows;
  }

  /** Records the first failure, because PostgreSQL repeats it for all later statements. */
  async #note(answer: Promise<Answer>): Promise<Answer> {
    this.#pending.add(answer);
    try {
      return await answer;
    } catch (error) {
      const failure = translateError(error);
      // Of concurrent answers, the answer of the failed statement may arrive last.
      if (!this.#failure || isConsequence(this.#failure)) this.#failure = failure;
      throw failure;
    } finally {
      this.#pending.delete(answer);
    }
  }

  #withConnection(send: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    if (this.#ended)
      return Promise.reject(new DatabaseFailure('the transaction of this statement has ended', undefined, 'defect'));
    if (this.#connection) return send(this.#connection);
    return new Promise((resolve, reject) => {
      this.#whenStarted.push((start) => {
        if ('failure' in start) reject(start.failure);
        else resolve(send(start.connection));
      });
      this.#starting ??= this.#start();
    });
  }

  /**
   * Locks a row. If this is the first statement of the transaction, it waits in the queue of the row. Otherwise it rejects with
   * RowBusy if the row is busy, unless the transaction may wait for any row.
   */
  #sendLock(row: string, statement: Statement, values: readonly unknown[]): Promise<Answer> {
    const { rowQueue, waitsForAnyRow } = this.#options;
    const known = this.#options.entry?.row === row ? this.#options.entry : rowQueue.tryAcquire(row);
    const isFirst = this.#starting === undefined && !this.#ended;
    if (!known && !isFirst && !waitsForAnyRow && !this.#rows.has(row)) return Promise.reject(new RowBusy(row));
    this.#rows.add(row);
    if (known) this.#entries.add(known);
    else if (isFirst) this.#starting = this.#start(row);
    return this.#withConnection((connection) =>
      this.#runWaiting(connection, row, () => connection.run(statement, values)).finally(() => {
        for (const entry of this.#entries) if (entry.row === row) entry.release();
      }),
    );
  }

  #runWaiting(connection: Connection, row: string, send: () => Promise<Answer>): Promise<Answer> {
    const { lockWaits, entry, waitsForAnyRow } = this.#options;
    const mayWait = waitsForAnyRow || this.#isLong || (entry?.row === row && entry.mayWait());
    if (mayWait || !lockWaits) return send();
    const set = (setting: Statement): void => void this.#note(connection.run(setting, [])).catch(() => {}); // recorded by #note
    return lockWaits.run(row, set, send);
  }

  async #start(row?: string): Promise<void> {
    const { rowQueue, deadline } = this.#options;
    try {
      if (row !== undefined) this.#options.entry?.releaseSlot();
      if (row !== undefined) this.#entries.add(await rowQueue.acquire(row, deadline - performance.now()));
      const connection = await this.connections.unitsOfWork.acquire({ maxWait: deadline - performance.now() });
      this.#connection = connection;
      this.#begin(connection);
      for (const run of this.#whenStarted.splice(0)) run({ connection });
    } catch (failure) {
      this.#failure ??= translateError(failure);
      for (const run of this.#whenStarted.splice(0)) run({ failure });
    }
  }

  /** Records failures, and does not await the answers. */
  #begin(connection: Connection): void {
    const started = connection.run(this.connections.begin, []).catch((error: unknown) => {
      if (error instanceof ConnectionFailure) throw error;
      connection.giveUp(new ConnectionFailure('a transaction could not be started', error));
      throw new DatabaseFailure('statements ran without a transaction, because it could not be started', error, 'outcomeUnknown');
    });
    this.#note(started).catch(() => {});
    const { schemaCheck } = this.#options;
    if (!schemaCheck) return;
    const checked = connection.run(schemaCheck.statement, []).then((answer) => schemaCheck.verify(answer));
    this.#checked = this.#note(checked).catch(() => {});
  }
}

type Done<T> = { readonly result: T } | { readonly thrown: unknown };

/** Maps a commit without the expected answer to an error. @param failure the first failure of the transaction */
function failureOfCommit(answered: PromiseSettledResult<Answer>, failure: Error | undefined): Error {
  if (failure && !(failure instanceof ConnectionFailure)) return failure; // the failure rolled the work back
  if (answered.status === 'fulfilled') return new DatabaseFailure('the transaction was rolled back', undefined, 'unavailable');
  if (!(answered.reason instanceof ConnectionFailure)) return translateError(answered.reason);
  return new DatabaseFailure(
    'it is unknown whether the changes were stored: the commit got no answer',
    answered.reason,
    'outcomeUnknown',
  );
}

/** Whether the error only reports an earlier failure of the transaction. */
const isConsequence = (failure: Error): boolean => failure instanceof DatabaseFailure && failure.code === '25P02';

/**
 * Throws the first storage failure, because later ones follow from it. If the work requested a rollback after a failed statement,
 * throws the failure of the statement.
 */
function throwFirst<T>(failure: Error | undefined, done: Done<T>): asserts done is { readonly result: T } {
  if ('thrown' in done) throw failure && isLesser(done.thrown) ? failure : done.thrown;
  if (failure) throw failure;
}

const isLesser = (thrown: unknown): boolean => thrown instanceof StorageError || thrown instanceof UndoneWork;
