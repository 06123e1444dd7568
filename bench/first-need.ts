import { readPath } from './benchmarks/benchmark.js';
import { pools } from './seeds/places.js';
import type { Stage } from './stage.js';

/** Seconds of the first request for a free address of a subnet, which computes and stores its gaps. Later requests read them. */
export interface FirstNeed {
  readonly contiguous: number;
  readonly everySecond: number;
}

/** Timeout in milliseconds. */
const maxWait = 900_000;

/** Makes the service store the gaps of the large pools, so that benchmarks find the state of a database in use. */
export async function gatherRanges(stage: Stage): Promise<FirstNeed> {
  const headers = { token: await stage.token() };
  return {
    contiguous: await secondsUntilAnswered(stage, pools.contiguous.id, headers),
    everySecond: await secondsUntilAnswered(stage, pools.everySecond.id, headers),
  };
}

/** The service closes a silent connection after two minutes and continues the computation; the request is then repeated. */
async function secondsUntilAnswered(stage: Stage, subnet: number, headers: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await fetch(`${stage.service.url}${readPath(`/addresses/first_free/${subnet}/`)}`, { headers }).catch(
      (error: unknown) => {
        if (performance.now() - startedAt > maxWait) throw error;
      },
    );
    await answer?.arrayBuffer();
    if (answer?.ok) return (performance.now() - startedAt) / 1000;
    if (performance.now() - startedAt > maxWait) throw new Error(`free ranges of subnet ${subnet} were not gathered in time`);
  }
}
