import type { Observer } from '../../../application/ports/observer.js';
import type { Row } from '../connection/statement.js';
import type { ParametersOf, PreparedStatement, StatementParameters } from './prepared-statement.js';
import type { Query } from './query.js';

export type { Binding, Row } from '../connection/statement.js';

/** Where statements run: on any free connection, or in one transaction. */
export interface Session {
  /** Is told what happens. */
  readonly observer: Observer;
  /**
   * Compiles and runs a query. For what is run seldom, or whose text depends on a request: nothing of it stays.
   * @throws IpamError when a constraint says what was wrong, else DatabaseFailure
   */
  rows<R extends object = Row>(query: Query): Promise<R[]>;
  /** The first row. */
  row<R extends object = Row>(query: Query): Promise<R | undefined>;
  /**
   * As rows; the server keeps the statement compiled, under a name of its own. For statements that are run often, and whose
   * best plan does not depend on the values.
   */
  prepared<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...given: ParametersOf<P>
  ): Promise<R[]>;
  /**
   * As prepared, for a statement that reads a few rows by an index: outside of a transaction it goes to the database together
   * with others. A query is compiled as by rows.
   */
  lookup<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...given: ParametersOf<P>
  ): Promise<R[]>;
  lookup<R extends object = Row>(query: Query): Promise<R[]>;
  /**
   * As prepared, for a statement whose outcome nobody looks at: within a transaction it is not waited for before the commit,
   * which it makes fail when it fails.
   */
  deferred<P extends StatementParameters, R extends object>(
    statement: PreparedStatement<P, R>,
    ...given: ParametersOf<P>
  ): Promise<void>;
  /**
   * As prepared, for a statement that waits for a row while another transaction holds it. Of several units of work of this
   * process that wait for one row, one at a time waits at the database; the others may run anew when it is their turn.
   * @param row names it, the same for all who wait for it
   */
  lock<P extends StatementParameters, R extends object>(
    row: string,
    statement: PreparedStatement<P, R>,
    ...given: ParametersOf<P>
  ): Promise<R[]>;
  /**
   * Lets further statements of this transaction take much longer than others may, where that is in their nature: they change
   * the schema, or as many rows as there are. Nothing is waited for.
   * @param options locks: whether that holds for waiting for locks too
   */
  allowLong(options?: { readonly locks?: boolean }): Promise<void>;
  /** Whether statements run in one transaction. */
  readonly isTransaction: boolean;
  /** Whether nobody else's statement runs while one of this session does, as there is one connection for all. */
  readonly isAlone: boolean;
  /** Runs work in one transaction: the session's own, or a new one. Work may run again when the database asks for it. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
}
