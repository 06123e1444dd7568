import type { Serving } from '../../adapters/http/index.js';
import { metricsContentType } from '../../adapters/metrics/content-type.js';
import type { Announce } from '../announcements.js';
import type { Service } from '../container.js';
import type { ServiceConfiguration } from '../settings/settings.js';
import { type MetricsSource, openMetricsListener, withMetrics } from './metrics-listener.js';
import { SlowState } from './slow-state.js';

type MetricsConfiguration = Pick<ServiceConfiguration, 'metrics'>;

/**
 * Has the metrics of this process tell how the service is.
 * @param readsSlowly whether this process reads what stands in the storage: of several one does
 * @returns ends what it does by itself
 */
export function followService(
  { metrics, database, storage }: Pick<Service, 'metrics' | 'database' | 'storage'>,
  { metrics: { maxSubnets } }: MetricsConfiguration,
  readsSlowly: boolean,
): () => void {
  if (!metrics) return () => {};
  const slow = new SlowState(database.readers, database.unitOfWork, maxSubnets, (error) => storage.note(error));
  metrics.follow({
    connections: () => database.connections?.() ?? [],
    replica: () => database.replica,
    storage: () => ({ works: storage.works, failures: storage.failures }),
    feed: () => slow.feed,
    utilisation: () => slow.utilisation,
  });
  if (readsSlowly) void slow.start();
  return () => slow.stop();
}

/** Where metrics come from. @param read all of them */
export const metricsSource = (read: () => Promise<string>): MetricsSource => ({ contentType: metricsContentType, read });

/** Opens the listener for metrics, where there is to be one, and tells where it is. @returns closes it */
export async function openMetrics(
  { metrics: { listener } }: MetricsConfiguration,
  source: MetricsSource,
  tell: Announce,
): Promise<() => void> {
  if (!listener) return () => {};
  const { url, close } = await openMetricsListener(listener, source);
  tell({ told: 'metrics', url });
  return close;
}

/** What the main listeners serve: metrics as well, where the settings allow it. */
export const withPublicMetrics = (api: Serving, { metrics }: MetricsConfiguration, source: MetricsSource): Serving =>
  metrics.isPublic ? withMetrics(api, source) : api;
