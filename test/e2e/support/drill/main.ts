/**
 * Drills of high availability: `npm run drill -- --only leader-killed,switchover --clients 12 --seed 1 --history drill.json`.
 * Ends with 1 when something is lost, doubled or answered with 500, with 2 for wrong words, with 3 where it cannot run.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Drill } from './drills/drill.js';
import { drills } from './drills/drills.js';
import { missingFor } from './machines/needs.js';
import { removeNetwork } from './machines/network.js';
import { Stage } from './machines/stage.js';
import { type Row, tableOf } from './results/table.js';
import { isFaulty } from './results/verdict.js';
import { runDrill } from './run-drill.js';

const exitCodes = { faults: 1, usage: 2, cannotRun: 3 };

/** More sentences of the checker than these are only counted. */
const maxPrinted = 40;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    clients: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    /** Where the histories of all drills go. */
    history: { type: 'string' },
    list: { type: 'boolean', default: false },
    /** Removes what a killed drill has left. */
    clean: { type: 'boolean', default: false },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const missing = missingFor(process.getuid?.() === 0);
  if (values.list) for (const { name, title } of drills) console.log(`${name.padEnd(22)}${title}`);
  else if (missing !== undefined) return refuse(missing, exitCodes.cannotRun);
  else if (values.clean) removeNetwork();
  else return runAll();
  return 0;
}

function refuse(text: string, code: number): number {
  console.error(text);
  return code;
}

async function runAll(): Promise<number> {
  const names = values.only?.split(',') ?? drills.map(({ name }) => name);
  const unknown = names.filter((name) => !drills.some((drill) => drill.name === name));
  if (unknown.length > 0) return refuse(`there is no drill ${unknown.join(', ')}: npm run drill -- --list`, exitCodes.usage);
  const chosen = drills.filter(({ name }) => names.includes(name));
  console.log('starting etcd, PostgreSQL under Patroni, HAProxy, PgBouncer and two services');
  const stage = await Stage.start();
  try {
    return await runOn(stage, chosen);
  } finally {
    await stage.remove();
  }
}

async function runOn(stage: Stage, chosen: readonly Drill[]): Promise<number> {
  const rows: Row[] = [];
  const histories: Record<string, unknown> = {};
  let faulty = 0;
  for (const drill of chosen) {
    const { verdict, faults, history } = await runDrill(stage, drill, {
      clients: Number(values.clients),
      seed: Number(values.seed),
    });
    rows.push({ title: drill.title, verdict });
    histories[drill.name] = { ...history, killed: [...history.killed] };
    console.log(`${drill.name}: ${verdict.silence.toFixed(1)} s without a write, ${faults.length} findings`);
    for (const fault of faults.slice(0, maxPrinted)) console.log(`  ${fault.slice(0, 500)}`);
    if (isFaulty(verdict) && !drill.isAsynchronous) faulty++;
  }
  if (values.history) writeFileSync(values.history, JSON.stringify(histories));
  console.log(`\n${tableOf(rows)}\n`);
  console.log(faulty === 0 ? 'all drills are passed' : `${faulty} drills failed`);
  return faulty === 0 ? 0 : exitCodes.faults;
}
