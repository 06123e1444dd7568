/** Metrics for Prometheus, by prom-client. */
export { metricsContentType } from './content-type.js';
export { lastingOf, type MetricsSnapshot, ServiceMetrics, textOf } from './service-metrics.js';
export type { FeedState, ServiceState } from './state-metrics.js';
