import { Container } from 'inversify';
import type { Api } from '../adapters/http/index.js';
import type { Administration } from '../application/access/administration/administration.js';
import type { AccessAdministration } from '../application/access/administration/index.js';
import type { CommitListener } from '../application/changes/feed/committed-changes.js';
import { unsupported } from '../application/complete-storage.js';
import type { Application } from '../application/index.js';
import type { StorageCapability } from '../application/ports/capabilities.js';
import type { TypedAddresses, TypedAllocation, TypedCatalog, TypedSections, TypedSubnets } from '../application/typed-inputs.js';
import { modules } from './container.js';
import type { IpamOptions } from './ipam-options.js';
import { bindEmbedded } from './modules/embedded.js';
import { services } from './services.js';

/** Hexipam as a library: use-cases and HTTP interface with any storage. */

export type { BrokerAccess, SaslMechanism, saslMechanisms } from '../adapters/brokers/broker-access.js';
export type { Api } from '../adapters/http/index.js';
export type { LogFormat, LogLevel, logLevels } from '../adapters/logging/levels.js';
export type {
  BackupState,
  FeedState,
  MailState,
  MetricsSnapshot,
  ServiceMetrics,
  ServiceState,
} from '../adapters/metrics/index.js';
export type { Administration, FirstCredentials } from '../application/access/administration/administration.js';
export type { AccessAdministration } from '../application/access/administration/index.js';
export type { StrategyNames } from '../application/access/sign-in/authenticator.js';
export type { Explaining } from '../application/allocation/explaining.js';
export type { HoldExpiry } from '../application/allocation/hold-expiry.js';
export { type Caller, callerOf, internalCaller } from '../application/caller.js';
export type { CommitListener } from '../application/changes/feed/committed-changes.js';
export type { Application } from '../application/index.js';
export type { AuthenticationResult, AuthStrategy, PresentedRequest } from '../application/ports/authentication.js';
export type { CoreStorage, PartialStorage, StorageCapability } from '../application/ports/capabilities.js';
export { type DnsAccess, DnsError, type DnsServers, type DnsZones } from '../application/ports/dns.js';
export type { Clock, Log, PasswordHasher, TokenSource } from '../application/ports/environment.js';
export type { ChangeEvent } from '../application/ports/event.js';
export type { EndedRequest, Observer } from '../application/ports/observer.js';
export { type HostPorts, type HostProbe, ProbeError, type Prober, type ReverseNames } from '../application/ports/scanning.js';
export { StorageError, type StorageFailure, WritesRefused } from '../application/ports/storage-error.js';
export type { Readers, Repositories, UnitOfWork } from '../application/ports/unit-of-work.js';
export {
  type BulkItem,
  BulkItemError,
  type BulkOutcome,
  type BulkWrites,
  type ItemWriter,
  type MakeItemWriter,
} from '../application/transfer/bulk/bulk-writes.js';
export type { HoldInput } from '../application/typed-inputs.js';
export type { Outcome } from '../application/unit-of-work/batch.js';
export type { AnnounceWrites, ReadersFor, ReadRouter } from '../application/unit-of-work/read-router.js';
export { type AcceptedStrategies, acceptedStrategies } from '../domain/access/app.js';
export { type ErrorCode, type ErrorDetails, IpamError } from '../domain/errors.js';
export { IpAddress } from '../domain/net/ip-address.js';
export { Prefix } from '../domain/net/prefix.js';
export { DatabaseError } from './database.js';
export type { IpamOptions, IpamStorage } from './ipam-options.js';
export { type Services, services } from './services.js';
export type {
  BackupConfiguration,
  MetricsConfiguration,
  S3Configuration,
  ServiceConfiguration,
  TlsConfiguration,
} from './settings/settings.js';

export interface Ipam
  extends Omit<Application, 'sections' | 'subnets' | 'addresses' | 'allocation' | 'catalog'>,
    Pick<Api, 'handle' | 'handleUnreadable'>,
    AsyncDisposable {
  readonly sections: TypedSections;
  readonly subnets: TypedSubnets;
  readonly addresses: TypedAddresses;
  readonly allocation: TypedAllocation;
  readonly catalog: TypedCatalog;
  readonly administration: Administration;
  /** Capabilities of the storage. Calls that need a missing capability fail with IpamError storage.unsupported. */
  readonly capabilities: readonly StorageCapability[];
  /** Administration of users, groups, applications, custom fields and tokens. Changes take effect immediately. */
  readonly access: AccessAdministration;
  /**
   * Calls a listener once with each committed change, in order. Changes of other processes arrive up to a second later. Errors
   * of the listener are logged. Returns a function that unsubscribes the listener.
   * @throws IpamError storage.unsupported if the storage has no feed
   */
  onCommitted(listener: CommitListener): () => void;
  /**
   * Delivers the remaining changes to listeners. Closes a database that this instance has opened. Later reads and writes fail
   * with a StorageError, and `handle` answers 503.
   */
  close(): Promise<void>;
}

/** @throws StorageError if the database is unusable */
export async function createIpam(options: IpamOptions): Promise<Ipam> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(...modules);
  const close = await bindEmbedded(container, options);
  try {
    await options.rebind?.(container);
    return await assemble(container, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(container: Container, closeStorage: () => Promise<void>): Promise<Ipam> {
  const application = await container.getAsync(services.application);
  const api = await container.getAsync(services.api);
  const committed = await container.getAsync(services.committedChanges);
  const storage = await container.getAsync(services.storage);
  const capabilities = await container.getAsync(services.capabilities);
  const units = await container.getAsync(services.endingUnitOfWork);
  const closeAll = async (): Promise<void> => {
    await committed.close();
    units.end('the instance is closed');
    storage.close();
    await closeStorage();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  return {
    ...application,
    access: await container.getAsync(services.access),
    administration: await container.getAsync(services.administration),
    handle: (request, response) => api.handle(request, response),
    handleUnreadable: (error, socket) => api.handleUnreadable(error, socket),
    capabilities,
    onCommitted: (listener) => {
      if (!capabilities.includes('feed')) throw unsupported('feed');
      return committed.listen(listener);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Earlier names of exports, until version 0.3. */

export type {
  /** @deprecated Use AuthenticationResult. */
  AuthenticationResult as Proof,
} from '../application/ports/authentication.js';
export type {
  /** @deprecated Use StorageFailure. */
  StorageFailure as StorageTrouble,
} from '../application/ports/storage-error.js';
export {
  /** @deprecated Use BulkItemError. */
  BulkItemError as BulkMistake,
} from '../application/transfer/bulk/bulk-writes.js';
export type {
  /** @deprecated Use AnnounceWrites. */
  AnnounceWrites as TellWrites,
  /** @deprecated Use ReadRouter. */
  ReadRouter as ReadPlaces,
} from '../application/unit-of-work/read-router.js';
