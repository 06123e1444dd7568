import type { TextRow } from '../connection/statement.js';
import {
  type Build,
  compiledTexts,
  type PreparedStatement,
  preparedTexts,
  type StatementParameters,
} from '../sessions/prepared-statement.js';

/** A statement whose rows come in texts. */
export type TextStatement = PreparedStatement<StatementParameters, TextRow>;

/** Where a statement belongs to. */
export interface StatementForm {
  /** What its name begins with. */
  readonly name: string;
  /** The same for all statements of one text; undefined for a text that depends on a request. */
  readonly form: string | undefined;
  /** Whether servers keep it too, and run it by one plan whatever its values. */
  readonly isNamed: boolean;
}

/** Statements that were compiled when they were needed for the first time. */
export class StatementCache {
  readonly #max: number;
  readonly #statements = new Map<string, TextStatement>();
  #named = 0;

  /** @param max how many are kept; unnamed ones make room, the first of them first: servers keep named ones */
  constructor(max: number) {
    this.#max = max;
  }

  /** The statement of a form; one that is not kept is compiled anew each time. */
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

  /** @returns whether there is room now */
  #makeRoom(): boolean {
    for (const [key, { named }] of this.#statements) if (named.name === undefined) return this.#statements.delete(key);
    return false;
  }
}

/** There are some hundred forms: the bound is for the case that somebody lets data into one. */
const statements = new StatementCache(500);

/** The statement of a form, of those that this process keeps. */
export const statementOf = (form: StatementForm, build: Build<StatementParameters>): TextStatement => statements.of(form, build);
