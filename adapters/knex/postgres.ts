import knex, { type Knex } from 'knex';
import pg from 'pg';
import { plannerSettings } from './planner-settings.js';
import { quiet } from './quiet.js';
import { parsers } from './value-types.js';

/** How a PostgreSQL server is used. */
export interface PostgresOptions {
  readonly poolSize: number;
  readonly acquireTimeout: number;
}

/** Types that are read in their own way come as text: this driver asks for no binary values. */
const getTypeParser = (type: number): ((value: string) => unknown) => parsers[type] ?? pg.types.getTypeParser(type, 'text');

/** Opens a pool of connections to a PostgreSQL server; they are made when they are needed. */
export function openPostgres(url: string, { poolSize, acquireTimeout }: PostgresOptions): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, types: { getTypeParser }, keepAlive: true, pipeline: true } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolSize, afterCreate: prepareConnection },
    acquireConnectionTimeout: acquireTimeout,
    ...quiet,
  });
}

/** Connections of a pool begin with the settings that every statement here expects. */
function prepareConnection(connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void): void {
  connection.query(plannerSettings, (error) => done(error, connection));
}
