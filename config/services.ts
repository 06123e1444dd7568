import type { ServiceIdentifier } from 'inversify';
import type { Api } from '../adapters/http/index.js';
import type { ServiceMetrics } from '../adapters/metrics/index.js';
import type { Administration } from '../application/access/administration/administration.js';
import type { AccessAdministration } from '../application/access/administration/index.js';
import type { Authenticator, StrategyNames } from '../application/access/sign-in/authenticator.js';
import type { StoredApps } from '../application/access/sign-in/directory.js';
import type { CommittedChanges } from '../application/changes/feed/committed-changes.js';
import type { Application } from '../application/index.js';
import type { AuthStrategy } from '../application/ports/authentication.js';
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
import type { Observer } from '../application/ports/observer.js';
import type { HostPorts } from '../application/ports/scanning.js';
import type { OidcProviders, PasswordDirectories } from '../application/ports/sign-in-providers.js';
import type { Readers, UnitOfWork } from '../application/ports/unit-of-work.js';
import type { WebhookSender } from '../application/ports/webhooks.js';
import type { StorageWatch } from '../application/storage-watch.js';
import type { EndingUnitOfWork } from '../application/unit-of-work/ending-unit-of-work.js';
import type { AnnounceWrites } from '../application/unit-of-work/read-router.js';
import type { ServiceConfiguration } from './settings/settings.js';

const identify = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** What the container can make, by what it is for. */
export const services = {
  configuration: identify<ServiceConfiguration>('configuration'),
  log: identify<Log>('log'),
  /** Each binding is told what happens in the service. */
  observers: identify<Observer>('observers'),
  observer: identify<Observer>('observer'),
  /** Where they are wanted. */
  metrics: identify<ServiceMetrics | undefined>('metrics'),
  replica: identify<ReadReplica | undefined>('replica'),
  tellWrites: identify<AnnounceWrites | undefined>('tellWrites'),
  tokenRevocations: identify<TokenRevocations | undefined>('tokenRevocations'),
  clock: identify<Clock>('clock'),
  timers: identify<Timers>('timers'),
  random: identify<RandomSource>('random'),
  passwordsInTurn: identify<(hasher: PasswordHasher) => PasswordHasher>('passwordsInTurn'),
  passwords: identify<PasswordHasher>('passwords'),
  tokens: identify<TokenSource>('tokens'),
  database: identify<Database>('database'),
  storage: identify<StorageWatch>('storage'),
  hosts: identify<HostPorts>('hosts'),
  dnsServers: identify<DnsServers>('dnsServers'),
  readers: identify<Readers>('readers'),
  unitOfWork: identify<UnitOfWork>('unitOfWork'),
  endingUnitOfWork: identify<EndingUnitOfWork>('endingUnitOfWork'),
  /** That of what administrators set: what it changes is seen at once. */
  administrativeUnitOfWork: identify<UnitOfWork>('administrativeUnitOfWork'),
  administration: identify<Administration>('administration'),
  access: identify<AccessAdministration>('access'),
  application: identify<Application>('application'),
  storedApps: identify<StoredApps>('storedApps'),
  /** Each binding is one strategy. */
  authStrategies: identify<AuthStrategy>('authStrategies'),
  acceptedStrategies: identify<StrategyNames>('acceptedStrategies'),
  authenticator: identify<Authenticator>('authenticator'),
  api: identify<Api>('api'),
  committedChanges: identify<CommittedChanges>('committedChanges'),
  /** The path that the interface is mounted below; empty where it is not. */
  basePath: identify<string>('basePath'),
  sender: identify<WebhookSender>('sender'),
  directories: identify<PasswordDirectories>('directories'),
  oidc: identify<OidcProviders>('oidc'),
} as const;

/** Identifiers of what the container can make. */
export type Services = typeof services;
