import type { Container } from 'inversify';
import type { StrategyNames } from '../application/access/sign-in/authenticator.js';
import type { AuthStrategy } from '../application/ports/authentication.js';
import type { CoreStorage } from '../application/ports/capabilities.js';
import type { DnsServers } from '../application/ports/dns.js';
import type { Clock, Log, PasswordHasher, TokenSource } from '../application/ports/environment.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { Observer } from '../application/ports/observer.js';
import type { HostPorts } from '../application/ports/scanning.js';
import type { PasswordDirectories } from '../application/ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import type { Prefix } from '../domain/net/prefix.js';

/** A storage of the embedding program with all capabilities. */
export interface IpamStorage {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly clock?: Clock;
}

export interface IpamOptions {
  /**
   * `url`: `memory:`, `pglite:`, `file:DIR` or `postgres://...`; the instance opens, migrates and closes the database. With
   * `sync` false an embedded database is faster, but a power failure may lose acknowledged writes of the last 30 s.
   * `database`: a migrated database, e.g. of hexipam/memory, which remains open. A CoreStorage supports the core and its
   * `capabilities`; other calls fail with storage.unsupported.
   */
  readonly storage: { readonly url: string; readonly sync?: boolean } | { readonly database: IpamStorage | CoreStorage };
  /** Default: the clock of the storage, or of the machine. */
  readonly clock?: Clock;
  /** Default: scrypt, with concurrency of one less than the number of processors. */
  readonly passwords?: PasswordHasher;
  /** Default: random tokens. */
  readonly tokens?: TokenSource;
  /** Probes hosts and resolves names. Default: programs and resolvers of this machine. */
  readonly hosts?: HostPorts;
  /** Default: PowerDNS over its HTTP API. */
  readonly dnsServers?: DnsServers;
  /** Default: HTTP. */
  readonly sender?: WebhookSender;
  /** Default: SMTP. */
  readonly mailer?: Mailer;
  /** Checks passwords of sign-in providers. Default: LDAP. */
  readonly directories?: PasswordDirectories;
  /** Lifetime of an access token since its last use, in seconds. Default: 21,600. */
  readonly tokenTtl?: number;
  /** Default: no log. */
  readonly log?: Log;
  /** Receives requests and other events. Default: none. */
  readonly observer?: Observer;
  /** Path prefix of the interface and its links, e.g. `/ipam`. Default: empty. */
  readonly basePath?: string;
  /** Networks of proxies with trusted X-Forwarded headers. Default: none. */
  readonly trustedProxies?: readonly Prefix[];
  /** Maximum number of concurrent requests. Further requests are answered with 503. Default: 1000. */
  readonly maxRequests?: number;
  readonly strategies?: readonly AuthStrategy[];
  /** Accepted strategies by security mode of an application. Default: `acceptedStrategies`. */
  readonly accepted?: StrategyNames;
  /** Changes bindings of `services` before their first use. */
  readonly rebind?: (container: Container) => void | Promise<void>;
}
