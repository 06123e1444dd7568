import type { Announce } from '../../adapters/cli/announcements.js';
import { assembleService } from '../container.js';
import { BackgroundJobs } from '../jobs/background-jobs.js';
import { followService, openMetrics } from '../metrics/metrics.js';
import { logUrls, prepare, provisionAgain, type StartOptions, shutdownHooksOf } from '../service/preparing.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { ConfigurationError } from '../settings/values.js';
import { variables } from '../settings/variables.js';
import { type Signals, stopTimes } from '../signals.js';
import { storageOf } from '../storages.js';
import { Workers } from './workers.js';

/**
 * Runs the service in several processes on one port, until a stop signal. This process prepares the database, restarts ended
 * workers, and executes the background jobs. Returns true if all workers completed their requests.
 * @throws ConfigurationError for an embedded database, which only one process can use; otherwise as serve does
 */
export async function serveByWorkers(
  configuration: ServiceConfiguration,
  { workers: count, ...options }: StartOptions & { readonly workers: number },
  signals: Signals,
  announce: Announce,
): Promise<boolean> {
  if (!storageOf(configuration.databaseUrl).isShared)
    throw new ConfigurationError(variables.databaseUrl.name, 'must be the URL of a PostgreSQL server for several workers');
  const service = await assembleService(configuration);
  const hooks = shutdownHooksOf(service);
  const grace = stopTimes(configuration.stopTimeout).workers;
  let endedWell = false;
  try {
    const firstStart = await prepare(service, configuration, options, signals, announce);
    const workers = new Workers(service.log, service.metrics);
    hooks.add(() => workers.stop(grace));
    const urls = await workers.start(count);
    announce({ event: 'workers', count });
    hooks.add(await openMetrics(configuration, () => workers.metrics(), announce));
    logUrls(configuration, urls, firstStart, announce);
    const jobs = new BackgroundJobs(service, configuration);
    hooks.add(followService(service, configuration, jobs));
    hooks.add(() => jobs.stop(0));
    jobs.start();
    signals.onReload(async () => {
      await provisionAgain(service, configuration);
      workers.reload();
    });
    service.log.info('stopping', { signal: await signals.stop });
    [endedWell] = await Promise.all([workers.stop(grace), jobs.stop(grace)]);
  } finally {
    await hooks.run();
  }
  service.log.info('stopped');
  return endedWell;
}
