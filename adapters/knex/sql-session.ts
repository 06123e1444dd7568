import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, ConnectionPool } from './connection-pool.js';
import { translateError } from './constraint-errors.js';
import type { Binding, Row, Session } from './session.js';
import { DatabaseFailure } from './storage-error.js';

/** Work runs at most so often before a failure that another try might mend is passed on. */
const mostTries = 10;

/** Longest wait before the second try, in milliseconds; it doubles from try to try. */
const firstWait = 5;

/** What both sessions do with statements, however they run them. */
abstract class StatementSession {
  /** @throws IpamError when a constraint says what was wrong, else DatabaseFailure */
  protected abstract run(sql: string, bindings: readonly Binding[], prepare: boolean): Promise<object[]>;

  async rows<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return (await this.run(sql, storable(bindings), false)) as R[];
  }

  async row<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, bindings))[0];
  }

  async prepared<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return (await this.run(sql, storable(bindings), true)) as R[];
  }

  lookup<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    return this.prepared<R>(sql, bindings);
  }
}

/** Statements on any free connection, each seeing what is committed when it starts. */
export class PoolSession extends StatementSession implements Session {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    super();
    this.#pool = pool;
  }

  override async lookup<R extends object = Row>(sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
    try {
      return (await this.#pool.share((connection) => connection.run(sql, storable(bindings), true))) as R[];
    } catch (error) {
      throw translateError(error);
    }
  }

  async deferred(sql: string, bindings: readonly Binding[] = []): Promise<void> {
    await this.prepared(sql, bindings);
  }

  readonly isTransaction = false;

  async transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#transactOnce(work);
      } catch (error) {
        if (!(error instanceof DatabaseFailure && error.isTransient) || tries === mostTries) throw error;
        await delay(Math.random() * firstWait * 2 ** (tries - 1));
      }
    }
  }

  protected async run(sql: string, bindings: readonly Binding[], prepare: boolean): Promise<object[]> {
    try {
      return await this.#pool.use((connection) => connection.run(sql, bindings, prepare));
    } catch (error) {
      throw translateError(error);
    }
  }

  #transactOnce<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const outcome = this.#pool.use(async (connection) => {
      const begun = connection.run('begin', []);
      begun.catch(() => {}); // awaited below: the first statement need not wait for its answer
      const session = new TransactionSession(connection);
      const done = await runIn(session, work);
      await begun
        .then(() => connection.run('thrown' in done ? 'rollback' : 'commit', []))
        .catch((reason: unknown) => {
          connection.giveUp(reason);
          if (!('thrown' in done)) throw reason;
        });
      const failure = await session.settle(); // a commit behind a statement that failed has undone everything
      return failure && !('thrown' in done) ? { thrown: failure } : done;
    });
    return outcome.then(
      (done) => {
        if ('thrown' in done) throw done.thrown;
        return done.result;
      },
      (error: unknown) => {
        throw translateError(error);
      },
    );
  }
}

/** What work gave or threw. Work that passes over a failed statement fails nevertheless: nothing of it could be kept. */
async function runIn<T>(
  session: TransactionSession,
  work: (session: Session) => Promise<T>,
): Promise<{ readonly result: T } | { readonly thrown: unknown }> {
  try {
    const result = await work(session);
    return session.failure ? { thrown: session.failure } : { result };
  } catch (thrown) {
    return { thrown };
  } finally {
    session.end();
  }
}

/** Statements in one transaction. */
class TransactionSession extends StatementSession implements Session {
  readonly #connection: Connection;
  #failure: Error | undefined;
  #ended = false;
  /** Statements whose answers have not come. */
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
  }

  async deferred(sql: string, bindings: readonly Binding[] = []): Promise<void> {
    this.prepared(sql, bindings).catch(() => {}); // the failure is kept
  }

  readonly isTransaction = true;

  transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  /** Waits for the statements that nobody has waited for. @returns the first failure of any statement */
  async settle(): Promise<Error | undefined> {
    await Promise.allSettled(this.#underWay);
    return this.#failure;
  }

  /** The first failure of a statement. A transaction that had one is lost: PostgreSQL answers its commit by undoing it. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** From now on the connection is somebody else's. */
  end(): void {
    this.#ended = true;
  }

  protected async run(sql: string, bindings: readonly Binding[], prepare: boolean): Promise<object[]> {
    if (this.#ended) throw new DatabaseFailure('the transaction of this statement has ended');
    const answer = this.#noted(this.#connection.run(sql, bindings, prepare));
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  async #noted(answer: Promise<object[]>): Promise<object[]> {
    try {
      return await answer;
    } catch (error) {
      const failure = translateError(error);
      this.#failure ??= failure;
      throw failure;
    }
  }
}

/** PostgreSQL keeps no NUL in texts: none that is stored holds one, and none that is looked for is found. */
const storable = (bindings: readonly Binding[]): readonly Binding[] =>
  bindings.some(holdsNul)
    ? bindings.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value))
    : bindings;

const holdsNul = (value: Binding): boolean => typeof value === 'string' && value.includes('\0');
