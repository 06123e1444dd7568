import type { DatabaseClock } from './database-clock.js';
import type { Binding, Row, Session } from './session.js';

/** Statements on any free connection, behind the first of which the database's time is known. */
export class ClockedSession implements Session {
  readonly #session: Session;
  readonly #clock: DatabaseClock;

  constructor(session: Session, clock: DatabaseClock) {
    this.#session = session;
    this.#clock = clock;
  }

  get isTransaction(): boolean {
    return this.#session.isTransaction;
  }

  rows<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R[]> {
    return this.#timed(() => this.#session.rows<R>(sql, bindings));
  }

  row<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R | undefined> {
    return this.#timed(() => this.#session.row<R>(sql, bindings));
  }

  prepared<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R[]> {
    return this.#timed(() => this.#session.prepared<R>(sql, bindings));
  }

  lookup<R extends object = Row>(sql: string, bindings?: readonly Binding[]): Promise<R[]> {
    return this.#timed(() => this.#session.lookup<R>(sql, bindings));
  }

  deferred(sql: string, bindings?: readonly Binding[]): Promise<void> {
    return this.#timed(() => this.#session.deferred(sql, bindings));
  }

  lock<R extends object = Row>(row: string, sql: string, bindings?: readonly Binding[]): Promise<R[]> {
    return this.#timed(() => this.#session.lock<R>(row, sql, bindings));
  }

  allowLong(options?: { readonly locks?: boolean }): Promise<void> {
    return this.#session.allowLong(options);
  }

  transact<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#timed(() => this.#session.transact(work));
  }

  #timed<T>(use: () => Promise<T>): Promise<T> {
    const known = this.#clock.beforeUse();
    return known ? known.then(use) : use();
  }
}
