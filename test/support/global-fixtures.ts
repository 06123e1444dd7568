/** What the whole mocha run shares: one PostgreSQL server, started by the first suite that asks for it. */
import { type PostgresServer, startPostgres } from './postgres-server.js';

process.setSourceMapsEnabled(true);

let server: Promise<PostgresServer> | undefined;

/** The server of this run. Its databases are shared: make one of your own with createDatabase. */
export function sharedPostgres(): Promise<PostgresServer> {
  server ??= startPostgres();
  return server;
}

/** Called by mocha when all suites are through. */
export async function mochaGlobalTeardown(): Promise<void> {
  const started = await server?.catch(() => undefined);
  await started?.stop();
}
