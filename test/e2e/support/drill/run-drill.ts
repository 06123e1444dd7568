import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../../support/api-client.js';
import { prepareWorld } from '../storm/clients/prepare-world.js';
import { runClient, takeFreed } from '../storm/clients/storm-clients.js';
import { FeedReader, feedFaults } from '../storm/history/feed-readers.js';
import { readFinalState, untilFreed } from '../storm/history/final-state.js';
import type { History, StormEvent, StormFault } from '../storm/history/history.js';
import { faultsIn } from '../storm/history/history-checker.js';
import { checkFaults } from '../storm/own-check.js';
import type { Drill } from './drills/drill.js';
import type { Stage } from './machines/stage.js';
import { type Verdict, verdictOf } from './results/verdict.js';

export interface DrillOptions {
  readonly clients: number;
  readonly seed: number;
}

export interface DrillResult {
  readonly verdict: Verdict;
  /** Findings of the checker. Empty for a correct history. */
  readonly faults: readonly string[];
  readonly history: History;
}

/** Duration of the load before the failure and after the recovery of the cluster, in milliseconds. */
const calmBeforeMs = 5000;
const calmAfterMs = 8000;

/** Pause of a client between two requests. All drill machines share the processors of the host. */
const pauseMs = 50;

/** Number of feed readers. Asynchronous replication may lose a feed position, so its drills have none. */
const readersIn = ({ isAsynchronous }: Drill): number => (isAsynchronous ? 0 : 2);

/** Runs a drill on a new database and checks the history of its clients. */
export async function runDrill(stage: Stage, drill: Drill, options: DrillOptions): Promise<DrillResult> {
  const { cluster, services } = stage;
  const newer = drill.upgradesTo?.(); // made before the load: it blocks this process for about 1 s
  await cluster.setSynchronous(!drill.isAsynchronous);
  const database = await cluster.createDatabase(`drill_${drill.name.replaceAll('-', '_')}`);
  try {
    await services.start({ database, ...(drill.readsFromStandby ? await readingFromStandby(stage, database) : {}) });
    const { events, fault, readers, complaints } = await underLoad(stage, drill, database, options);
    const url = await cluster.urlOf(database);
    const final = await readFinalState(url);
    const history: History = { events, killed: new Set(['haproxy']), faults: [fault], final, readAt: performance.now() };
    const fed = readers.length > 0 ? await feedFaults(readers, url, final) : [];
    const faults = [...faultsIn(history), ...fed, ...complaints, ...(await checkFaults(url, newer))];
    return { verdict: verdictOf(events, faults, { from: fault.from, until: fault.until + calmAfterMs }), faults, history };
  } finally {
    await services.abandon();
    await cluster.dropDatabase(database);
  }
}

async function readingFromStandby(stage: Stage, database: string) {
  const { cluster } = stage;
  const standby = await cluster.standby('sync_standby');
  stage.readStandby = standby;
  return { count: 1, variables: { HEXIPAM_DATABASE_READ_URL: cluster.urlAt(standby, database) } };
}

interface Load {
  readonly events: readonly StormEvent[];
  readonly fault: StormFault;
  readonly readers: readonly FeedReader[];
  readonly complaints: readonly string[];
}

/** Runs the drill while clients write and readers follow the change feed. Stops the services at the end. */
async function underLoad(stage: Stage, drill: Drill, database: string, { clients, seed }: DrillOptions): Promise<Load> {
  const { services, cluster } = stage;
  const events: StormEvent[] = [];
  const origin = await services.signIn();
  const world = await prepareWorld(services, origin, events);
  const end = new AbortController();
  const run = { seed, end: end.signal, done: new Set<StormEvent['request']['kind']>(), pauseMs };
  const logs = Promise.all(Array.from({ length: clients }, (_, index) => runClient(services, world, origin, { ...run, index })));
  const readers = Array.from({ length: readersIn(drill) }, (_, index) => new FeedReader(services, origin, seed + index));
  const isRead = new AbortController();
  const reading = Promise.all(readers.map((reader) => reader.read(isRead.signal)));
  try {
    const fault = await doDrill(stage, drill).finally(() => end.abort());
    events.push(...(await logs).flat());
    const left = await untilFreed(await cluster.urlOf(database));
    events.push(...(await takeFreed(services, origin, seed, events)));
    isRead.abort();
    await reading;
    await stopAll(stage, origin);
    return { events, fault, readers, complaints: [...left, ...services.complaints] };
  } finally {
    isRead.abort();
    await Promise.allSettled([logs, reading]);
  }
}

async function stopAll({ services }: Stage, origin: ApiClient): Promise<void> {
  origin.close();
  await services.stop();
}

/** @returns the period in which 503 is expected: until the cluster is healthy again */
async function doDrill(stage: Stage, drill: Drill): Promise<StormFault> {
  await delay(calmBeforeMs);
  const from = performance.now();
  await drill.run(stage);
  await stage.cluster.untilHealthy();
  const until = performance.now();
  await delay(calmAfterMs);
  return { kind: 'database', from, until };
}
