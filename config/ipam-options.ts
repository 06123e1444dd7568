import type { Container } from 'inversify';
import type { StrategyNames } from '../application/access/sign-in/authenticator.js';
import type { AuthStrategy } from '../application/ports/authentication.js';
import type { CoreStorage } from '../application/ports/capabilities.js';
import type { DnsServers } from '../application/ports/dns.js';
import type { Clock, Log, PasswordHasher, TokenSource } from '../application/ports/environment.js';
import type { Observer } from '../application/ports/observer.js';
import type { HostPorts } from '../application/ports/scanning.js';
import type { PasswordDirectories } from '../application/ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import type { Prefix } from '../domain/net/prefix.js';

/** A storage with all capabilities that the embedding program brings along: readers and units of work are all that is asked of it. */
export interface IpamStorage {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** The storage's clock, if it has one. */
  readonly clock?: Clock;
}

/** What a library instance is made of. */
export interface IpamOptions {
  /**
   * Either the URL of a database (`memory:`, `pglite:`, `file:DIR`, `postgres://...`), which is opened, brought up to date and closed
   * with the instance; or a database that is up to date, e.g. that of hexipam/memory, which stays in the caller's hands. One
   * with `capabilities` has the core and these: calls that need another one fail with storage.unsupported.
   * `sync` false makes an embedded one faster; a power failure may take its last half minute of acknowledged writes then.
   */
  readonly storage: { readonly url: string; readonly sync?: boolean } | { readonly database: IpamStorage | CoreStorage };
  /** When not given, that of the storage; the machine's where the storage has none. */
  readonly clock?: Clock;
  /** scrypt when not given. At most one processor fewer than there are is kept busy with it. */
  readonly passwords?: PasswordHasher;
  /** Random tokens when not given. */
  readonly tokens?: TokenSource;
  /** What asks hosts whether they answer, and for their names: programs and resolvers of this machine when not given. */
  readonly hosts?: HostPorts;
  /** What keeps zones of the DNS: PowerDNS servers, by their HTTP interface, when not given. */
  readonly dnsServers?: DnsServers;
  /** What sends changes to the receivers of webhooks: by HTTP when not given. */
  readonly sender?: WebhookSender;
  /** Checks passwords at the directories of sign-in providers: LDAP when not given. */
  readonly directories?: PasswordDirectories;
  /** Lifetime of an access token in seconds since its last use; 21,600 when not given. */
  readonly tokenTtl?: number;
  /** Takes down what goes wrong; nothing does when not given. */
  readonly log?: Log;
  /** Is told of each request, and what else happens in the service; nobody is when not given. */
  readonly observer?: Observer;
  /** The path below which the interface is mounted, e.g. `/ipam`: it begins all links. Empty when not given. */
  readonly basePath?: string;
  /** Networks of proxies whose X-Forwarded headers are believed; none when not given. */
  readonly trustedProxies?: readonly Prefix[];
  /** More requests than this at the same time are turned away; 1000 when not given. */
  readonly maxRequests?: number;
  /** Ways to prove who sends a request, beside those that there are. */
  readonly strategies?: readonly AuthStrategy[];
  /** Which strategies applications accept, by their security modes; as `acceptedStrategies` says when not given. */
  readonly accepted?: StrategyNames;
  /** Puts other things in the place of those that `services` name, before anything is made. */
  readonly rebind?: (container: Container) => void | Promise<void>;
}
