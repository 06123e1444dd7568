import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Binding, Row, Statement, TextRow } from '../connection/statement.js';
import { type Query, sql } from './query.js';

/** Values for the parameters of a statement, by name. */
export type StatementParameters = Readonly<Record<string, Binding>>;

/** Those of a statement without parameters. */
export type NoValues = Record<never, never>;

/** The place of a parameter in a query. A type alias, as Knex takes objects with any members only. */
export type Marker = { readonly parameter: string };

/** The places of all parameters. */
export type Markers<P extends StatementParameters> = { readonly [Name in keyof P]: Marker };

/** The values that a statement takes; none need to be named where it has no parameters. */
export type ParametersOf<P extends StatementParameters> = [keyof P] extends [never] ? [given?: P] : [given: P];

/** Builds a query with markers in the places of its parameters. */
export type Build<P extends StatementParameters> = (given: Markers<P>) => Query;

class ValueMarker implements Marker {
  readonly parameter: string;

  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

/** A statement that was compiled once, and takes values by name. Made by `prepared` only. */
export class PreparedStatement<P extends StatementParameters = StatementParameters, R extends object = Row> {
  /** For servers that keep compiled statements by their names. */
  readonly named: Statement;
  readonly unnamed: Statement;
  readonly #values: readonly unknown[];

  /**
   * @param values in the order of the text: a place, or the value itself
   * @param named the same where it has a name
   */
  constructor(unnamed: Statement, values: readonly unknown[], named = unnamed) {
    this.unnamed = unnamed;
    this.named = named;
    this.#values = values;
  }

  /** The same, with another one that is run for several of its records. */
  goingAs(several: PreparedStatement<StatementParameters, R>): PreparedStatement<P, R> {
    const unnamed = { ...this.unnamed, several: several.unnamed };
    return new PreparedStatement(unnamed, this.#values, { ...this.named, several: several.named });
  }

  /** The values as the driver takes them. */
  valuesOf(given: P | undefined): readonly unknown[] {
    return this.#values.map((value) => (value instanceof ValueMarker ? given?.[value.parameter] : value));
  }

  /** The rows of an answer, as the statement's author says that they are. */
  rowsOf(rows: object[]): R[] {
    return rows as R[];
  }
}

const names = new Set<string>();

/** Names in PostgreSQL have at most 63 bytes. */
const maxName = 38;

/**
 * A statement that is run often: compiled once, when its module loads, and kept compiled by the server under its name.
 *
 *     const tokenByDigest = prepared<{ digest: string }, AccessToken>('token_by_digest', ({ digest }) =>
 *       knex('tokens').select('digest', { userId: 'user_id' }, 'expires').where({ digest }),
 *     );
 *     const [token] = await session.lookup(tokenByDigest, { digest });
 *
 * The query is built with markers, never with values, so its text cannot depend on a request: what does goes through
 * `session.rows`, and has no name. Numbers and truth values that stand in the query become a part of its text, as the server
 * plans it once for all values. A parameter whose type PostgreSQL cannot see needs a cast: sql`${ids}::integer[]`.
 *
 * The server knows the statement by the name and a digest of the text: a pooler that shares it between versions of the
 * service cannot mistake one for another.
 * @param name says what it does, in snake case; no other statement has it
 * @throws Error for a name that another has or that is too long: the module does not load
 */
export const prepared = <P extends StatementParameters = NoValues, R extends object = Row>(
  name: string,
  build: Build<P>,
): PreparedStatement<P, R> => compile(build, { name });

/** The same for a statement whose rows come in texts. */
export const preparedTexts = <P extends StatementParameters = NoValues>(
  name: string,
  build: Build<P>,
): PreparedStatement<P, TextRow> => compile(build, { name, rows: 'texts' });

/**
 * The same for a statement that finds a record by its id, which is the first column that it selects. Of those that are looked
 * up at once, one is run for all.
 * @param build told what the id has to be equal to
 */
export function preparedById(name: string, build: (id: Marker | Knex.Raw) => Query): PreparedStatement<{ id: number }, TextRow> {
  const several = preparedTexts<{ ids: readonly number[] }>(`${name}_together`, ({ ids }) => build(sql`any(${ids}::integer[])`));
  return preparedTexts<{ id: number }>(name, ({ id }) => build(id)).goingAs(several);
}

/** A statement whose rows come in texts, and that has no name: its text depends on a request. */
export const compiledTexts = <P extends StatementParameters>(build: Build<P>): PreparedStatement<P, TextRow> =>
  compile(build, { rows: 'texts' });

function compile<P extends StatementParameters, R extends object>(
  build: Build<P>,
  { name, ...form }: Omit<Statement, 'text'>,
): PreparedStatement<P, R> {
  const { text, values } = withConstants(build(markers()).toSQL().toNative());
  if (name === undefined) return new PreparedStatement({ text, ...form }, values);
  register(name);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return new PreparedStatement({ text, ...form }, values, { text, name: `hexipam_${name}_${digest}`, ...form });
}

function register(name: string): void {
  if (name.length > maxName) throw new Error(`the name of a statement is too long: ${name}`);
  if (names.has(name)) throw new Error(`two statements are called ${name}`);
  names.add(name);
}

/** A marker for each name that is asked for. */
const markers = <P extends StatementParameters>(): Markers<P> =>
  new Proxy<Markers<P>>(Object.create(null), { get: (_target, name) => new ValueMarker(String(name)) });

/** Puts constants whose text is their value in the place of their marks. */
function withConstants({ sql, bindings }: { readonly sql: string; readonly bindings: readonly unknown[] }) {
  const values: unknown[] = [];
  const text = sql.replace(/\$(\d+)/g, (_mark, place: string) => {
    const value = bindings[Number(place) - 1];
    return isPlain(value) ? String(value) : `$${values.push(value)}`;
  });
  return { text, values };
}

const isPlain = (value: unknown): boolean => typeof value === 'boolean' || (Number.isInteger(value) && Number(value) >= 0);
