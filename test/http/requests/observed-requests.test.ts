import { expect } from 'chai';
import type { EndedRequest } from '../../../application/ports/observer.js';
import { ApiServer } from '../../support/api-server.js';

describe('An observer of the service', () => {
  const ended: EndedRequest[] = [];
  let server: ApiServer;
  let subnetId = 0;

  before(async () => {
    server = await ApiServer.start({ observer: { requestEnded: (request) => ended.push(request) } });
    const section = await server.client.post('/sections/', { name: 'Some' });
    subnetId = Number((await server.client.post('/subnets/', { subnet: '10.0.0.0', mask: '24', sectionId: section.id })).id);
  });
  after(() => server.close());

  /** Runs the work; returns the reported requests once there are `count`. */
  async function recordRequests(count: number, work: () => Promise<unknown>): Promise<EndedRequest[]> {
    ended.length = 0;
    await work();
    while (ended.length < count) await new Promise(setImmediate);
    return [...ended];
  }

  const routes: readonly (readonly [method: string, target: () => string, route: string | undefined, status: number])[] = [
    ['GET', () => '/sections/', '/sections/', 200],
    ['GET', () => `/subnets/${subnetId}/`, '/subnets/{id}/', 200],
    ['GET', () => `/subnets/${subnetId}/usage/`, '/subnets/{id}/usage/', 200],
    ['GET', () => '/subnets/999999/', '/subnets/{id}/', 400],
    ['POST', () => `/addresses/first_free/${subnetId}/`, '/addresses/first_free/{subnetId}/', 201],
    ['OPTIONS', () => '/subnets/', '/subnets/', 200],
    ['GET', () => '/vlan/', '/vlans/', 404],
    ['GET', () => '/nothing/of/this/sort/', undefined, 400],
  ];
  for (const [method, target, route, status] of routes) {
    it(`receives ${method} ${route ?? 'a path without a route'} by its template, with status ${status}`, async () => {
      const [reported] = await recordRequests(1, () => server.client.send({ method, target: target() }));
      expect(reported).to.deep.include({
        method,
        route,
        status,
        app: 'main',
        user: 'Admin',
        client: '127.0.0.1',
        isCutOff: false,
      });
      expect(reported?.milliseconds).to.be.within(0, 60_000);
    });
  }

  it('receives no user for public paths and unauthenticated clients, and no name of unknown applications', async () => {
    const docs = await recordRequests(1, () => fetch(`${server.url}/openapi.json`).then((answer) => answer.text()));
    expect(docs[0]).to.deep.include({ route: '/openapi.json', status: 200, app: undefined, user: undefined });
    const [unauthenticated] = await recordRequests(1, () => server.unauthenticated('main').get('/sections/'));
    expect(unauthenticated).to.deep.include({ status: 401, app: 'main', user: undefined });
    const [unknown] = await recordRequests(1, () => server.unauthenticated('made-up').get('/sections/'));
    expect(unknown).to.deep.include({ status: 400, app: undefined });
  });

  it('receives whether an answer was cut off', async () => {
    const [reported] = await recordRequests(1, async () => {
      const headers = { accept: 'text/event-stream', token: server.client.token ?? '' };
      const leave = new AbortController();
      const answer = await fetch(`${server.url}/api/main/changes/?after=now`, { headers, signal: leave.signal });
      expect(answer.status).to.equal(200);
      leave.abort();
    });
    expect(reported).to.deep.include({ route: '/changes/', isCutOff: true, isStream: true });
  });

  const idOf = async (given: string): Promise<string> => {
    const answer = await server.client.send({ method: 'GET', target: '/sections/', headers: { 'X-Request-Id': given } });
    return String(answer.headers['x-request-id']);
  };

  it('receives a valid request id, which the answer repeats, and a new one for any other', async () => {
    for (const id of ['a', 'req-1.2:3/4+5=6@7_8', 'x'.repeat(128)]) {
      const [reported] = await recordRequests(1, async () => expect(await idOf(id)).to.equal(id));
      expect(reported?.requestId).to.equal(id);
    }
    for (const id of ['with blank', 'x'.repeat(129), '<script>', 'a"b', '{"level":"fatal"}'])
      expect(await idOf(id)).to.match(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('receives the trace id of a valid traceparent, which the answer repeats, and none of any other', async () => {
    const traceOf = async (traceparent: string) => {
      const [reported] = await recordRequests(1, async () => {
        const answer = await server.client.send({ method: 'GET', target: '/sections/', headers: { traceparent } });
        expect(answer.headers.traceparent).to.equal(isSound(traceparent) ? traceparent : undefined);
      });
      return reported?.traceId;
    };
    const isSound = (text: string): boolean => sound.includes(text);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sound = [`00-${trace}-00f067aa0ba902b7-01`, `42-${trace}-00f067aa0ba902b7-00-more`];
    for (const text of sound) expect(await traceOf(text)).to.equal(trace);
    const invalid = [
      `00-${trace}-0000000000000000-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${trace}-00f067aa0ba902b7-01-more`,
      `ff-${trace}-00f067aa0ba902b7-01`,
      `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
      'nonsense',
    ];
    for (const text of invalid) expect(await traceOf(text)).to.equal(undefined);
  });
});
