import pg from 'pg';

/** A test's own connection to a PostgreSQL database. */
export class DatabaseSession {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<DatabaseSession> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new DatabaseSession(client);
  }

  async rows<R extends object>(sql: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.#client.query(sql, [...values])).rows as R[];
  }

  /** Every row of every table as text, by table. */
  async dump(): Promise<ReadonlyMap<string, string>> {
    const tables = await this.rows<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const dumped = new Map<string, string>();
    for (const { name } of tables) {
      const rows = await this.rows<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`);
      dumped.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return dumped;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
