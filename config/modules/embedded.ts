import type { Container } from 'inversify';
import { FairPasswords } from '../../application/access/sign-in/fair-passwords.js';
import { completeStorage } from '../../application/complete-storage.js';
import { storageCapabilities } from '../../application/ports/capabilities.js';
import type { Log } from '../../application/ports/environment.js';
import { StorageWatch } from '../../application/storage-watch.js';
import { endingReaders } from '../../application/unit-of-work/ending-unit-of-work.js';
import { processUnits } from '../../application/unit-of-work/write-stack.js';
import type { IpamOptions } from '../ipam-options.js';
import { passwordsAtOnce } from '../password-checks.js';
import { services } from '../services.js';
import { readConfiguration } from '../settings/settings.js';

const silent: Log = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };

/** Binds the options. Opens the database if `storage` has a URL. Returns a function that closes this database. */
export async function bindEmbedded(container: Container, options: IpamOptions): Promise<() => Promise<void>> {
  const {
    storage,
    clock,
    passwords,
    tokens,
    hosts,
    dnsServers,
    log = silent,
    sender,
    mailer,
    directories,
    basePath,
    strategies = [],
    accepted,
    observer = {},
  } = options;
  bindConfiguration(container, options);
  container.rebind(services.log).toConstantValue(log);
  container.rebind(services.observers).toConstantValue(observer);
  if (clock) container.rebind(services.clock).toConstantValue(clock);
  if (passwords) {
    const inTurn = new FairPasswords(passwords, passwordsAtOnce());
    container.rebind(services.passwords).toConstantValue(inTurn);
  }
  if (tokens) container.rebind(services.tokens).toConstantValue(tokens);
  if (hosts) container.rebind(services.hosts).toConstantValue(hosts);
  if (dnsServers) container.rebind(services.dnsServers).toConstantValue(dnsServers);
  if (directories) container.rebind(services.directories).toConstantValue(directories);
  if (sender) container.rebind(services.sender).toConstantValue(sender);
  if (mailer) container.rebind(services.mailer).toConstantValue(mailer);
  if (basePath !== undefined) container.rebind(services.basePath).toConstantValue(basePath);
  if (accepted) container.rebind(services.acceptedStrategies).toConstantValue(accepted);
  for (const strategy of strategies) container.bind(services.authStrategies).toConstantValue(strategy);
  if ('database' in storage) {
    bindOverrides(container, storage.database, clock === undefined);
    return async () => {};
  }
  return openNamed(container);
}

function bindConfiguration(container: Container, { storage, tokenTtl, trustedProxies, maxRequests }: IpamOptions): void {
  const usual = readConfiguration({});
  container.bind(services.configuration).toConstantValue({
    ...usual,
    ...('url' in storage ? { databaseUrl: storage.url, embeddedSync: storage.sync ?? true } : {}),
    tokenTtl: tokenTtl ?? usual.tokenTtl,
    trustedProxies: trustedProxies ?? usual.trustedProxies,
    maxRequests: maxRequests ?? usual.maxRequests,
    web: false, // not part of the library
  });
  container.bind(services.tokenRevocations).toConstantValue(undefined);
  container.bind(services.announceWrites).toConstantValue(undefined);
  container.bind(services.passwordsInTurn).toConstantValue((hasher) => hasher);
}

type StorageOption = Extract<IpamOptions['storage'], { readonly database: unknown }>['database'];

/** The storage need not be a complete Database. */
function bindOverrides(container: Container, database: StorageOption, bindsClock: boolean): void {
  const { clock } = database;
  const { readers, unitOfWork, capabilities } =
    'capabilities' in database ? completeStorage(database) : { ...database, capabilities: storageCapabilities };
  container.rebind(services.capabilities).toConstantValue(capabilities);
  // The storage remains open after close.
  container.rebind(services.readers).toResolvedValue((units) => endingReaders(readers, units), [services.endingUnitOfWork]);
  container
    .rebind(services.endingUnitOfWork)
    .toResolvedValue((observer) => processUnits(unitOfWork, observer, () => performance.now()), [services.observer]);
  container.rebind(services.replica).toConstantValue(undefined);
  if (bindsClock) container.rebind(services.clock).toConstantValue(clock ?? { now: () => new Date() });
  container
    .rebind(services.storage)
    .toResolvedValue(
      (log, timers) => new StorageWatch(async () => void (await readers.settings.read()), log, timers),
      [services.log, services.timers],
    );
}

async function openNamed(container: Container): Promise<() => Promise<void>> {
  const { migrateDatabase } = await import('../database.js');
  const database = await container.getAsync(services.database);
  try {
    await migrateDatabase(database);
    return () => database.close();
  } catch (error) {
    await database.close();
    throw error;
  }
}
