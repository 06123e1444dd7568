import { temporaryPlace } from '../temporary-folder.js';
import { type PostgresServer, startPostgres } from './postgres-server.js';

/** Environment variable with the URL of the server, for the processes of parallel runs. */
const ofRun = 'TEST_RUN_POSTGRES_URL';

let server: Promise<PostgresServer> | undefined;

/** A database has hundreds of files. In memory, its creation takes a fifth of the CPU time. */
const start = (): Promise<PostgresServer> => startPostgres({ parent: temporaryPlace });

/**
 * The server of this run. The first call starts it; parallel runs start it before all suites.
 * Suites share it. They create their own databases with createDatabase or createPostgresDatabase.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  server ??= given(process.env[ofRun]) ?? start();
  return server;
}

const given = (url: string | undefined): Promise<PostgresServer> | undefined =>
  url === undefined ? undefined : Promise.resolve({ url, stop: async () => {} });

/** Starts the server and sets the environment variable for later processes. */
export async function startSharedPostgres(): Promise<void> {
  process.env[ofRun] = (await sharedPostgres()).url;
}

/** Stops the server, if this process started one. */
export async function stopSharedPostgres(): Promise<void> {
  const started = await server?.catch(() => undefined);
  await started?.stop();
}
