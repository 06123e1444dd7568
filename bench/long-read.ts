import { readPath } from './benchmarks/benchmark.js';
import { ProcessMemory } from './process-memory.js';
import { pools } from './seeds/places.js';
import type { Stage } from './stage.js';

/** Time and memory of reading the list of all addresses. */
export interface LongRead {
  readonly seconds: number;
  readonly bytes: number;
  /** Memory of the service in MiB: before the read, and the maximum during it. */
  readonly before: number;
  readonly peak: number;
}

/** Name of this measurement for --only. */
export const longReadName = 'read-all';

/** Target: maximum growth of the service's memory in MiB. */
export const maxGrowth = 64;

/** Reads all addresses with one client, after a restart of the service and a few shorter lists. */
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
