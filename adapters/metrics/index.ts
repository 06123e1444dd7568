/** Prometheus metrics, by prom-client. */
export { metricsContentType } from './content-type.js';
export { type MetricsSnapshot, ServiceMetrics, textOf, totalsOf } from './service-metrics.js';
export type { FeedState, ServiceState } from './state-metrics.js';
