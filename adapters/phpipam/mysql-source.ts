import { connect } from 'node:net';
import type { Connection, RowDataPacket } from 'mysql2';
import { SourceError } from '../../application/ports/moving/register.js';
import type { Column, RowSink, RowSource, Value } from './rows.js';

/** Rows that are passed on at once. */
const maxRows = 1000;

/** For how long the database may be silent, in milliseconds; rows that nobody has taken yet count too. */
const longestSilence = 120_000;

/** The rows of a running database, all of them as they are at one moment. */
export class MySqlSource implements RowSource {
  readonly timestampsAreUtc = true;
  readonly #url: URL;
  #connection: Promise<Connection> | undefined;
  #passed = 0;
  #expected = 1;

  /** @param url mysql://USER:PASSWORD@HOST:PORT/DATABASE. @throws SourceError */
  constructor(url: string) {
    if (!URL.canParse(url))
      throw new SourceError('this is no URL of a database: it has the form mysql://USER:PASSWORD@HOST/DATABASE');
    this.#url = new URL(url);
    if (this.#database === '')
      throw new SourceError('the URL names no database: it has the form mysql://USER:PASSWORD@HOST/DATABASE');
  }

  get #database(): string {
    return decodeURIComponent(this.#url.pathname.slice(1));
  }

  get progress(): number {
    return Math.min(1, this.#passed / this.#expected);
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.destroy();
  }

  async read(wanted: (table: string) => boolean, sink: RowSink): Promise<void> {
    try {
      this.#connection ??= this.#open();
      const connection = await this.#connection;
      const tables = await this.#tables(connection);
      this.#passed = 0;
      this.#expected = Math.max(1, sum(tables.filter(({ name }) => wanted(name)).map(({ rows }) => rows)));
      for (const { name } of tables) {
        const columns = await this.#columns(connection, name);
        sink.table(name, columns);
        if (wanted(name)) await this.#pass(connection, name, columns, sink);
        else sink.skipped(name, await countOf(connection, name));
      }
    } catch (error) {
      if (error instanceof SourceError) throw error;
      throw sourceErrorOf(error);
    }
  }

  async #open(): Promise<Connection> {
    const { createConnection } = await import('mysql2');
    const { hostname: host, port, username, password } = this.#url;
    const connection = createConnection({
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password), database: this.#database },
      ...{ charset: 'utf8mb4', connectTimeout: 10_000, rowsAsArray: true },
      stream: () => {
        const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(port || 3306) });
        return socket.setTimeout(longestSilence, () => socket.destroy(new Error('it is silent')));
      },
      typeCast: (field) => field.string(),
    });
    connection.on('error', () => {}); // whoever waits for an answer is told
    await rowsOf(connection, "set time_zone = '+00:00'");
    await rowsOf(connection, 'set session transaction isolation level repeatable read');
    await rowsOf(connection, 'start transaction with consistent snapshot');
    return connection;
  }

  /** Tables with about how many rows they have. */
  async #tables(connection: Connection): Promise<{ readonly name: string; readonly rows: number }[]> {
    const found = await rowsOf(
      connection,
      "select table_name, table_rows from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
    );
    return found.map(([name, rows]) => ({ name: name ?? '', rows: Number(rows ?? 0) }));
  }

  async #columns(connection: Connection, table: string): Promise<Column[]> {
    const found = await rowsOf(
      connection,
      'select column_name, column_type, is_nullable, column_default, column_comment from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position',
      [table],
    );
    return found.map(columnOf);
  }

  async #pass(connection: Connection, table: string, columns: readonly Column[], sink: RowSink): Promise<void> {
    const names = columns.map(({ name }) => name);
    let rows: (readonly Value[])[] = [];
    const stream: AsyncIterable<readonly Value[]> = connection
      .query('select * from ??', [table])
      .stream({ highWaterMark: maxRows });
    for await (const row of stream) {
      rows.push(row);
      if (rows.length < maxRows) continue;
      await sink.rows(table, names, rows);
      this.#passed += rows.length;
      rows = [];
    }
    if (rows.length > 0) await sink.rows(table, names, rows);
    this.#passed += rows.length;
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** A column; MariaDB tells defaults as they stand in a definition, MySQL as they are. */
function columnOf([name, type, nullable, fallback, comment]: readonly Value[]): Column {
  const quoted = /^'(.*)'$/s.exec(fallback ?? '')?.[1]?.replaceAll("''", "'");
  const isNone = fallback == null || /^(null|current_timestamp.*)$/i.test(fallback);
  const value = isNone ? null : (quoted ?? fallback);
  return { name: name ?? '', type: type ?? 'text', nullable: nullable === 'YES', default: value, comment: comment ?? '' };
}

async function countOf(connection: Connection, table: string): Promise<number> {
  const [row] = await rowsOf(connection, 'select count(*) from ??', [table]);
  return Number(row?.[0] ?? 0);
}

/** Rows as the driver gives them when it is asked for arrays. */
type Rows = (RowDataPacket & Value[])[];

const rowsOf = (connection: Connection, sql: string, values: readonly string[] = []): Promise<Value[][]> =>
  new Promise((resolve, reject) => {
    connection.query<Rows>(sql, [...values], (error, rows) => (error ? reject(error) : resolve(Array.isArray(rows) ? rows : [])));
  });

/** What the driver says, without what stands in the URL. */
function sourceErrorOf(error: unknown): SourceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nobody listens there',
    ENOTFOUND: 'there is no such host',
    ER_ACCESS_DENIED_ERROR: 'it does not know this user with this password',
    ER_DBACCESS_DENIED_ERROR: 'the user may not use this database',
    ER_BAD_DB_ERROR: 'there is no such database',
  };
  return new SourceError(`the database cannot be read: ${reasons[code] ?? (error instanceof Error ? error.message : code)}`);
}
