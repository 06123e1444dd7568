import type { Observer } from '../../../application/ports/observer.js';
import type { Row } from '../connection/statement.js';
import type { ParametersOf, PreparedStatement, StatementParameters } from './prepared-statement.js';
import type { Query } from './query.js';

export type { Binding, Row } from '../connection/statement.js';

/** Executes statements on any free connection, or in one transaction. */
export interface Session {
  readonly observer: Observer;
  /** Executes a query without caching. @throws IpamError for a violated constraint, otherwise DatabaseFailure */
  rows<R extends object = Row>(query: Query): Promise<R[]>;
  row<R extends object = Row>(query: Query): Promise<R | undefined>;
  /** Like `rows`, cached on the server: for frequent statements with one best plan for all values. */
  prepared<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  /** Like `prepared`, for a few rows by an index, on a shared connection outside of a transaction. A `Query` is not cached. */
  lookup<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  lookup<R extends object = Row>(query: Query): Promise<R[]>;
  /** Like `prepared`, without a result. A transaction awaits the statement only at the commit, which fails with it. */
  deferred<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<void>;
  /**
   * Like `prepared`, for a statement that may wait for a locked row. For each row, only one unit of work of this process waits at
   * the database. The others wait in the process.
   * @param row a key, the same for all statements on that row
   */
  lock<P extends StatementParameters, R extends object>(
    row: string,
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  /** Disables the statement timeout of the transaction, and with `locks` the lock timeout. Returns immediately. */
  allowLong(options?: { readonly locks?: boolean }): Promise<void>;
  readonly isTransaction: boolean;
  /** Whether all sessions share one connection, so that no other statement runs concurrently. */
  readonly isAlone: boolean;
  /** Executes work in the session's own or a new transaction. Work may be repeated if the database requires it. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
}
