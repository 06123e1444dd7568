import type { Traffic } from '../load/traffic.js';

/** The measured server: the service, or a floor, which is a minimal server for comparison. */
export type Side = 'service' | 'floor';

/** A request type that is measured in turn with others. */
export interface Contender {
  readonly name: string;
  readonly side: Side;
  /** Whether requests authenticate with a key instead of an access token. */
  readonly byKey?: true;
  /** Returns the requests of a round; round 0 is the warm-up. */
  readonly traffic: (round: number) => Traffic;
}

/** The quotient of the request rates of two contenders, and its minimum. */
export interface Ratio {
  readonly name: string;
  readonly of: string;
  readonly to: string;
  readonly target: number;
}

/** Contenders that are measured in one run, in alternating rounds, because the load of machines varies. */
export interface Benchmark {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly ratios: readonly Ratio[];
}

/** Returns a path of the service's interface, for the application of the first start. */
export const servicePath = (path: string): string => `/api/default${path}`;

/** Returns a path for reads without links. */
export const readPath = (path: string): string => `${servicePath(path)}?links=false`;

/** Creates a contender that reads from the service, cycling through the paths. */
export const reads = (name: string, ...paths: readonly string[]): Contender => ({
  name,
  side: 'service',
  traffic: () => ({ method: 'GET', paths: paths.map(readPath) }),
});

/** Creates a contender that writes to the service, with another path in each round. */
export const posts = (name: string, path: (round: number) => string, body: object = {}): Contender => ({
  name,
  side: 'service',
  traffic: (round) => ({ method: 'POST', paths: [servicePath(path(round))], body: JSON.stringify(body) }),
});

/** Creates a contender that sends requests to a floor, cycling through the paths. */
export const floor = (name: string, method: 'GET' | 'POST', ...paths: readonly string[]): Contender => ({
  name,
  side: 'floor',
  traffic: () => ({ method, paths, ...(method === 'POST' ? { body: '{}' } : {}) }),
});
