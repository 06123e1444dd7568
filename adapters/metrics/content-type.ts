export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';
