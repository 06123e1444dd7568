import { readPath } from './benchmarks/benchmark.js';
import type { Options } from './command-line.js';
import { processorTime } from './processor-time.js';
import { median } from './rounds.js';
import { firstChildId, type Sizes, upTo } from './seeds/places.js';
import type { Stage } from './stage.js';

/** What metrics and an entry of the log for each request cost, in milliseconds of processor time a request. */
export interface WatchingCost {
  readonly without: number;
  readonly with: number;
  /** The median of what each pair of rounds says: with them / without. */
  readonly share: number;
  /** That of each pair. */
  readonly rounds: readonly number[];
}

/** The name under which this is chosen on the command line. */
export const watchingName = 'watching';

/** The most that it ought to be. */
export const maxShare = 1.08;

/** Pairs of rounds that are measured at least: the difference is small, and machines are noisy. */
const minPairs = 6;

/** How many different records are read. */
const variety = 500;

/** What a service is started with that tells metrics and enters requests in its log. */
const watched = { HEXIPAM_LOG_LEVEL: 'info', HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_SUBNETS: '100' };

/** Compares two services over one database, one of which is watched, reading subnets in turn. */
export async function measureWatching(stage: Stage, { children }: Sizes, options: Options): Promise<WatchingCost> {
  const other = await stage.startAnother(watched);
  try {
    const paths = upTo(variety).map((index) => readPath(`/subnets/${firstChildId + Math.floor((index * children) / variety)}/`));
    const headers = { token: await stage.token() };
    const measure = async ({ url, pid }: { readonly url: string; readonly pid: number }, seconds: number): Promise<number> => {
      await stage.still();
      const before = processorTime(pid);
      const traffic = { method: 'GET', paths, headers } as const;
      const { completed, errors } = await stage.load.load({ url, traffic, connections: options.connections, seconds });
      if (Object.keys(errors).length > 0) throw new Error(`${watchingName}: ${JSON.stringify(errors)}`);
      return (processorTime(pid) - before) / (completed + options.connections / 2);
    };
    for (const service of [stage.service, other]) await measure(service, options.duration);
    const pairs: (readonly [number, number])[] = [];
    for (let pair = 0; pair < Math.max(minPairs, options.rounds); pair++) {
      const order = pair % 2 === 0 ? [stage.service, other] : [other, stage.service];
      const times = new Map<unknown, number>();
      for (const service of order) times.set(service, await measure(service, options.duration));
      pairs.push([times.get(stage.service) ?? Number.NaN, times.get(other) ?? Number.NaN]);
    }
    const rounds = pairs.map(([plain, told]) => told / plain);
    return {
      without: median(pairs.map(([plain]) => plain)),
      with: median(pairs.map(([, told]) => told)),
      share: median(rounds),
      rounds,
    };
  } finally {
    await other.stop();
  }
}
