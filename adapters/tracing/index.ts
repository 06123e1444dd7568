/** Spans of OpenTelemetry, by its API. */
export { requestSpans } from './request-spans.js';
