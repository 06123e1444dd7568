import { isSpanContextValid, trace } from '@opentelemetry/api';

export interface TracingState {
  /** Whether an SDK receives the spans. */
  readonly active: boolean;
  /** Why it does not, although one is registered. */
  readonly problem?: string;
}

/** All copies of the interface of OpenTelemetry in a process share what is registered under this name. */
const registration = Symbol.for('opentelemetry.js.api.1');

/**
 * Whether spans reach an SDK. The interface uses what another copy of it has registered only if that copy is not older, so this
 * package depends on an early version of it.
 */
export function tracingState(): TracingState {
  const span = trace.getTracer('hexipam').startSpan('start'); // never ended, hence not exported
  if (isSpanContextValid(span.spanContext())) return { active: true };
  const registered: { readonly version?: string; readonly trace?: unknown } | undefined = Reflect.get(globalThis, registration);
  if (registered?.trace === undefined) return { active: false };
  return {
    active: false,
    problem: `the SDK of OpenTelemetry is not used: its @opentelemetry/api is ${registered.version ?? 'unknown'}, 1.4 or later is needed`,
  };
}
