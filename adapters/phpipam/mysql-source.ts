import { SourceError } from '../../application/ports/register.js';
import { codeOf } from '../../application/ports/storage-error.js';
import { type MySqlAccess, MySqlConnection } from './mysql-connection.js';
import { maxColumns, maxTables } from './row-bounds.js';
import type { Column, RowSink, RowSource, Value } from './rows.js';

const maxRows = 1000;

/** Characters at which a batch ends. */
const maxCharacters = 1_000_000;

/** Reads the rows of a running database, from a consistent snapshot. */
export class MySqlSource implements RowSource {
  readonly timestampsAreUtc = true;
  readonly #url: URL;
  readonly #access: MySqlAccess;
  #connection: MySqlConnection | undefined;
  #passed = 0;
  #expected = 1;

  /** @param url mysql://USER:PASSWORD@HOST:PORT/DATABASE. @throws SourceError */
  constructor(url: string, access: MySqlAccess = {}) {
    this.#access = access;
    if (!URL.canParse(url))
      throw new SourceError('this is not a URL of a database: use the form mysql://USER:PASSWORD@HOST/DATABASE');
    this.#url = new URL(url);
    if (this.#url.pathname.length < 2)
      throw new SourceError('the URL has no database name: use the form mysql://USER:PASSWORD@HOST/DATABASE');
  }

  get progress(): number {
    return Math.min(1, this.#passed / this.#expected);
  }

  async close(): Promise<void> {
    this.#connection?.close();
  }

  async read(isRequested: (table: string) => boolean, sink: RowSink): Promise<void> {
    try {
      const connection = this.#connection ?? (await this.#open());
      const tables = await this.#tables(connection);
      this.#passed = 0;
      this.#expected = Math.max(1, sum(tables.filter(({ name }) => isRequested(name)).map(({ rows }) => rows)));
      for (const { name } of tables) {
        const columns = await this.#columns(connection, name);
        sink.table(name, columns);
        if (isRequested(name)) await this.#pass(connection, name, columns, sink);
        else {
          const [row] = await connection.list('select count(*) from ??', [name], 1, 'counts of a table');
          sink.skipped(name, Number(row?.[0] ?? 0));
        }
      }
    } catch (error) {
      await this.close();
      if (error instanceof SourceError) throw error;
      throw sourceErrorOf(error);
    }
  }

  async #open(): Promise<MySqlConnection> {
    const connection = await MySqlConnection.open(this.#url, this.#access);
    this.#connection = connection;
    await connection.run("set time_zone = '+00:00'");
    await connection.run('set session transaction isolation level repeatable read');
    await connection.run('start transaction with consistent snapshot');
    return connection;
  }

  /** Returns the tables with approximate row counts. */
  async #tables(connection: MySqlConnection): Promise<{ readonly name: string; readonly rows: number }[]> {
    const found = await connection.list(
      "select table_name, table_rows from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
      [],
      maxTables,
      'tables',
    );
    return found.map(([name, rows]) => ({ name: name ?? '', rows: Number(rows ?? 0) }));
  }

  async #columns(connection: MySqlConnection, table: string): Promise<Column[]> {
    const found = await connection.list(
      'select column_name, column_type, is_nullable, column_default, column_comment from information_schema.columns where table_schema = database() and table_name = ? order by ordinal_position',
      [table],
      maxColumns,
      'columns in a table',
    );
    return found.map(columnOf);
  }

  async #pass(connection: MySqlConnection, table: string, columns: readonly Column[], sink: RowSink): Promise<void> {
    const names = columns.map(({ name }) => name);
    let rows: (readonly Value[])[] = [];
    let characters = 0;
    const passOn = async (): Promise<void> => {
      if (rows.length > 0) await sink.rows(table, names, rows);
      this.#passed += rows.length;
      [rows, characters] = [[], 0];
    };
    for await (const row of connection.rows('select * from ??', [table])) {
      if (row.length !== names.length)
        throw new SourceError(`a row of ${table} has ${row.length} values for ${names.length} columns`);
      rows.push(row);
      characters += sum(row.map((value) => value?.length ?? 0));
      if (rows.length >= maxRows || characters >= maxCharacters) await passOn();
    }
    await passOn();
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Converts a column description. MariaDB reports defaults as SQL literals, MySQL as values. */
function columnOf([name, type, nullable, fallback, comment]: readonly Value[]): Column {
  const quoted = /^'(.*)'$/s.exec(fallback ?? '')?.[1]?.replaceAll("''", "'");
  const isNone = fallback == null || /^(null|current_timestamp.*)$/i.test(fallback);
  const value = isNone ? null : (quoted ?? fallback);
  return { name: name ?? '', type: type ?? 'text', nullable: nullable === 'YES', default: value, comment: comment ?? '' };
}

/** Converts the driver's error, without parts of the URL. */
function sourceErrorOf(error: unknown): SourceError {
  const code = codeOf(error);
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'no server listens at this address',
    ENOTFOUND: 'there is no such host',
    ETIMEDOUT: 'it does not answer',
    ECONNRESET: 'it has closed the connection',
    PROTOCOL_CONNECTION_LOST: 'it has closed the connection',
    HANDSHAKE_NO_SSL_SUPPORT: 'it has no TLS',
    ER_ACCESS_DENIED_ERROR: 'the user name or the password is wrong',
    ER_DBACCESS_DENIED_ERROR: 'this user has no access to this database',
    ER_BAD_DB_ERROR: 'there is no such database',
  };
  return new SourceError(`the database cannot be read: ${reasons[code] ?? (error instanceof Error ? error.message : code)}`);
}
