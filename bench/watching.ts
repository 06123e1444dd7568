import type { ServiceProcess } from '../test/support/processes/service-process.js';
import { readPath } from './benchmarks/benchmark.js';
import type { Options } from './command-line.js';
import { processorTime } from './processor-time.js';
import { median } from './rounds.js';
import { firstChildId, type Sizes, upTo } from './seeds/places.js';
import type { Stage } from './stage.js';

/** Cost of metrics and of a log entry for each request, in milliseconds of processor time per request. */
export interface WatchingCost {
  readonly without: number;
  readonly with: number;
  /** Median of the quotients of all pairs of rounds: with metrics and log / without. */
  readonly share: number;
  /** The quotient of each pair of rounds. */
  readonly rounds: readonly number[];
}

/** Name of this measurement for --only. */
export const watchingName = 'watching';

/** Target: maximum quotient. */
export const maxShare = 1.08;

/** Number of measured pairs of services. Two processes of one program differ by several percent during their whole life. */
const servicePairs = 3;

/**
 * Minimum number of pairs of rounds for each pair of services, because the difference is small and the load of machines varies.
 */
const minRoundPairs = 3;

/** Number of different records that are read. */
const variety = 500;

/** Variables of a service with metrics and request log. */
const watched = { HEXIPAM_LOG_LEVEL: 'info', HEXIPAM_METRICS_PORT: '0', HEXIPAM_METRICS_SUBNETS: '100' };

/** Milliseconds of processor time per request, of a service without and of one with metrics and log. */
type Pair = readonly [plain: number, monitored: number];

/** Compares pairs of services with one database, with and without metrics and log, which read subnets in turn. */
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
  const rounds = pairs.map(([plain, watched]) => watched / plain);
  return {
    without: median(pairs.map(([plain]) => plain)),
    with: median(pairs.map(([, watched]) => watched)),
    share: median(rounds),
    rounds,
  };
}

/** Compares a new service without metrics and log with a new service with them. */
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
      const [plain = Number.NaN, watched = Number.NaN] = services.map((service) => times.get(service));
      pairs.push([plain, watched]);
    }
    return pairs;
  } finally {
    for (const service of services) await service.stop();
  }
}
