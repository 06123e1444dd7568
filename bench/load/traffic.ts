/** What the process that makes the load is asked for, and what it answers. */

/** Requests that are sent again and again. */
export interface Traffic {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Paths with their queries, taken in turn; `{id}` in one becomes the next id in every request, behind `firstId`, which the first try takes. */
  readonly paths: readonly string[];
  readonly firstId?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body in JSON; `{n}` in it becomes another hexadecimal number in every request. */
  readonly body?: string;
}

/** Traffic on so many connections for so long. */
export interface LoadOrder {
  readonly kind: 'load';
  readonly url: string;
  readonly traffic: Traffic;
  readonly connections: number;
  readonly seconds: number;
}

/** One long answer, read to its end by one client. */
export interface ReadOrder {
  readonly kind: 'read';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Order = LoadOrder | ReadOrder;

/** What a load came to. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly completed: number;
  /** Answers that are no success, broken connections and timeouts, with how often each occurred. */
  readonly errors: Readonly<Record<string, number>>;
}

/** What reading an answer came to. */
export interface ReadResult {
  readonly seconds: number;
  readonly bytes: number;
}

export type Report = { readonly load: LoadResult } | { readonly read: ReadResult } | { readonly failure: string };
