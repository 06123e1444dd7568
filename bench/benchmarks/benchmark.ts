import type { Traffic } from '../load/traffic.js';

/** Something that answers requests: the service, or a floor. */
export type Side = 'service' | 'floor';

/** One of those that are measured in turn. */
export interface Contender {
  readonly name: string;
  readonly side: Side;
  /** Whether the requests have a key instead of an access token. */
  readonly byKey?: true;
  /** What is sent in a round; round 0 warms up. */
  readonly traffic: (round: number) => Traffic;
}

/** Requests per second of one contender over those of another, and the least that they ought to be. */
export interface Ratio {
  readonly name: string;
  readonly of: string;
  readonly to: string;
  readonly target: number;
}

/** Contenders that are measured in one run, in alternating rounds, since machines are noisy. */
export interface Benchmark {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly ratios: readonly Ratio[];
}

/** A path of the service's interface, on the application of the first start. */
export const servicePath = (path: string): string => `/api/default${path}`;

/** A path to read, without links. */
export const readPath = (path: string): string => `${servicePath(path)}?links=false`;

/** A contender that reads from the service, one path after the other. */
export const reads = (name: string, ...paths: readonly string[]): Contender => ({
  name,
  side: 'service',
  traffic: () => ({ method: 'GET', paths: paths.map(readPath) }),
});

/** A contender that writes to the service, in each round by another path. */
export const posts = (name: string, path: (round: number) => string, body: object = {}): Contender => ({
  name,
  side: 'service',
  traffic: (round) => ({ method: 'POST', paths: [servicePath(path(round))], body: JSON.stringify(body) }),
});

/** A floor that is asked for one path after the other. */
export const floor = (name: string, method: 'GET' | 'POST', ...paths: readonly string[]): Contender => ({
  name,
  side: 'floor',
  traffic: () => ({ method, paths, ...(method === 'POST' ? { body: '{}' } : {}) }),
});
