import { temporaryPlace } from '../temporary-folder.js';
import { type PostgresServer, startPostgres } from './postgres-server.js';

/** Where processes in which parallel runs run their files find the server. */
const ofRun = 'TEST_RUN_POSTGRES_URL';

let server: Promise<PostgresServer> | undefined;

/** A database is hundreds of files: in memory it is made with a fifth of the processor time. */
const start = (): Promise<PostgresServer> => startPostgres({ parent: temporaryPlace });

/**
 * The server of this run, started by the first suite that asks for it, or before all suites when they run in parallel. Its
 * databases are shared: make one of your own with createDatabase or createPostgresDatabase.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  server ??= given(process.env[ofRun]) ?? start();
  return server;
}

const given = (url: string | undefined): Promise<PostgresServer> | undefined =>
  url === undefined ? undefined : Promise.resolve({ url, stop: async () => {} });

/** Starts the server, and tells processes that are started from now on where it is. */
export async function startSharedPostgres(): Promise<void> {
  process.env[ofRun] = (await sharedPostgres()).url;
}

/** Stops the server, if this process started one. */
export async function stopSharedPostgres(): Promise<void> {
  const started = await server?.catch(() => undefined);
  await started?.stop();
}
