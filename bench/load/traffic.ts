/** What the process that makes the load is asked for, and what it answers. */

/** Requests to repeat. */
export interface Traffic {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * Paths with queries, used in turn. `{id}` becomes the next id in each request. The first one is `firstId`, for the warm-up.
   */
  readonly paths: readonly string[];
  readonly firstId?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body. `{n}` becomes another hexadecimal number in each request. */
  readonly body?: string;
}

/** Traffic with a number of connections and a duration. */
export interface LoadOrder {
  readonly kind: 'load';
  readonly url: string;
  readonly traffic: Traffic;
  readonly connections: number;
  readonly seconds: number;
}

/** One long answer, read completely by one client. */
export interface ReadOrder {
  readonly kind: 'read';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Order = LoadOrder | ReadOrder;

/** The result of a load. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly completed: number;
  /** Error answers, broken connections and timeouts, with their numbers. */
  readonly errors: Readonly<Record<string, number>>;
}

/** The result of reading one long answer. */
export interface ReadResult {
  readonly seconds: number;
  readonly bytes: number;
}

export type Report = { readonly load: LoadResult } | { readonly read: ReadResult } | { readonly failure: string };
