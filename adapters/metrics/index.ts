export { metricsContentType } from './content-type.js';
export { type MetricsSnapshot, ServiceMetrics, textOf, totalsOf } from './service-metrics.js';
export type { BackupState, FeedState, MailState, ServiceState } from './state-metrics.js';
