import type { Announce } from '../../adapters/cli/announcements.js';
import type { AdminSocket } from '../../adapters/cli/index.js';
import { reasonOf } from '../../application/ports/storage-error.js';
import { assembleService } from '../container.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { type Listeners, openListeners } from '../listeners/listeners.js';
import { followService, openMetrics } from '../metrics/metrics.js';
import type { Service } from '../services.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type Signals, stopTimes } from '../signals.js';
import { openAdministration } from './administration-socket.js';
import { logUrls, prepare, provisionAgain, type ShutdownHooks, type StartOptions, shutdownHooksOf } from './preparing.js';
import { servingOf } from './serving.js';

interface Servers {
  readonly listeners: Listeners;
  readonly administration: AdminSocket;
  readonly markStopping: () => void;
}

/**
 * Runs the service until a stop signal or the loss of the database. Then completes running requests and closes the database.
 * Returns true after a signal.
 * @throws errors of the start, after closing everything
 */
export async function serve(
  configuration: ServiceConfiguration,
  options: StartOptions,
  signals: Signals,
  announce: Announce,
): Promise<boolean> {
  const service = await assembleService(configuration);
  const hooks = shutdownHooksOf(service);
  let end: Error | string;
  try {
    const firstStart = await prepare(service, configuration, options, signals, announce);
    const servers = await openServers(service, configuration, announce, hooks);
    logUrls(configuration, servers.listeners.urls, firstStart, announce);
    const jobs = new BackgroundJobs(service, configuration);
    hooks.add(followService(service, configuration, jobs));
    hooks.add(() => jobs.stop(0));
    jobs.start();
    signals.onReload(() => reload(service, servers, configuration));
    end = await Promise.race([signals.stop, service.database.lost]);
    if (end instanceof Error) service.log.fatal('stopping: the database failed', { problem: end.message });
    else service.log.info('stopping', { signal: end });
    await stop(service, servers, jobs, stopTimes(configuration.stopTimeout).answers);
  } finally {
    await hooks.run();
  }
  service.log.info('stopped');
  return !(end instanceof Error);
}

async function openServers(
  service: Service,
  configuration: ServiceConfiguration,
  announce: Announce,
  hooks: ShutdownHooks,
): Promise<Servers> {
  const administration = await openAdministration(configuration, service);
  hooks.add(() => administration.close(0));
  const readMetrics = async (): Promise<string> => (await service.metrics?.text()) ?? '';
  hooks.add(await openMetrics(configuration, readMetrics, announce));
  let isStopping = false;
  const serving = await servingOf(service, configuration, () => isStopping, readMetrics);
  const listeners = await openListeners(configuration, serving);
  const markStopping = (): void => {
    isStopping = true;
  };
  return { listeners, administration, markStopping };
}

/** @param grace maximum wait in milliseconds */
async function stop(
  service: Service,
  { listeners, administration, markStopping }: Servers,
  jobs: BackgroundJobs,
  grace: number,
): Promise<void> {
  markStopping();
  service.application.changes.end();
  const endWrites = () => endStorage(service);
  await Promise.all([listeners.close(grace, endWrites), administration.close(grace), jobs.stop(grace)]);
  endWrites();
}

/** Refuses further commits. Resulting failures do not count as storage failures. */
export function endStorage({ storage, unitOfWork }: Pick<Service, 'storage' | 'unitOfWork'>): void {
  storage.close();
  unitOfWork.end();
}

/** An error is logged. A rejected certificate or file remains as before. */
async function reload(service: Service, { listeners }: Servers, configuration: ServiceConfiguration): Promise<void> {
  try {
    listeners.reloadCertificate();
  } catch (error) {
    service.log.error('certificate not reloaded', { problem: reasonOf(error) });
  }
  await provisionAgain(service, configuration);
}
