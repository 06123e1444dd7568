import type { Authenticator } from '../../application/access/sign-in/authenticator.js';
import type { Application } from '../../application/index.js';
import type { Log } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { StorageWatch } from '../../application/storage-watch.js';
import type { CsvTables } from '../../application/transfer/rows/table.js';
import type { Prefix } from '../../domain/net/prefix.js';

export interface HttpDependencies {
  readonly application: Application;
  readonly authenticator: Authenticator;
  readonly log: Log;
  /** Notified of each request; optional. */
  readonly observer?: Observer | undefined;
  /** Notified of each request that fails in the storage. */
  readonly storage: StorageWatch;
  readonly csv?: CsvTables | undefined;
  /** Networks of proxies with trusted X-Forwarded headers. */
  readonly trustedProxies: readonly Prefix[];
  /** Maximum number of concurrent requests; further ones are rejected. */
  readonly maxRequests: number;
  readonly version?: string;
  /** Whether the server also publishes metrics; the OpenAPI description lists them then. */
  readonly tellsMetrics?: boolean;
  /** The mount path, e.g. `/ipam`; empty by default. Prefix of all links. */
  readonly basePath?: string;
  /** Whether answers are compressed for clients that accept it. */
  readonly compresses?: boolean;
  /** Origins at which browsers reach the service; empty by default: the Host header names it. */
  readonly publicOrigins?: readonly string[];
}
