import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Randomness } from '../../randomness.js';
import type { FaultKind, StormFault } from '../history/history.js';
import type { StormDatabase } from './storm-database.js';
import type { StormFleet } from './storm-fleet.js';

/** Targets of the faults. */
export interface FaultGround {
  readonly fleet: StormFleet;
  readonly database: StormDatabase;
  readonly random: Randomness;
}

/** Selects one connection in four. The other connections still work. */
const some = (random: Randomness) => () => random.below(4) === 0;

/** Causes a fault of each kind. Resolves when the fault is over. */
const causes: { readonly [Kind in FaultKind]: (ground: FaultGround) => Promise<void> } = {
  kill: ({ fleet, random }) => fleet.killOne(random),
  database: ({ database }) => database.server.crash(),
  cut: async ({ database: { network }, random }) => {
    for (let left = 10; left > 0; left--) {
      network.cut(some(random));
      await sleep(random.below(200));
    }
    network.cut();
  },
  hold: async ({ database: { network }, random }) => {
    network.delayAnswers(40);
    for (let left = 20; left > 0; left--) {
      await sleep(random.below(200));
      network.cut(some(random));
    }
    network.cut();
    network.delayAnswers(0); // no answer is in transit
    network.holdAnswers();
    await sleep(random.below(1500));
    if (random.below(2) === 0) network.cut();
    network.pass();
  },
  silence: async ({ database: { network }, random }) => {
    network.goSilent();
    await sleep(1000 + random.below(3000));
    network.pass();
    network.cut(); // the lost bytes were in the middle of a stream
  },
};

/**
 * Causes the faults in turn until the timestamp `until`, and each at least once.
 * @returns the faults with their timestamps
 */
export async function doFaults(
  kinds: readonly FaultKind[],
  { every, until }: { readonly every: number; readonly until: number },
  ground: FaultGround,
): Promise<StormFault[]> {
  const done: StormFault[] = [];
  const interval = every * 1000;
  const isWanted = (moment: number): boolean => moment < until || done.length < kinds.length;
  for (let next = performance.now() + interval; isWanted(next); next = Math.max(next + interval, performance.now())) {
    await sleep(Math.max(0, next - performance.now()));
    const kind = kinds[done.length % kinds.length];
    if (!kind) break;
    const from = performance.now();
    await causes[kind](ground);
    done.push({ kind, from, until: performance.now() });
  }
  await sleep(Math.max(0, until - performance.now()));
  return done;
}
