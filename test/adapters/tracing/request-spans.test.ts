import { type Context, type Span, type SpanOptions, type Tracer, trace } from '@opentelemetry/api';
import { expect } from 'chai';
import { requestSpans } from '../../../adapters/tracing/request-spans.js';
import { ApiServer } from '../../support/api-server.js';

interface EndedSpan {
  readonly name: string;
  readonly options: SpanOptions;
  readonly parent: string | undefined;
  readonly milliseconds: number;
}

/** A tracer that stores ended spans. */
class KeepingTracer implements Pick<Tracer, 'startSpan'> {
  readonly ended: EndedSpan[] = [];

  startSpan(name: string, options: SpanOptions = {}, context?: Context): Span {
    const parent = context && trace.getSpanContext(context);
    const span = trace.wrapSpanContext({ traceId: parent?.traceId ?? '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 });
    span.end = (end) => {
      const milliseconds = Number(end) - Number(options.startTime);
      this.ended.push({ name, options, parent: parent && `${parent.traceId} ${parent.spanId}`, milliseconds });
    };
    return span;
  }

  startActiveSpan(): never {
    throw new Error('nobody asks for it');
  }
}

describe('Spans of requests', () => {
  const tracer = new KeepingTracer();
  let server: ApiServer;

  before(async () => {
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
    server = await ApiServer.start({ observer: requestSpans('1.0.0') });
    tracer.ended.length = 0;
  });
  after(async () => {
    trace.disable();
    await server.close();
  });

  it('are created with a registered SDK, below the parent span of the client', async () => {
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
    const headers = { traceparent: `00-${traceId}-${spanId}-01`, 'X-Request-Id': 'build-1' };
    await server.client.send({ method: 'GET', target: '/sections/', headers });
    while (tracer.ended.length < 1) await new Promise(setImmediate);
    const [span] = tracer.ended;
    expect(span?.name).to.equal('GET /sections/');
    expect(span?.parent).to.equal(`${traceId} ${spanId}`);
    expect(span?.milliseconds).to.be.within(0, 60_000);
    expect(span?.options.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/sections/',
      'client.address': '127.0.0.1',
      'hexipam.request_id': 'build-1',
      'hexipam.app': 'main',
      'enduser.id': 'Admin',
    });
  });

  it('begin a new trace when the client names none', async () => {
    tracer.ended.length = 0;
    await server.client.get('/sections/');
    while (tracer.ended.length < 1) await new Promise(setImmediate);
    expect(tracer.ended[0]?.parent).to.equal(undefined);
  });
});
