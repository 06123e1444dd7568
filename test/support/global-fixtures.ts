/** What the whole mocha run shares, in one process or in several: one PostgreSQL server. */
import { type PostgresServer, startPostgres } from './databases/postgres-server.js';

process.setSourceMapsEnabled(true);

/** Where processes in which parallel runs run their files find the server. */
const ofRun = 'TEST_RUN_POSTGRES_URL';

let server: Promise<PostgresServer> | undefined;
const atEnd: (() => Promise<void>)[] = [];

/**
 * The server of this run, started by the first suite that asks for it, or before all suites when they run in parallel. Its
 * databases are shared: make one of your own with createDatabase.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  server ??= given(process.env[ofRun]) ?? startPostgres();
  return server;
}

const given = (url: string | undefined): Promise<PostgresServer> | undefined =>
  url === undefined ? undefined : Promise.resolve({ url, stop: async () => {} });

/**
 * Has something put away when all suites are through, the latest first. A parallel run ends its processes without that: what
 * is kept in them ends with them, and databases that they leave are dropped with the rest.
 */
export function atEndOfRun(putAway: () => Promise<void>): void {
  atEnd.push(putAway);
}

/** What mocha runs suites with. */
interface SuiteRunner {
  isParallelMode(): boolean;
}

/** Called by mocha before all suites, in the process that starts the others. */
export async function mochaGlobalSetup(this: SuiteRunner): Promise<void> {
  if (this.isParallelMode()) process.env[ofRun] = (await sharedPostgres()).url;
}

/** Called by mocha when all suites are through, and processes that ran them have ended. */
export async function mochaGlobalTeardown(): Promise<void> {
  for (const putAway of atEnd.splice(0).reverse()) await putAway();
  const started = await server?.catch(() => undefined);
  await started?.stop();
}
