import type { AdminSocket } from '../../adapters/cli/index.js';
import { openAdministration } from '../commands/administration-socket.js';
import { provisionFromFile } from '../commands/provisioning.js';
import { assembleService, type Service } from '../container.js';
import { bringUpToDate } from '../database.js';
import { consoleUrl, withConsole } from '../listeners/console.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import { followService, metricsSource, openMetrics, withPublicMetrics } from '../metrics/metrics.js';
import { ConfigurationError } from '../settings/configuration-error.js';
import { type ServiceConfiguration, variables } from '../settings/settings.js';
import { storageOf } from '../storages.js';
import type { Announce } from './announcements.js';
import { startDns } from './dns.js';
import type { FirstStart } from './first-start.js';
import { startFollowers } from './followers.js';
import { withHealth } from './health.js';
import { startHousekeeping } from './housekeeping.js';
import { startScans } from './scans.js';
import type { Signals } from './signals.js';
import { stopTimes } from './stop-times.js';
import { Workers } from './workers.js';

/** What runs while the service serves. */
interface RunningService {
  readonly service: Service;
  readonly listeners: Listeners;
}

/** How the service starts. */
export interface StartOptions {
  /** For how many seconds it waits for a database that cannot be used yet. */
  readonly wait: number;
}

/**
 * Runs the service until a stop signal comes or the database can go on no more; then finishes what is under way and closes the
 * database.
 * @param tell prints what is to be known of the start
 * @returns whether it was a signal
 * @throws what keeps the service from starting; nothing is left open then
 */
export async function serve(
  configuration: ServiceConfiguration,
  { wait }: StartOptions,
  signals: Signals,
  tell: Announce,
): Promise<boolean> {
  const service = await assembleService(configuration);
  const times = stopTimes(configuration.stopTimeout);
  const state = { stopping: false };
  let administrationSocket: AdminSocket | undefined;
  let stopScans = async (_grace: number): Promise<void> => {};
  let stopDns = async (): Promise<void> => {};
  let closeMetrics = (): void => {};
  let stopFollowing = (): void => {};
  let endedWell = true;
  try {
    const firstStart = await prepare(service, configuration, { wait }, signals);
    if (isUnsynced(configuration)) tell({ told: 'warning', problem: `${variables.embeddedSync.name} is off: ${unsyncedText}` });
    if (firstStart) tell({ told: 'firstStart', firstStart }); // before anything can fail: they cannot be had again
    administrationSocket = await openAdministration(configuration, service);
    const health = { probeWrites: () => service.database.probeWrites(), isStopping: () => state.stopping };
    const metrics = metricsSource(async () => (await service.metrics?.text()) ?? '');
    closeMetrics = await openMetrics(configuration, metrics, tell);
    const serving = withPublicMetrics(withHealth(withConsole(service, configuration), health), configuration, metrics);
    const listeners = await openListeners(configuration, serving);
    for (const url of listeners.urls) tell({ told: 'listening', url });
    tellConsole(configuration, listeners.urls, tell);
    if (firstStart) tell({ told: 'trial', firstStart, url: listeners.urls[0] ?? '' });
    stopFollowing = followService(service, configuration, true);
    const stopHousekeeping = startHousekeeping(service);
    const stopFollowers = startFollowers(service);
    stopScans = startScans(service);
    stopDns = startDns(service);
    signals.onReload(() => reload({ service, listeners }, configuration));
    const end = await Promise.race([signals.stop, service.database.lost]);
    if (end instanceof Error) service.log.fatal('stopping: the database can go on no more', { problem: end.message });
    else service.log.info('stopping', { signal: end });
    endedWell = !(end instanceof Error);
    state.stopping = true;
    service.application.changes.end();
    stopHousekeeping();
    const followersStopped = within(times.answers, Promise.all([stopFollowers(), stopDns()]));
    const endWrites = () => service.unitOfWork.end();
    await Promise.all([
      listeners.close(times.answers, endWrites),
      administrationSocket.close(times.answers),
      stopScans(times.answers),
    ]);
    endWrites();
    await followersStopped;
  } finally {
    stopFollowing();
    closeMetrics();
    await Promise.all([stopScans(0), stopDns(), administrationSocket?.close(0)]);
    service.storage.close();
    await service.database.close();
  }
  service.log.info('stopped');
  return endedWell;
}

/**
 * Runs the service in several processes on one port, until a stop signal comes. This one prepares the database, keeps the
 * others running, and does the housekeeping.
 * @throws ConfigurationError when the database is embedded, which one process alone can use; else as serve does
 */
