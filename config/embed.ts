/** Hexipam as a library: the use-cases over a storage of one's choice, without any server. */
import { systemHosts } from '../adapters/hosts/index.js';
import { powerDnsServers } from '../adapters/powerdns/index.js';
import { RandomTokenSource, ScryptPasswordHasher, systemClock, systemTimers } from '../adapters/system/index.js';
import { HttpWebhookSender } from '../adapters/webhooks/index.js';
import { Administration } from '../application/administration/administration.js';
import { type AccessAdministration, createAccessAdministration } from '../application/administration/index.js';
import { type Application, createApplication } from '../application/index.js';
import type { DnsServers } from '../application/ports/dns.js';
import type { Clock, PasswordHasher, TokenSource } from '../application/ports/environment.js';
import type { HostPorts } from '../application/ports/scanning.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';
import { FairPasswords } from '../application/sign-in/fair-passwords.js';
import { passwordsAtOnce } from './password-checks.js';
import { variables } from './settings/settings.js';

export type { Administration, FirstCredentials } from '../application/administration/administration.js';
export type { AccessAdministration } from '../application/administration/index.js';
export { type Caller, internalCaller } from '../application/caller.js';
export type { Application } from '../application/index.js';
export { type DnsAccess, DnsError, type DnsServers, type DnsZones } from '../application/ports/dns.js';
export type { Clock, Log, PasswordHasher, TokenSource } from '../application/ports/environment.js';
export { type HostPorts, type HostProbe, ProbeError, type Prober, type ReverseNames } from '../application/ports/scanning.js';
export type { Readers, Repositories, UnitOfWork } from '../application/ports/unit-of-work.js';
export { type ErrorCode, type ErrorDetails, IpamError } from '../domain/errors.js';
export { IpAddress } from '../domain/net/ip-address.js';
export { Prefix } from '../domain/net/prefix.js';

/** Storage that the embedding program brings along: readers and units of work are all that is asked of it. */
export interface IpamStorage {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  /** The storage's clock, if it has one. */
  readonly clock?: Clock;
}

/** What a library instance is made of. */
export interface IpamOptions {
  /**
   * Either the URL of a database (`file:DIR`, `memory:`, `postgres://...`), which is opened, brought up to date and closed
   * with the instance; or a database that is up to date, e.g. that of hexipam/memory, which stays in the caller's hands.
   * `sync` false makes an embedded one faster; a power failure may take its last half minute of acknowledged writes then.
   */
  readonly storage: { readonly url: string; readonly sync?: boolean } | { readonly database: IpamStorage };
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
  /** Lifetime of an access token in seconds since its last use; 21,600 when not given. */
  readonly tokenTtl?: number;
}

/** Every use-case, and the set-up of users, applications and settings. */
export interface Ipam extends Application {
  readonly administration: Administration;
  /** Users, groups, applications, custom fields and tokens, one by one. */
  readonly access: AccessAdministration;
  /** Closes the database that was opened; one that was given stays open. */
  close(): Promise<void>;
}

/** Opens the storage and puts the use-cases together over it. @throws Error when the database cannot be used */
export async function createIpam({ storage, ...options }: IpamOptions): Promise<Ipam> {
  const {
    readers,
    unitOfWork,
    clock: storageClock = systemClock,
    close,
  }: IpamStorage & Pick<Ipam, 'close'> = 'url' in storage
    ? await openUpToDate(storage)
    : { ...storage.database, close: async () => {} };
  const { clock = storageClock, tokens = new RandomTokenSource() } = options;
  const passwords = new FairPasswords(options.passwords ?? new ScryptPasswordHasher(), passwordsAtOnce());
  const { hosts = systemHosts, dnsServers = powerDnsServers } = options;
  const tokenTtl = options.tokenTtl ?? Number(variables.tokenTtl.fallback);
  return {
    ...createApplication({ readers, unitOfWork, clock, timers: systemTimers, passwords, tokens, tokenTtl, hosts, dnsServers }),
    access: createAccessAdministration(readers, unitOfWork, clock, passwords, tokens, new HttpWebhookSender()),
    administration: new Administration(readers, unitOfWork, clock, passwords, tokens),
    close,
  };
}

/** Loads the database's driver only here: who brings another storage does not pay for it. */
async function openUpToDate({ url, ...options }: { readonly url: string; readonly sync?: boolean }) {
  const { bringUpToDate, openStorage } = await import('./database.js');
  const database = await openStorage(url, options);
  try {
    await bringUpToDate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
