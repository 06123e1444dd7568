import { type Span, type TracerProvider, trace } from '@opentelemetry/api';
import { expect } from 'chai';
import { requestSpans, tracingState } from '../../../adapters/tracing/request-spans.js';

const registration = Symbol.for('opentelemetry.js.api.1');

/** Registers a provider like a copy of @opentelemetry/api of this version in another package tree. */
function registerElsewhere(version: string): Span[] {
  const spans: Span[] = [];
  const startSpan = (): Span => {
    const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 });
    spans.push(span);
    return span;
  };
  const provider: TracerProvider = { getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) };
  Reflect.set(globalThis, registration, { version, trace: provider });
  return spans;
}

describe('Tracing', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, registration);
  });

  it('is not active without an SDK', () => {
    Reflect.deleteProperty(globalThis, registration);
    expect(tracingState()).to.deep.equal({ active: false });
  });

  for (const version of ['1.4.0', '1.4.1', '1.9.0', '1.10.0', '1.25.3'])
    it(`is active with an SDK of API version ${version} in another package tree`, () => {
      const spans = registerElsewhere(version);
      expect(tracingState()).to.deep.equal({ active: true });
      requestSpans('1.0.0').requestEnded?.({
        ...{ method: 'GET', route: '/sections/', status: 200, milliseconds: 1, app: undefined, user: undefined },
        ...{ client: '192.0.2.1', requestId: 'a', traceId: undefined, traceparent: undefined },
        ...{ isCutOff: false, isDefect: false, isStream: false },
      });
      expect(spans).to.have.length(2);
    });

  it('reports the version of an SDK that is too old', () => {
    registerElsewhere('1.3.0');
    const { active, problem } = tracingState();
    expect(active).to.equal(false);
    expect(problem).to.contain('its @opentelemetry/api is 1.3.0, 1.4 or later is needed');
  });
});
