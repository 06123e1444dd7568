/**
 * Drills of high availability: `npm run drill -- --only leader-killed,switchover --clients 12 --seed 1 --history drill.json`.
 * Exit codes: 1 when a drill fails, 2 for wrong arguments, 3 when the drills cannot run.
 */
import { cpSync, writeFileSync } from 'node:fs';
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

/** Maximum number of printed findings per drill. */
const maxPrinted = 40;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    clients: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    /** File for the histories of all drills. */
    history: { type: 'string' },
    /** Folder for the logs of all machines. */
    logs: { type: 'string' },
    list: { type: 'boolean', default: false },
    /** Removes the network of a killed drill. */
    clean: { type: 'boolean', default: false },
  },
});

process.exitCode = await main().catch((error: unknown) => refuse(String(error), exitCodes.cannotRun));

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
  const results: Results = { rows: [], histories: {}, failed: [] };
  for (const left = [...chosen]; left.length > 0; ) await runOnStage(left, results);
  const { rows, histories, failed } = results;
  if (values.history) writeFileSync(values.history, JSON.stringify(histories));
  console.log(`\n${tableOf(rows)}\n`);
  console.log(failed.length === 0 ? 'all drills are passed' : `failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : exitCodes.faults;
}

interface Results {
  readonly rows: Row[];
  readonly histories: Record<string, unknown>;
  /** Names of drills. */
  readonly failed: string[];
}

/** Runs drills until one does not complete: the next drill then needs new machines. @param left pending drills */
async function runOnStage(left: Drill[], results: Results): Promise<void> {
  const stage = await Stage.start();
  try {
    for (let drill = left.shift(); drill; drill = left.shift()) {
      const isComplete = await runOne(stage, drill, results);
      if (!isComplete) return;
    }
  } finally {
    if (values.logs) cpSync(stage.folder, values.logs, { recursive: true, filter: (path) => !/[/](var|etc)$/.test(path) });
    await stage.remove();
  }
}

/** @returns whether the drill completed, with or without findings */
async function runOne(stage: Stage, drill: Drill, { rows, histories, failed }: Results): Promise<boolean> {
  try {
    const options = { clients: Number(values.clients), seed: Number(values.seed) };
    const { verdict, faults, history } = await runDrill(stage, drill, options);
    rows.push({ title: drill.title, verdict });
    histories[drill.name] = { ...history, killed: [...history.killed] };
    console.log(`${drill.name}: ${verdict.silence.toFixed(1)} s without a write, ${faults.length} findings`);
    for (const fault of faults.slice(0, maxPrinted)) console.log(`  ${fault.slice(0, 500)}`);
    if (isFaulty(verdict) && !drill.isAsynchronous) failed.push(drill.name);
    return true;
  } catch (error) {
    console.log(`${drill.name}: not completed: ${error instanceof Error ? error.message : String(error)}`);
    failed.push(drill.name);
    return false;
  }
}
