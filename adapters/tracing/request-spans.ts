import { isSpanContextValid, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { EndedRequest, Observer } from '../../application/ports/observer.js';

/**
 * Creates a span for each completed request, as a child of its `traceparent`. A registered OpenTelemetry SDK exports the spans;
 * without an SDK they are discarded.
 * @param version of the service
 */
export function requestSpans(version: string): Observer {
  const tracer = trace.getTracer('hexipam', version);
  return {
    requestEnded: (request) => {
      const end = Date.now();
      const parent = parentOf(request);
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      const { method, route, status, milliseconds, isDefect } = request;
      const name = route === undefined ? method : `${method} ${route}`;
      const options = { kind: SpanKind.SERVER, startTime: end - milliseconds, attributes: attributesOf(request) };
      const span = tracer.startSpan(name, options, context);
      if (isDefect || status === 503) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
  };
}

const attributesOf = ({ method, route, status, client, requestId, app, user, isCutOff }: EndedRequest) => ({
  'http.request.method': method,
  'http.response.status_code': status,
  'client.address': client,
  'hexipam.request_id': requestId,
  ...(route === undefined ? {} : { 'http.route': route }),
  ...(app === undefined ? {} : { 'hexipam.app': app }),
  ...(user === undefined ? {} : { 'enduser.id': user }),
  ...(isCutOff ? { 'hexipam.cut_off': true } : {}),
});

/** Returns the client's span context from a validated `traceparent`. */
function parentOf({ traceparent }: EndedRequest): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? [];
  return traceId === '' ? undefined : { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

interface TracingState {
  /** Whether an SDK receives the spans. */
  readonly active: boolean;
  /** Reason why a registered SDK receives no spans. */
  readonly problem?: string;
}

/** All copies of the OpenTelemetry API in a process share registrations under this symbol. */
const registration = Symbol.for('opentelemetry.js.api.1');

/**
 * Reports whether spans reach an SDK. A copy of the API accepts a registration only from the same or a later version, so this
 * package depends on an early version.
 */
export function tracingState(): TracingState {
  const span = trace.getTracer('hexipam').startSpan('start'); // never ended, so never exported
  if (isSpanContextValid(span.spanContext())) return { active: true };
  const registered: { readonly version?: string; readonly trace?: unknown } | undefined = Reflect.get(globalThis, registration);
  if (registered?.trace === undefined) return { active: false };
  return {
    active: false,
    problem: `the SDK of OpenTelemetry is not used: its @opentelemetry/api is ${registered.version ?? 'unknown'}, 1.4 or later is needed`,
  };
}
