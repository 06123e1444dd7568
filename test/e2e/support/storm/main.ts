/**
 * A storm on a PostgreSQL server of its own, as long as one likes:
 * `npm run storm -- --seconds 60 --clients 32 --processes 3 --kill-every 10`. Ends with 1 when something is not as it must be.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '../../../support/postgres-server.js';
import { runStorm } from './storm.js';
import { tallyOf } from './tally.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    processes: { type: 'string', default: '3' },
    'kill-every': { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** Where the whole history goes. */
    history: { type: 'string' },
  },
});

const server = await startPostgres();
try {
  const database = await createDatabase(server.url);
  try {
    const { history, faults } = await runStorm({
      databaseUrl: database.url,
      seconds: Number(values.seconds),
      clients: Number(values.clients),
      processes: Number(values.processes),
      killEvery: Number(values['kill-every']),
      seed: Number(values.seed),
    });
    const { events, killed, final } = history;
    if (values.history) writeFileSync(values.history, JSON.stringify({ ...history, killed: [...killed] }, undefined, 1));
    console.log(tallyOf(events));
    console.log(
      `${events.length} requests, ${killed.size} kills; ${final.subnets.length} subnets and ${final.addresses.length} addresses left`,
    );
    for (const fault of faults) console.log(`FAULT: ${fault}`);
    console.log(faults.length === 0 ? 'all is well' : `${faults.length} faults`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    await database.drop();
  }
} finally {
  await server.stop();
}
