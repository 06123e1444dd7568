import { createHash } from 'node:crypto';

/** A value that goes with a statement, apart from its text. */
export type Binding = string | number | boolean | Date | null | readonly (number | string | null)[];

/** A row as the driver reads it. */
export type Row = Readonly<Record<string, unknown>>;

/** A row in texts: what PostgreSQL prints of each column, in the order of the select list. */
export type TextRow = readonly (string | null)[];

/** Makes the driver give rows in texts: it needs no names and types of columns, and parses nothing. */
export const asTexts = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } } as const;

/** A statement as the driver takes it. The server keeps one with a name compiled. */
export type Statement = { readonly text: string; readonly name?: string } & Partial<typeof asTexts>;

/**
 * How many statements have names at most. Those whose text depends on a request have none, so there are some hundred: this
 * bound is for the case that somebody forgets it. Each connection and its server keep them all.
 */
const maxNames = 1000;

const named = new Map<string, Statement>();

/** A statement without a name. @param sql with a question mark for each value */
export function statementOf(sql: string): Statement {
  let place = 0;
  return { text: sql.replace(/\?/g, () => `$${++place}`) };
}

/**
 * A statement with a name that follows from its text: whoever meets the name on a server, also one that a pooler shares
 * between sessions, means the same text.
 */
export function namedStatementOf(sql: string): Statement {
  const known = named.get(sql);
  if (known) return known;
  const { text } = statementOf(sql);
  if (named.size >= maxNames) return { text };
  const statement = { text, name: `hexipam_${createHash('sha256').update(text).digest('hex').slice(0, 24)}` };
  named.set(sql, statement);
  return statement;
}
