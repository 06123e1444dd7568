import { createHash } from 'node:crypto';
import knexFor, { type Knex } from 'knex';
import type { Binding, Row, Statement, TextRow } from '../connection/statement.js';

/** Query builder without a connection; sessions execute its queries. */
export const knex = knexFor({ client: 'pg' });

/** A query of the builder or of `sql`. Never await one: Knex would execute it. */
export interface Query {
  toSQL(): { toNative(): Knex.SqlNative };
}

/** An interpolation in `sql`: a value, a parameter of a prepared statement, or a subquery. */
export type SqlFragment = Binding | Knex.Value | Knex.QueryBuilder;

/**
 * Builds a query from text: sql`select from subnets where id = ${id}::integer`. Interpolations become bindings. A literal question
 * mark is written `\\?`.
 */
export function sql(texts: TemplateStringsArray, ...chunks: readonly SqlFragment[]): Knex.Raw {
  return knex.raw(texts.join('?'), chunks as Knex.RawBinding[]);
}

/**
 * A parameter whose value the planner cannot see. If the planner sees an array or a series, PostgreSQL estimates fewer rows than
 * for an unknown one, and therefore plans the statement again at each execution.
 */
// perf(DELETE addresses, one subnet): planning took longer than execution, +25 %
export const hiddenFromPlanner = (parameter: Knex.Raw): Knex.Raw => sql`(select ${parameter})`;

export type StatementParameters = Readonly<Record<string, Binding>>;

export type NoValues = Record<never, never>;

/** A placeholder for a parameter in a query. A type alias, because Knex accepts no interfaces here. */
export type Marker = { readonly parameter: string };

export type Markers<P extends StatementParameters> = { readonly [Name in keyof P]: Marker };

export type ParametersOf<P extends StatementParameters> = [keyof P] extends [never] ? [given?: P] : [given: P];

export type Build<P extends StatementParameters> = (markers: Markers<P>) => Query;

class ValueMarker implements Marker {
  readonly parameter: string;

  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

/** A compiled statement with named parameters. Only `prepared` creates it. */
export class PreparedStatement<P extends StatementParameters = StatementParameters, R extends object = Row> {
  /** For servers that cache compiled statements by name. */
  readonly named: Statement;
  readonly unnamed: Statement;
  readonly #values: readonly unknown[];

  /** @param values in the order of the text: a marker, or the value itself @param named the named variant of the statement */
  constructor(unnamed: Statement, values: readonly unknown[], named = unnamed) {
    this.unnamed = unnamed;
    this.named = named;
    this.#values = values;
  }

  goingAs(several: PreparedStatement<StatementParameters, R>): PreparedStatement<P, R> {
    const unnamed = { ...this.unnamed, several: several.unnamed };
    return new PreparedStatement(unnamed, this.#values, { ...this.named, several: several.named });
  }

  valuesOf(parameters: P | undefined): readonly unknown[] {
    return this.#values.map((value) => (value instanceof ValueMarker ? parameters?.[value.parameter] : value));
  }

  /** The rows have the type that the statement declares. */
  rowsOf(rows: object[]): R[] {
    return rows as R[];
  }
}

const names = new Set<string>();

/** Maximum length of a name; PostgreSQL permits 63 bytes with the digest. */
const maxName = 38;

/**
 * A frequent statement: compiled when its module loads, and cached by the server under its name.
 *
 *     const tokenByDigest = prepared<{ digest: string }, AccessToken>('token_by_digest', ({ digest }) =>
 *       knex('tokens').select('digest', { userId: 'user_id' }, 'expires').where({ digest }),
 *     );
 *     const [token] = await session.lookup(tokenByDigest, { digest });
 *
 * The query is built with markers, so that its text cannot depend on a request; other queries use `session.rows`. Numbers and
 * booleans become part of the text. A type that PostgreSQL cannot infer needs a cast: sql`${ids}::integer[]`. The name on the
 * server includes a digest of the text, because versions of the service may share a pooler.
 * @param name unique, in snake case @throws Error for a duplicate or too long name: the module does not load
 */
export const prepared = <P extends StatementParameters = NoValues, R extends object = Row>(
  name: string,
  build: Build<P>,
): PreparedStatement<P, R> => compile(build, { name });

/** Like `prepared`, with text rows. */
export const preparedTexts = <P extends StatementParameters = NoValues>(
  name: string,
  build: Build<P>,
): PreparedStatement<P, TextRow> => compile(build, { name, rows: 'texts' });

/** Like `preparedTexts`, for a record by its id, the first selected column. Concurrent lookups share one statement. */
export function preparedById(name: string, build: (id: Marker | Knex.Raw) => Query): PreparedStatement<{ id: number }, TextRow> {
  const several = preparedTexts<{ ids: readonly number[] }>(`${name}_together`, ({ ids }) => build(sql`any(${ids}::integer[])`));
  return preparedTexts<{ id: number }>(name, ({ id }) => build(id)).goingAs(several);
}

/** An unnamed statement with text rows, whose text depends on a request. */
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
  if (names.has(name)) throw new Error(`two statements have the name ${name}`);
  names.add(name);
}

const markers = <P extends StatementParameters>(): Markers<P> =>
  new Proxy<Markers<P>>(Object.create(null), { get: (_target, name) => new ValueMarker(String(name)) });

/** Inlines constants whose text equals their value. */
function withConstants({ sql, bindings }: { readonly sql: string; readonly bindings: readonly unknown[] }) {
  const values: unknown[] = [];
  const text = sql.replace(/\$(\d+)/g, (_mark, path: string) => {
    const value = bindings[Number(path) - 1];
    return isPlain(value) ? String(value) : `$${values.push(value)}`;
  });
  return { text, values };
}

const isPlain = (value: unknown): boolean => typeof value === 'boolean' || (Number.isInteger(value) && Number(value) >= 0);
