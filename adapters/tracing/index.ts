/** OpenTelemetry spans. */
export { requestSpans } from './request-spans.js';
