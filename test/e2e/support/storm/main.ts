/**
 * A storm on its own PostgreSQL server:
 * `npm run storm -- --seconds 60 --clients 32 --processes 3 --faults kill,database,cut,hold,silence --every 5`.
 * Exit code: 1 for faults.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withoutNamespaces } from '../takeovers/namespaced-service.js';
import { runTakeovers } from '../takeovers/takeover-storm.js';
import { type FaultKind, faultKinds } from './history/history.js';
import { runStorm } from './storm.js';
import { tallyOf } from './tally.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    processes: { type: 'string', default: '3' },
    faults: { type: 'string', default: faultKinds.join() },
    every: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    'database-timeout': { type: 'string', default: '10' },
    /** Number of takeovers of an embedded database between two PID namespaces. */
    takeovers: { type: 'string', default: '100' },
    /** File for the whole history. */
    history: { type: 'string' },
  },
});

/** Maximum number of printed faults. */
const maxPrinted = 200;

/** @throws Error for an unknown fault */
function faultsNamed(words: string): FaultKind[] {
  return words.split(',').map((word) => {
    const kind = faultKinds.find((known) => known === word);
    if (!kind) throw new Error(`there is no fault '${word}': only ${faultKinds.join(', ')}`);
    return kind;
  });
}

const { history, faults } = await runStorm({
  seconds: Number(values.seconds),
  clients: Number(values.clients),
  processes: Number(values.processes),
  faults: faultsNamed(values.faults),
  every: Number(values.every),
  seed: Number(values.seed),
  databaseTimeout: Number(values['database-timeout']),
});
const { events, killed, final } = history;
if (values.history) writeFileSync(values.history, JSON.stringify({ ...history, killed: [...killed] }, undefined, 1));
console.log(tallyOf(events));
for (const kind of faultKinds) {
  const times = history.faults.filter((fault) => fault.kind === kind).map(({ from, until }) => Math.round(until - from));
  console.log(`${kind}: ${times.length} times${times.length === 0 ? '' : `, ${Math.max(...times)} ms at most`}`);
}
const replayed = events.filter(({ answer }) => answer?.isReplayed).length;
console.log(`${replayed} requests had been done when they were sent again under their key`);
console.log(`${events.length} requests; ${final.subnets.length} subnets and ${final.addresses.length} addresses left`);
for (const fault of faults.slice(0, maxPrinted)) console.log(`FAULT: ${fault.slice(0, 500)}`);
const count = faults.length + (await takeoverFaults(Number(values.takeovers)));
console.log(count === 0 ? 'all is well' : `${count} faults`);
process.exitCode = count === 0 ? 0 : 1;

/** Runs the storm of takeovers and prints its result. @returns the number of its faults */
async function takeoverFaults(takeovers: number): Promise<number> {
  const reason = takeovers === 0 ? 'not wanted' : withoutNamespaces();
  if (reason) {
    console.log(`takeovers: left out, ${reason}`);
    return 0;
  }
  const result = await runTakeovers({ takeovers, clients: 8 });
  console.log(
    `takeovers: ${result.takeovers}, ${result.refused} second owners refused, ${result.acknowledged} addresses acknowledged`,
  );
  for (const fault of result.faults.slice(0, maxPrinted)) console.log(`FAULT: ${fault}`);
  return result.faults.length;
}
