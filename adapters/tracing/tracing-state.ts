import { isSpanContextValid, trace } from '@opentelemetry/api';

export interface TracingState {
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
