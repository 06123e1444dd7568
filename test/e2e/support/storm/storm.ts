import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Randomness } from '../randomness.js';
import { prepareWorld } from './clients/prepare-world.js';
import { runClient, takeFreed } from './clients/storm-clients.js';
import { StormDatabase } from './fleet/storm-database.js';
import { doFaults } from './fleet/storm-faults.js';
import { StormFleet } from './fleet/storm-fleet.js';
import { FeedReader, feedFaults } from './history/feed-readers.js';
import { readFinalState, untilFreed } from './history/final-state.js';
import type { FaultKind, History, StormEvent, StormRequest } from './history/history.js';
import { faultsIn } from './history/history-checker.js';
import { Outside } from './outside.js';
import { checkFaults } from './own-check.js';

/** Options of a storm. */
export interface StormOptions {
  readonly seconds: number;
  /** Number of request kinds that must succeed. The storm continues without faults for them, for at most 30 s. */
  readonly kinds?: number;
  readonly clients: number;
  readonly processes: number;
  /** Faults of processes, database and network, in turn. */
  readonly faults: readonly FaultKind[];
  /** Seconds from the beginning of a fault to the beginning of the next. */
  readonly every: number;
  readonly seed: number;
  /** HEXIPAM_DATABASE_TIMEOUT of the processes: statement timeout in seconds. */
  readonly databaseTimeout: number;
}

/** Result of a storm. */
export interface StormOutcome {
  readonly history: History;
  /** Faults; empty for a correct history. */
  readonly faults: readonly string[];
}

/** Runs clients while processes, database and network fail in turn, and checks the result. */
export async function runStorm(options: StormOptions): Promise<StormOutcome> {
  const database = await StormDatabase.start();
  try {
    return await rage(database, options);
  } finally {
    await database.stop();
  }
}

async function rage(database: StormDatabase, options: StormOptions): Promise<StormOutcome> {
  const outside = await Outside.begin(database.directUrl, options.seed);
  try {
    return await rageBeside(outside, database, options);
  } finally {
    await outside.close();
  }
}

async function rageBeside(outside: Outside, database: StormDatabase, options: StormOptions): Promise<StormOutcome> {
  const fleet = await StormFleet.start({ url: database.url, timeout: options.databaseTimeout }, options.processes);
  try {
    const events: StormEvent[] = [];
    const origin = await fleet.signIn();
    const world = await prepareWorld(fleet, origin, events);
    const until = performance.now() + options.seconds * 1000;
    const end = new AbortController();
    const done = new Set<StormRequest['kind']>();
    const clients = Array.from({ length: options.clients }, (_, index) =>
      runClient(fleet, world, origin, { index, seed: options.seed, end: end.signal, done }),
    );
    const readers = Array.from({ length: readersOfFeed }, (_, index) => new FeedReader(fleet, origin, options.seed + index));
    const ground = { fleet, database, random: new Randomness(options.seed) };
    const causing = doFaults(options.faults, { every: options.every, until }, ground);
    const ending = causing.then(() => untilDone(done, options.kinds ?? 0)).finally(() => end.abort());
    const { directUrl } = database;
    const readingEnd = new AbortController();
    const reading = Promise.all(readers.map((reader) => reader.read(readingEnd.signal)));
    const [logs, faults] = await Promise.all([Promise.all(clients), causing, ending]);
    events.push(...logs.flat());
    const unfreed = await untilFreed(directUrl);
    events.push(...(await takeFreed(fleet, origin, options.seed, events)));
    const lateFollowers = await outside.untilDelivered(directUrl);
    readingEnd.abort();
    await reading;
    origin.close();
    await fleet.stop();
    const final = await readFinalState(directUrl);
    const history = { events, killed: fleet.killed, faults, final, readAt: performance.now() };
    const fed = await feedFaults(readers, directUrl, history.final);
    const furtherFaults = [...unfreed, ...fed, ...lateFollowers, ...(await outside.faults(directUrl))];
    return { history, faults: [...faultsIn(history), ...furtherFaults, ...fleet.complaints, ...(await checkFaults(directUrl))] };
  } finally {
    await fleet.abandon();
  }
}

/** Number of readers of the change feed. */
const readersOfFeed = 3;

/** Timeout of `untilDone`, in milliseconds. */
const maxCalm = 30_000;

/** Waits for the request kinds that a slow machine did not complete during the faults. */
async function untilDone(done: ReadonlySet<string>, kinds: number): Promise<void> {
  const end = performance.now() + maxCalm;
  while (done.size < kinds && performance.now() < end) await sleep(100);
}
