import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

export type Row = Record<string, unknown>;

/** A direct connection to a database, for seeds and floors. */
export interface SqlSession {
  /** Executes statements without parameters. */
  run(sql: string): Promise<void>;
  /** Executes one statement, prepared once for each connection if the driver supports it. */
  rows(name: string, sql: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Times and dates remain text, so that a floor parses as little as possible. */
const plainTypes = [1082, 1114, 1184];

/** Opens a connection pool to a PostgreSQL server. */
export function openServer(url: string, connections: number): SqlSession {
  const getTypeParser = (type: number) => (plainTypes.includes(type) ? String : pg.types.getTypeParser(type, 'text'));
  const pool = new pg.Pool({ connectionString: url, max: connections, types: { getTypeParser } });
  return {
    run: async (sql) => void (await pool.query(sql)),
    rows: async (name, text, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows,
    close: () => pool.end(),
  };
}

/** Opens a data directory of PGlite, which no other process may use. */
export async function openEmbedded(directory: string): Promise<SqlSession> {
  const parsers = Object.fromEntries(plainTypes.map((type) => [type, String]));
  const database = await PGlite.create({ dataDir: directory, parsers });
  return {
    run: async (sql) => void (await database.exec(sql)),
    rows: async (_name, sql, values) => (await database.query<Row>(sql, [...values])).rows,
    close: () => database.close(),
  };
}
