import type { ServiceProcess } from '../test/support/processes/service-process.js';
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

/** Pairs of services that are measured: two processes of one program differ by several percent for as long as they live. */
const servicePairs = 3;

/** Pairs of rounds of each pair of services at least: the difference is small, and machines are noisy. */
const minRoundPairs = 3;

/** How many different records are read. */
const variety = 500;

/** What a service is started with that tells metrics and enters requests in its log. */
const watched = { HEXIPAM_LOG_LEVEL: 'info', HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_SUBNETS: '100' };

/** Milliseconds of processor time a request, of a service without and of one with metrics and log. */
type Pair = readonly [plain: number, told: number];

/** Compares services over one database, half of which are watched, reading subnets in turn. */
export async function measureWatching(stage: Stage, { children }: Sizes, options: Options): Promise<WatchingCost> {
  const paths = upTo(variety).map((index) => readPath(`/subnets/${firstChildId + Math.floor((index * children) / variety)}/`));
  const traffic = { method: 'GET', paths, headers: { token: await stage.token() } } as const;
  const measure = async ({ url, pid }: ServiceProcess): Promise<number> => {
    await stage.still();
    const before = processorTime(pid);
    const { completed, errors } = await stage.load.load({
      url,
      traffic,
      connections: options.connections,
      seconds: options.duration,
    });
    if (Object.keys(errors).length > 0) throw new Error(`${watchingName}: ${JSON.stringify(errors)}`);
    return (processorTime(pid) - before) / (completed + options.connections / 2);
  };
  const pairs: Pair[] = [];
  for (let count = 0; count < servicePairs; count++) pairs.push(...(await comparePair(stage, measure, options.rounds)));
  const rounds = pairs.map(([plain, told]) => told / plain);
  return {
    without: median(pairs.map(([plain]) => plain)),
    with: median(pairs.map(([, told]) => told)),
    share: median(rounds),
    rounds,
  };
}

/** Compares a service that nobody watches and one that is watched, both new. */
async function comparePair(
  stage: Stage,
  measure: (service: ServiceProcess) => Promise<number>,
  rounds: number,
): Promise<readonly Pair[]> {
  const services: ServiceProcess[] = [];
  try {
    for (const variables of [{}, watched]) services.push(await stage.startAnother(variables));
    for (const service of services) await measure(service);
    const pairs: Pair[] = [];
    for (let round = 0; round < Math.max(minRoundPairs, rounds); round++) {
      const times = new Map<ServiceProcess, number>();
      for (const service of round % 2 === 0 ? services : [...services].reverse()) times.set(service, await measure(service));
      const [plain = Number.NaN, told = Number.NaN] = services.map((service) => times.get(service));
      pairs.push([plain, told]);
    }
    return pairs;
  } finally {
    for (const service of services) await service.stop();
  }
}
