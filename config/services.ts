import type { ServiceIdentifier } from 'inversify';
import type { Api } from '../adapters/http/index.js';
import type { ServiceMetrics } from '../adapters/metrics/index.js';
import type { Administration } from '../application/access/administration/administration.js';
import type { AccessAdministration } from '../application/access/administration/index.js';
import type { Authenticator, StrategyNames } from '../application/access/sign-in/authenticator.js';
import type { StoredApps } from '../application/access/sign-in/directory.js';
import type { CommittedChanges } from '../application/changes/feed/committed-changes.js';
import type { AuthStrategy } from '../application/ports/authentication.js';
import type { StorageCapability } from '../application/ports/capabilities.js';
import type { ClientDocumentSource } from '../application/ports/client-documents.js';
import type { Database, ReadReplica } from '../application/ports/database.js';
import type { DnsServers } from '../application/ports/dns.js';
import type {
  Clock,
  Log,
  PasswordHasher,
  RandomSource,
  Timers,
  TokenRevocations,
  TokenSource,
} from '../application/ports/environment.js';
import type { Mailer } from '../application/ports/mailer.js';
import type { Observer } from '../application/ports/observer.js';
import type { HostPorts } from '../application/ports/scanning.js';
import type { OneTimeCodes, Passkeys } from '../application/ports/second-factors.js';
import type { OidcProviders, PasswordDirectories, SamlProviders } from '../application/ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import type { StorageWatch } from '../application/storage-watch.js';
import type { EndingUnitOfWork } from '../application/unit-of-work/ending-unit-of-work.js';
import type { AnnounceWrites } from '../application/unit-of-work/read-router.js';
import {
  type Application,
  type ApplicationServices,
  type SharedServices,
  sharedNames,
  useCaseNames,
} from '../application/use-cases.js';
import type { Scope } from '../domain/access/key-scope.js';
import type { IpamError } from '../domain/errors.js';
import type { ServiceConfiguration } from './settings/settings.js';

type Identifier = ServiceIdentifier<unknown>;

const identify = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The public members of a class. A replacement needs no private members. */
type PublicMembers<T> = T extends (...input: never[]) => unknown ? T : { readonly [K in keyof T]: T[K] };

type Identifiers<T> = { readonly [N in keyof T]: ServiceIdentifier<PublicMembers<T[N]>> };

const identifyAll = <T>(names: readonly (string & keyof T)[]): Identifiers<T> =>
  Object.fromEntries(names.map((name) => [name, identify(name)])) as Identifiers<T>;

const announceWrites = identify<AnnounceWrites | undefined>('announceWrites');

/** Identifiers of all bindings. Each use-case has its own: `services.subnets`, `services.allocation`. */
export const services = {
  ...identifyAll<Application>(useCaseNames),
  ...identifyAll<SharedServices>(sharedNames),
  configuration: identify<ServiceConfiguration>('configuration'),
  log: identify<Log>('log'),
  /** Each binding is one observer; `observer` combines them. */
  observers: identify<Observer>('observers'),
  observer: identify<Observer>('observer'),
  metrics: identify<ServiceMetrics | undefined>('metrics'),
  replica: identify<ReadReplica | undefined>('replica'),
  announceWrites,
  /** @deprecated Use announceWrites. */
  writeAnnouncements: announceWrites,
  tokenRevocations: identify<TokenRevocations | undefined>('tokenRevocations'),
  clock: identify<Clock>('clock'),
  timers: identify<Timers>('timers'),
  random: identify<RandomSource>('random'),
  passwordsInTurn: identify<(hasher: PasswordHasher) => PasswordHasher>('passwordsInTurn'),
  passwords: identify<PasswordHasher>('passwords'),
  tokens: identify<TokenSource>('tokens'),
  /** Lifetime of an access token since its last use, in seconds. */
  tokenTtl: identify<number>('tokenTtl'),
  /** Scopes that users can grant to OAuth clients. */
  grantableScopes: identify<readonly Scope[]>('grantableScopes'),
  clientDocuments: identify<ClientDocumentSource | undefined>('clientDocuments'),
  database: identify<Database>('database'),
  storage: identify<StorageWatch>('storage'),
  hosts: identify<HostPorts>('hosts'),
  dnsServers: identify<DnsServers>('dnsServers'),
  capabilities: identify<readonly StorageCapability[]>('capabilities'),
  readers: identify<Readers>('readers'),
  unitOfWork: identify<UnitOfWork>('unitOfWork'),
  endingUnitOfWork: identify<EndingUnitOfWork>('endingUnitOfWork'),
  administration: identify<Administration>('administration'),
  application: identify<Application>('application'),
  storedApps: identify<StoredApps>('storedApps'),
  /** Each binding is one strategy. */
  authStrategies: identify<AuthStrategy>('authStrategies'),
  acceptedStrategies: identify<StrategyNames>('acceptedStrategies'),
  authenticator: identify<Authenticator>('authenticator'),
  api: identify<Api>('api'),
  committedChanges: identify<CommittedChanges>('committedChanges'),
  /** Path prefix of the interface; empty for none. */
  basePath: identify<string>('basePath'),
  sender: identify<WebhookSender>('sender'),
  mailer: identify<Mailer>('mailer'),
  errorText: identify<(error: IpamError, language?: 'de') => string>('errorText'),
  directories: identify<PasswordDirectories>('directories'),
  oidc: identify<OidcProviders>('oidc'),
  oneTimeCodes: identify<OneTimeCodes>('oneTimeCodes'),
  passkeys: identify<Passkeys>('passkeys'),
  saml: identify<SamlProviders>('saml'),
} as const satisfies Readonly<Record<keyof ApplicationServices, Identifier> & Record<string, Identifier>>;

export type Services = typeof services;

/** The services of a running process, without listeners. */
export interface Service {
  readonly log: Log;
  readonly database: Database;
  readonly storage: StorageWatch;
  readonly unitOfWork: EndingUnitOfWork;
  readonly administration: Administration;
  readonly access: AccessAdministration;
  readonly application: Application;
  readonly api: Api;
  readonly timers: Timers;
  readonly tokens: TokenSource;
  readonly sender: WebhookSender;
  readonly metrics: ServiceMetrics | undefined;
}
