import type { Observer } from '../../../application/ports/observer.js';
import type { Row } from '../connection/statement.js';
import type { ParametersOf, PreparedStatement, StatementParameters } from './prepared-statement.js';
import type { Query } from './query.js';

export type { Binding, Row } from '../connection/statement.js';

/** Executes statements on any free connection, or in one transaction. */
export interface Session {
  readonly observer: Observer;
  /**
   * Compiles and executes a query that is rare or depends on a request, without caching.
   * @throws IpamError for a violated constraint, otherwise DatabaseFailure
   */
  rows<R extends object = Row>(query: Query): Promise<R[]>;
  row<R extends object = Row>(query: Query): Promise<R | undefined>;
  /** Executes a statement like `rows`, cached on the server. For frequent statements with one best plan for all values. */
  prepared<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  /**
   * Executes a read of a few rows by an index like `prepared`. Outside of a transaction it shares a connection. A query is
   * compiled as by `rows`.
   */
  lookup<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  lookup<R extends object = Row>(query: Query): Promise<R[]>;
  /** Executes a statement without a result like `prepared`. A transaction awaits it only at the commit, which fails with it. */
  deferred<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<void>;
  /**
   * Executes a statement that may wait for a locked row like `prepared`. One unit of work of this process at a time waits at the
   * database; the others may be repeated later.
   * @param row a key, the same for all statements on that row
   */
  lock<P extends StatementParameters, R extends object>(
    row: string,
    statement: PreparedStatement<P, R>,
    ...parameters: ParametersOf<P>
  ): Promise<R[]>;
  /**
   * Disables the statement timeout of the transaction, for changes of the schema or of whole tables. Returns immediately.
   * @param options locks: whether the lock timeout is disabled too
   */
  allowLong(options?: { readonly locks?: boolean }): Promise<void>;
  readonly isTransaction: boolean;
  /** Whether all sessions share one connection, so that no other statement runs concurrently. */
  readonly isAlone: boolean;
  /** Executes work in one transaction: the session's own, or a new one. Work may be repeated if the database requires it. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
}
