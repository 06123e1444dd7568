import { readPath } from './benchmarks/benchmark.js';
import { ProcessMemory } from './process-memory.js';
import { pools } from './seeds/places.js';
import type { Stage } from './stage.js';

/** What it took to read the list of all addresses. */
export interface LongRead {
  readonly seconds: number;
  readonly bytes: number;
  /** MiB that the service held before, and at most meanwhile. */
  readonly before: number;
  readonly peak: number;
}

/** The name under which this is chosen on the command line. */
export const longReadName = 'read-all';

/** The most, in MiB, by which the service's memory ought to grow. */
export const maxGrowth = 64;

/** Has one client read all addresses from a service that has just begun and has answered a few shorter lists. */
export async function readAllAddresses(stage: Stage): Promise<LongRead> {
  await stage.restartService();
  const { url, pid } = stage.service;
  const headers = { token: await stage.token() };
  for (let turn = 0; turn < 3; turn++)
    await stage.load.read({ url: `${url}${readPath(`/subnets/${pools.list.id}/addresses/`)}`, headers });
  await stage.still();
  const memory = new ProcessMemory(pid);
  const before = memory.resident;
  memory.resetPeak();
  const { seconds, bytes } = await stage.load.read({ url: `${url}${readPath('/addresses/all/')}`, headers });
  return { seconds, bytes, before, peak: memory.peak };
}
