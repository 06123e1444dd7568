import type { Answer, Statement } from '../connection/statement.js';
import { DatabaseFailure } from '../storage-error.js';
import { knex, type NoValues, prepared } from './sql.js';

const lastMigration = prepared<NoValues, { last: number | null }>('last_migration', () =>
  knex('schema_migrations').max({ last: 'number' }),
);

/** Prevents writes by a process with an older schema version than the database, after another process has migrated it. */
export class SchemaCheck {
  /** Reads the schema version; executed at the start of each unit of work. */
  readonly statement: Statement;
  readonly #known: number;
  readonly #report: (problem: string) => void;
  #isReported = false;

  /** @param known number of the last migration of this process @param report called once if the schema is newer */
  constructor(known: number, keepStatements: boolean, report: (problem: string) => void) {
    this.statement = lastMigration[keepStatements ? 'named' : 'unnamed'];
    this.#known = known;
    this.#report = report;
  }

  /** @throws DatabaseFailure if the schema is newer */
  verify(answer: Answer): Answer {
    const last = lastMigration.rowsOf(answer.rows)[0]?.last ?? 0;
    if (last <= this.#known) return answer;
    const problem = newerSchema(last, this.#known);
    if (!this.#isReported) this.#report(problem);
    this.#isReported = true;
    throw new DatabaseFailure(problem, undefined, 'unavailable');
  }
}

export const newerSchema = (last: number, known: number): string =>
  `the database has migration ${last}, this version knows ${known} only: start the later version`;
