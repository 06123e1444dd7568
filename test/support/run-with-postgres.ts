/**
 * Runs a command with HEXIPAM_DATABASE_URL naming a fresh database on a PostgreSQL server of its own, and ends as it ends:
 * `node dist/test/support/run-with-postgres.js COMMAND [ARGUMENT...]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createDatabase, startPostgres } from './postgres-server.js';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('no command given');

const server = await startPostgres();
try {
  const database = await createDatabase(server.url);
  try {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, HEXIPAM_DATABASE_URL: database.url } });
    const [code] = await once(child, 'exit');
    process.exitCode = code ?? 1;
  } finally {
    await database.drop();
  }
} finally {
  await server.stop();
}
