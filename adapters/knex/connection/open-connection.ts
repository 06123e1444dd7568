import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Engine, PGliteStream } from '../embedded/engine.js';
import { DatabaseFailure, reasonOf } from '../storage-error.js';
import { type Backend, Connection, getTypeParser } from './connection.js';
import type { Limits } from './limits.js';

/**
 * Sequential scans are disabled, because a cached plan for a small table may be used after the table has grown. Disabled scans
 * raise cost estimates above the threshold of JIT, which never pays here. Random pages cost little, because frequent data is in
 * memory: with PostgreSQL's default, a chunk of 2,000 addresses took 9 to 30 ms instead of 1.2.
 */
export const plannerSettings = 'set enable_seqscan = off; set random_page_cost = 1.1; set jit = off';

export interface ConnectionPurpose {
  /** Whether named statements get one plan for all values. Planning a lookup by an index takes longer than its execution. */
  readonly plansOnce?: boolean;
}

/**
 * Lock timeout outside of transactions in milliseconds. It is short because up to 32 statements share a connection. All
 * connections have the same value, because a pooler may exchange their sessions.
 */
const briefLockWait = 20;

export interface ServerConnection {
  readonly connection: Connection;
  readonly isWritable: boolean;
}

const driverSettings: pg.ClientConfig = { types: { getTypeParser }, pipeline: true, fallback_application_name: 'hexipam' };

/** In milliseconds. */
const keepAliveDelay = 10_000;

/** @param url of one host @throws DatabaseFailure if the connection cannot be opened in time */
export async function openServerConnection(
  url: string,
  limits: Limits,
  { plansOnce = false }: ConnectionPurpose,
): Promise<ServerConnection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...driverSettings,
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    stream: () => socket,
  });
  const settings = [...serverSettings(limits), ...(plansOnce ? ['set plan_cache_mode = force_generic_plan'] : [])];
  let keyPid: number | undefined;
  client.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
    keyPid = processID;
  });
  const [row] = await begin(client, socket, limits.connect, [...settings, factsOfServer]);
  // a pooler invents the process id of its cancel key: then the connection has no fixed server process
  const backend = keyPid === row?.pid ? backendOf(row) : undefined;
  const connection = new Connection(client, { answerMs: limits.answer, suspicionMs: limits.suspicion, backend });
  return { connection, isWritable: row?.takes_writes === true };
}

const backendOf = (row: pg.QueryResultRow | undefined): Backend => ({
  pid: Number(row?.pid),
  serverStart: String(row?.server_start),
  openedAt: Number(row?.opened_at),
});

/** Opens the connection to an embedded database, and rolls back an unfinished transaction. */
export async function openEmbeddedConnection(engine: Engine): Promise<Connection> {
  const stream = new PGliteStream(engine);
  const client = new pg.Client({
    ...driverSettings,
    host: 'localhost',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => stream,
  });
  await begin(client, stream, Number.POSITIVE_INFINITY, ['rollback', 'deallocate all', plannerSettings]);
  return new Connection(client, { answerMs: Number.POSITIVE_INFINITY, suspicionMs: Number.POSITIVE_INFINITY });
}

/** The timeouts end statements of a disconnected client. */
const serverSettings = ({ statement, idle, answer }: Limits): readonly string[] => [
  plannerSettings,
  `set statement_timeout = ${statement}`,
  `set lock_timeout = ${briefLockWait}`,
  `set idle_in_transaction_session_timeout = ${idle}`,
  `set tcp_user_timeout = ${answer}`,
  'set tcp_keepalives_idle = 10',
  'set tcp_keepalives_interval = 5',
  'set tcp_keepalives_count = 3',
  "set datestyle = 'ISO'",
];

const factsOfServer = `select current_setting('transaction_read_only') = 'off' and not pg_is_in_recovery() as takes_writes,
  pg_backend_pid() as pid, extract(epoch from pg_postmaster_start_time())::text as server_start,
  extract(epoch from clock_timestamp())::text as opened_at`;

/** Connects, and executes statements without values in one message. @returns rows of the last statement */
async function begin(
  client: pg.Client,
  stream: Duplex,
  limit: number,
  statements: readonly string[],
): Promise<pg.QueryResultRow[]> {
  let broken: Error | undefined; // a broken connection fails its pending statement too, but possibly after the answer
  client.on('error', (error) => {
    broken = error;
  });
  const timer = Number.isFinite(limit)
    ? setTimeout(() => stream.destroy(new Error(`no connection within ${limit / 1000} s`)), limit)
    : undefined;
  try {
    await client.connect();
    const results = [await client.query<pg.QueryResultRow>(statements.join('; '))].flat();
    if (broken) throw broken;
    return results.at(-1)?.rows ?? [];
  } catch (error) {
    stream.destroy();
    throw new DatabaseFailure(reasonOf(error), error, 'unavailable');
  } finally {
    clearTimeout(timer);
  }
}
