import { expect } from 'chai';
import { ApiServer } from '../../support/api-server.js';

const portal = 'https://portal.example.org';
const open = { permission: 'admin', security: 'none' };
const apps = [
  { id: 'main', ...open },
  { id: 'tls', ...open, security: 'ssl', origins: [portal] },
  { id: 'sealed', permission: 'write', security: 'crypt', code: 'c'.repeat(32), origins: [portal] },
  { id: 'shared', ...open, origins: ['HTTPS://Portal.example.org:443', 'http://localhost:5173'] },
];
const preflightHeaders = { 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'token,content-type' };

const corsHeaders = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'vary').sort();

describe('Requests from pages of other origins', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start({ provision: { apps } });
  });
  after(() => server.close());

  const send = (app: string, origin: string | undefined, init: RequestInit = {}) =>
    fetch(`${server.url}/api/${app}/sections/`, {
      ...init,
      headers: { ...Object(init.headers), ...(origin === undefined ? {} : { Origin: origin }) },
    });
  const preflight = (app: string, origin: string) => send(app, origin, { method: 'OPTIONS', headers: preflightHeaders });

  it('get answers, also errors, that pages of an allowed origin may read', async () => {
    for (const origin of [portal, 'http://localhost:5173']) {
      const answer = await send('shared', origin);
      expect(answer.status).to.equal(401);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(origin);
      expect(answer.headers.get('access-control-expose-headers')).to.include('Link');
      expect(answer.headers.get('vary')).to.equal('Origin');
    }
  });

  it('are allowed by a preflight request, without a token and without cookies', async () => {
    const answer = await preflight('shared', portal);
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(portal);
    expect(answer.headers.get('access-control-allow-methods')).to.include('PATCH');
    const headers = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(',');
    expect(headers).to.include.members(['token', 'authorization', 'content-type', 'idempotency-key']);
    expect(headers).to.not.include('x-hexipam-console');
    expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
  });

  for (const origin of [
    'https://other.example.org',
    'http://portal.example.org',
    `${portal}.evil.example`,
    `${portal}:8443`,
    'null',
  ])
    it(`are not allowed from ${origin}`, async () => {
      for (const answer of [await send('shared', origin), await preflight('shared', origin)]) {
        expect(answer.status).to.not.equal(204);
        expect(corsHeaders(answer)).to.deep.equal(['vary']);
      }
    });

  it('get no CORS headers from an application without origins, or without an Origin header', async () => {
    expect(corsHeaders(await send('main', portal))).to.deep.equal([]);
    expect((await preflight('main', portal)).status).to.equal(401);
    expect(corsHeaders(await send('shared', undefined))).to.deep.equal([]);
  });

  it('get readable errors of an application before authentication', async () => {
    for (const [app, status] of [
      ['tls', 503],
      ['sealed', 503],
    ] as const) {
      const answer = await send(app, portal);
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(portal);
      expect((await preflight(app, portal)).status).to.equal(204);
    }
  });

  it('cannot be allowed by a setting that is not a list of origins', async () => {
    for (const origins of [['*'], ['https://a.example/path'], Array.from({ length: 101 }, (_, i) => `https://a${i}.example`)]) {
      const { status, text } = await server.client.patch('/admin/apps/shared/', { origins });
      expect(status).to.equal(400);
      expect(text).to.include('origins');
    }
  });
});
