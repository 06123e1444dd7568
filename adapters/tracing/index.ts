export { requestSpans } from './request-spans.js';
export { tracingState } from './tracing-state.js';
