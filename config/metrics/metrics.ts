import type { Serving } from '../../adapters/http/index.js';
import { metricsContentType } from '../../adapters/metrics/content-type.js';
import type { BackupState } from '../../adapters/metrics/index.js';
import type { Announce } from '../announcements.js';
import type { Service } from '../container.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type MetricsSource, openMetricsListener, withMetrics } from './metrics-listener.js';
import { SlowState } from './slow-state.js';

type MetricsConfiguration = Pick<ServiceConfiguration, 'metrics'>;

/** Returns a function that ends the polling. @param jobs only in the process that runs them; this process also polls the storage */
export function followService(
  { metrics, database, storage }: Pick<Service, 'metrics' | 'database' | 'storage'>,
  { metrics: { maxSubnets } }: MetricsConfiguration,
  jobs?: { readonly backupState: BackupState | undefined },
): () => void {
  if (!metrics) return () => {};
  const slow = new SlowState(database.readers, database.unitOfWork, maxSubnets, (error) => storage.note(error));
  metrics.follow({
    connections: () => database.connections?.() ?? [],
    replica: () => database.replica,
    storage: () => ({ works: storage.works, failures: storage.failures }),
    feed: () => slow.feed,
    utilisation: () => slow.utilisation,
    backups: () => jobs?.backupState,
    mails: () => slow.mails,
  });
  if (jobs) void slow.start();
  return () => slow.stop();
}

export const metricsSource = (read: () => Promise<string>): MetricsSource => ({ contentType: metricsContentType, read });

/** Opens the metrics listener, if configured. Returns a function that closes the listener. */
export async function openMetrics(
  { metrics: { listener } }: MetricsConfiguration,
  source: MetricsSource,
  announce: Announce,
): Promise<() => void> {
  if (!listener) return () => {};
  const { url, close } = await openMetricsListener(listener, source);
  announce({ event: 'metrics', url });
  return close;
}

export const withPublicMetrics = (api: Serving, { metrics }: MetricsConfiguration, source: MetricsSource): Serving =>
  metrics.isPublic ? withMetrics(api, source) : api;