export async function serveByWorkers(
  configuration: ServiceConfiguration,
  { workers: count, wait }: StartOptions & { readonly workers: number },
  signals: Signals,
  tell: Announce,
): Promise<void> {
  if (!storageOf(configuration.databaseUrl).isShared)
    throw new ConfigurationError(variables.databaseUrl.name, 'must be that of a PostgreSQL server where several workers serve');
  const service = await assembleService(configuration);
  const times = stopTimes(configuration.stopTimeout);
  let closeMetrics = (): void => {};
  let stopFollowing = (): void => {};
  try {
    const firstStart = await prepare(service, configuration, { wait }, signals);
    if (firstStart) tell({ told: 'firstStart', firstStart });
    const workers = new Workers(service.log, service.metrics);
    const urls = await workers.start(count).catch(async (error: unknown) => {
      await workers.stop(times.workers);
      throw error;
    });
    tell({ told: 'workers', count });
    closeMetrics = await openMetrics(
      configuration,
      metricsSource(() => workers.metrics()),
      tell,
    );
    stopFollowing = followService(service, configuration, true);
    for (const url of urls) tell({ told: 'listening', url });
    tellConsole(configuration, urls, tell);
    if (firstStart) tell({ told: 'trial', firstStart, url: urls[0] ?? '' });
    const stopChores = startHousekeeping(service);
    const stopFollowers = startFollowers(service);
    const stopScans = startScans(service);
    const stopDns = startDns(service);
    signals.onReload(async () => {
      await provisionAgain(service, configuration);
      workers.reload();
    });
    service.log.info('stopping', { signal: await signals.stop });
    stopChores();
    const followersStopped = within(times.workers, Promise.all([stopFollowers(), stopDns()]));
    await Promise.all([stopScans(times.workers), workers.stop(times.workers), followersStopped]);
  } finally {
    stopFollowing();
    closeMetrics();
    service.storage.close();
    await service.database.close();
  }
  service.log.info('stopped');
}

const unsyncedText = 'a power failure of this machine may take the last half minute of acknowledged writes';

const isUnsynced = ({ databaseUrl, embeddedSync }: ServiceConfiguration): boolean =>
  !embeddedSync && storageOf(databaseUrl).directoryOf(databaseUrl) !== undefined;

/** Tells people where the console is: by the encrypted way where there is one. */
function tellConsole({ web }: ServiceConfiguration, urls: readonly string[], tell: Announce): void {
  const url = urls.at(-1);
  if (web && url !== undefined) tell({ told: 'console', url: consoleUrl(url) });
}

/** Waits for work that is about to end, but not for long. */
const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())]);

/** Brings the database up to date and fills it: from the provisioning file, or else for a first start. */
async function prepare(
  service: Service,
  { provisioningFile, adminPassword }: ServiceConfiguration,
  { wait }: StartOptions,
  { stop }: Signals,
): Promise<FirstStart | undefined> {
  const { database, administration, log } = service;
  const migrations = await bringUpToDate(database, {
    seconds: wait,
    stop,
    tell: (problem) => log.warn('waiting for the database', { problem }),
  });
  if (migrations.length > 0) log.info('migrated the database', { migrations });
  if (provisioningFile !== null) {
    const changed = await provisionFromFile(provisioningFile, administration);
    log.info('provisioned', { file: provisioningFile, changed });
    return undefined;
  }
  const credentials = await administration.firstStart(adminPassword ?? undefined);
  return credentials && { credentials, isGenerated: adminPassword === null };
}

/** Applies the provisioning file and the certificate again. What is wrong with one of them is logged, and changes nothing. */
async function reload({ service, listeners }: RunningService, configuration: ServiceConfiguration): Promise<void> {
  try {
    listeners.reloadCertificate();
  } catch (error) {
    service.log.error('the certificate was not reloaded', { problem: messageOf(error) });
  }
  await provisionAgain(service, configuration);
}

async function provisionAgain(
  { administration, application, log }: Service,
  { provisioningFile }: ServiceConfiguration,
): Promise<void> {
  if (provisioningFile === null) return;
  try {
    const changed = await provisionFromFile(provisioningFile, administration);
    application.directory.forget();
    log.info('provisioned', { file: provisioningFile, changed });
  } catch (error) {
    log.error('nothing was provisioned', { file: provisioningFile, problem: messageOf(error) });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
