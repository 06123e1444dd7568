import type { Authenticator } from '../../application/access/sign-in/authenticator.js';
import type { Application } from '../../application/index.js';
import type { Log } from '../../application/ports/environment.js';
import type { Observer } from '../../application/ports/observer.js';
import type { StorageWatch } from '../../application/storage-watch.js';
import type { CsvTables } from '../../application/transfer/rows/table.js';
import type { Prefix } from '../../domain/net/prefix.js';

/** In a file of its own, because types of the package must not refer to those of Koa. */
export interface HttpDependencies {
  readonly application: Application;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly observer?: Observer | undefined;
  readonly storage: StorageWatch;
  readonly csv?: CsvTables | undefined;
  /** Networks of proxies whose X-Forwarded headers are trusted. */
  readonly trustedProxies: readonly Prefix[];
  /** Maximum number of concurrent requests. Further requests are refused. */
  readonly maxRequests: number;
  readonly version?: string;
  /** Whether the server publishes metrics, and the OpenAPI description contains them. */
  readonly tellsMetrics?: boolean;
  /** The mount path, e.g. `/ipam`; empty by default. All links have this prefix. */
  readonly basePath?: string;
  /** Whether answers are compressed for clients that accept it. */
  readonly compresses?: boolean;
  /** Permitted public origins of the service. If empty (the default), the Host header determines the origin. */
  readonly publicOrigins?: readonly string[];
}
