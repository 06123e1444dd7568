import { readPath } from './benchmarks/benchmark.js';
import { pools } from './seeds/places.js';
import type { Stage } from './stage.js';

/** Seconds that the first look for a free address of a subnet took, which gathers its free ranges: later ones find them. */
export interface FirstNeed {
  readonly contiguous: number;
  readonly everySecond: number;
}

/** For how long it is tried, in milliseconds. */
const maxWait = 900_000;

/** Has the free ranges of the large pools gathered, so that benchmarks find what lies in a database that is in use. */
export async function gatherRanges(stage: Stage): Promise<FirstNeed> {
  const headers = { token: await stage.token() };
  return {
    contiguous: await secondsUntilAnswered(stage, pools.contiguous.id, headers),
    everySecond: await secondsUntilAnswered(stage, pools.everySecond.id, headers),
  };
}

/** The service ends a connection on which nothing moves for two minutes, and gathers on: then it is asked again. */
async function secondsUntilAnswered(stage: Stage, subnet: number, headers: Readonly<Record<string, string>>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(`${stage.service.url}${readPath(`/addresses/first_free/${subnet}/`)}`, { headers }).catch(
      (error: unknown) => {
        if (performance.now() - begun > maxWait) throw error;
      },
    );
    await answer?.arrayBuffer();
    if (answer?.ok) return (performance.now() - begun) / 1000;
    if (performance.now() - begun > maxWait) throw new Error(`free ranges of subnet ${subnet} were not gathered in time`);
  }
}
