import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

export type Row = Record<string, unknown>;

/** A direct way to a database, past the service: for seeds and floors. */
export interface SqlSession {
  /** Runs statements without parameters. */
  run(sql: string): Promise<void>;
  /** Runs one statement; its text is prepared once for each connection where the driver can do that. */
  rows(name: string, sql: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Times and dates stay texts: a floor parses no more than it has to. */
const plainTypes = [1082, 1114, 1184];

/** Opens a pool of connections to a PostgreSQL server. */
export function openServer(url: string, connections: number): SqlSession {
  const getTypeParser = (type: number) => (plainTypes.includes(type) ? String : pg.types.getTypeParser(type, 'text'));
  const pool = new pg.Pool({ connectionString: url, max: connections, types: { getTypeParser } });
  return {
    run: async (sql) => void (await pool.query(sql)),
    rows: async (name, text, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows,
    close: () => pool.end(),
  };
}

/** Opens a data directory of PGlite that nobody else uses. */
export async function openEmbedded(directory: string): Promise<SqlSession> {
  const parsers = Object.fromEntries(plainTypes.map((type) => [type, String]));
  const database = await PGlite.create({ dataDir: directory, parsers });
  return {
    run: async (sql) => void (await database.exec(sql)),
    rows: async (_name, sql, values) => (await database.query<Row>(sql, [...values])).rows,
    close: () => database.close(),
  };
}
