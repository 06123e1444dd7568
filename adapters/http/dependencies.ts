import type { Authenticator } from '../../application/access/sign-in/authenticator.js';
import type { Application } from '../../application/index.js';
import type { Log } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { StorageWatch } from '../../application/storage-watch.js';
import type { CsvTables } from '../../application/transfer/rows/table.js';
import type { Prefix } from '../../domain/net/prefix.js';

/** What the HTTP interface needs. */
export interface HttpDependencies {
  readonly application: Application;
  readonly authenticator: Authenticator;
  readonly log: Log;
  /** Told of each request; nobody is when not given. */
  readonly observer?: Observer | undefined;
  /** Told of each request that failed by the storage. */
  readonly storage: StorageWatch;
  /** Reads and writes tables of CSV; without it these are no content type of the interface. */
  readonly csv?: CsvTables | undefined;
  /** Networks of proxies whose X-Forwarded headers are believed. */
  readonly trustedProxies: readonly Prefix[];
  /** More requests than this at the same time are turned away. */
  readonly maxRequests: number;
  /** Version of the service, as the description of the interface tells it. */
  readonly version?: string;
  /** Whether whoever serves the interface tells metrics beside it; the description says so. */
  readonly tellsMetrics?: boolean;
  /** The path that the interface is mounted below, e.g. `/ipam`; empty by default. It begins all links. */
  readonly basePath?: string;
}
