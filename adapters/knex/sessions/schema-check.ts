import type { Answer, Statement } from '../connection/statement.js';
import { DatabaseFailure } from '../storage-error.js';
import { type NoValues, prepared } from './prepared-statement.js';
import { knex } from './query.js';

const lastMigration = prepared<NoValues, { last: number | null }>('last_migration', () =>
  knex('schema_migrations').max({ last: 'number' }),
);

/** Keeps a process from writing by a schema that is older than that of the database: another one has migrated it meanwhile. */
export class SchemaCheck {
  /** Reads of which version the schema is; each unit of work runs it while it begins. */
  readonly statement: Statement;
  readonly #known: number;
  readonly #tell: (problem: string) => void;
  #isReported = false;

  /**
   * @param known number of the last migration that this process knows
   * @param tell is told once that the schema is newer
   */
  constructor(known: number, keepStatements: boolean, tell: (problem: string) => void) {
    this.statement = lastMigration[keepStatements ? 'named' : 'unnamed'];
    this.#known = known;
    this.#tell = tell;
  }

  /** @throws DatabaseFailure when the schema is newer */
  verify(answer: Answer): Answer {
    const last = lastMigration.rowsOf(answer.rows)[0]?.last ?? 0;
    if (last <= this.#known) return answer;
    const problem = newerSchema(last, this.#known);
    if (!this.#isReported) this.#tell(problem);
    this.#isReported = true;
    throw new DatabaseFailure(problem, undefined, 'unavailable');
  }
}

/** What is wrong with a database of a newer version. */
export const newerSchema = (last: number, known: number): string =>
  `the database has migration ${last}, this version knows ${known} only`;
