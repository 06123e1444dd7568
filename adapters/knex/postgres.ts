import knex, { type Knex } from 'knex';
import pg from 'pg';
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
    connection: { connectionString: url, types: { getTypeParser }, keepAlive: true },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: acquireTimeout,
    ...quiet,
  });
}
