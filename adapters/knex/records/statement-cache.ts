import type { TextRow } from '../connection/statement.js';
import { type Build, compiledTexts, type PreparedStatement, preparedTexts, type StatementParameters } from '../sessions/sql.js';

export type TextStatement = PreparedStatement<StatementParameters, TextRow>;

export interface StatementForm {
  readonly name: string;
  /** Cache key, equal for all statements of one text; undefined for a text that depends on a request. */
  readonly form: string | undefined;
  /** Whether servers cache the statement too, with one plan for all values. */
  readonly isNamed: boolean;
}

export class StatementCache {
  readonly #max: number;
  readonly #statements = new Map<string, TextStatement>();
  #named = 0;

  /** @param max number of statements; unnamed ones are evicted in order of insertion, named ones never */
  constructor(max: number) {
    this.#max = max;
  }

  /** Compiles a statement without a form at each call. */
  of({ name, form, isNamed }: StatementForm, build: Build<StatementParameters>): TextStatement {
    if (form === undefined) return compiledTexts(build);
    const key = `${name} ${isNamed} ${form}`;
    const known = this.#statements.get(key);
    if (known) return known;
    if (this.#statements.size >= this.#max && !this.#makeRoom()) return compiledTexts(build);
    const statement = isNamed
      ? preparedTexts<StatementParameters>(`${name}_${this.#named++}`, build)
      : compiledTexts<StatementParameters>(build);
    this.#statements.set(key, statement);
    return statement;
  }

  #makeRoom(): boolean {
    for (const [key, { named }] of this.#statements) if (named.name === undefined) return this.#statements.delete(key);
    return false;
  }
}

/** There are several hundred forms. The limit protects against a form that contains data. */
const statements = new StatementCache(500);

export const statementOf = (form: StatementForm, build: Build<StatementParameters>): TextStatement => statements.of(form, build);
