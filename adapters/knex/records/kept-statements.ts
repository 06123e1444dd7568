import { type Build, compiledTexts, type Given, type PreparedStatement, preparedTexts } from '../sessions/prepared-statement.js';
import type { TextRow } from '../sessions/statement.js';

/** A statement whose rows come in texts. */
export type TextStatement = PreparedStatement<Given, TextRow>;

/** How many are kept at most. There are some hundred forms: this bound is for the case that somebody lets data into one. */
const maxKept = 500;

const kept = new Map<string, TextStatement>();

/** Where a statement belongs to. */
export interface StatementForm {
  /** What its name begins with. */
  readonly name: string;
  /** The same for all statements of one text; undefined for a text that depends on a request. */
  readonly form: string | undefined;
  /** Whether servers keep it too, and run it by one plan whatever its values. */
  readonly isNamed: boolean;
}

/** The statement of a form: it is compiled when one is needed for the first time. */
export function statementOf({ name, form, isNamed }: StatementForm, build: Build<Given>): TextStatement {
  if (form === undefined) return compiledTexts(build);
  const key = `${name} ${isNamed} ${form}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= maxKept) return compiledTexts(build);
  const statement = isNamed ? preparedTexts<Given>(`${name}_${kept.size}`, build) : compiledTexts<Given>(build);
  kept.set(key, statement);
  return statement;
}
