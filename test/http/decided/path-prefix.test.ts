import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const trustedProxies = [Prefix.parse('127.0.0.1/32')];

describe('A path prefix', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start({ trustedProxies, basePath: '/tools/ipam' });
    client = server.client.with({ app: 'links' });
    await client.post('/sections/', { name: 'First' });
    await client.post('/sections/', { name: 'Second' });
  });
  after(() => server.close());
  afterEach(() => expect(server.complaints).to.deep.equal([]));

  const through = (prefix: string | readonly string[], target = '/sections/?limit=1'): Promise<Answer> =>
    client.send({ method: 'GET', target, headers: { 'X-Forwarded-Prefix': [...[prefix].flat()] } });

  it('precedes Location, links and the next page, whether or not the proxy strips it', async () => {
    const made = await client.post('/sections/', { name: 'Third' });
    expect(made.headers.location).to.equal(`/tools/ipam/api/links/sections/${made.id}/`);
    const [{ links }] = (await client.get('/sections/?limit=1')).records as [{ links: [{ href: string }] }];
    expect(links[0].href).to.equal('/tools/ipam/api/links/sections/1/');
    const whole = await client.raw({
      method: 'GET',
      target: '/tools/ipam/api/links/sections/?limit=1',
      headers: { token: client.token ?? '' },
    });
    for (const page of [whole, await client.get('/sections/?limit=1')]) {
      expect(page.headers.link).to.match(/^<\/tools\/ipam\/api\/links\/sections\/\?limit=1&after=/);
      expect((page.envelope as { next?: string }).next).to.match(/^\/tools\/ipam\/api\/links\/sections\//);
    }
    const redirect = await client.raw({ method: 'GET', target: '/api/links/sections/' });
    expect(redirect.headers.location).to.equal('/tools/ipam/api/links/user/');
  });

  it('precedes the server URL of the OpenAPI document and the path of the docs page', async () => {
    const description = JSON.parse((await client.raw({ method: 'GET', target: '/openapi.json' })).text);
    expect(description.servers[0].url).to.equal('/tools/ipam/api/default');
    const headers = { 'X-Forwarded-Prefix': '/other' };
    const other = JSON.parse((await client.raw({ method: 'GET', target: '/openapi.json', headers })).text);
    expect(other.servers[0].url).to.equal('/other/api/default');
    expect((await client.raw({ method: 'GET', target: '/docs' })).headers.location).to.equal('/tools/ipam/docs/');
  });

  it('is read from a trusted proxy, the last value of several', async () => {
    expect((await through('/a.b/c-d_e~1/')).headers.link).to.match(/^<\/a\.b\/c-d_e~1\/api\//);
    expect((await through('/far, /near')).headers.link).to.match(/^<\/near\/api\//);
    expect((await through('/')).headers.link).to.match(/^<\/api\//);
  });

  for (const hostile of [
    '//evil.example',
    '/a//b',
    '/../up',
    '/a/..',
    '/.',
    'evil',
    'https://evil',
    '/a b',
    '/a%0d%0ab',
    '/"><x',
    '/a?b',
    `/${'a'.repeat(300)}`,
  ])
    it(`is ignored when it is ${hostile.slice(0, 20)}`, async () => {
      expect((await through(hostile)).headers.link).to.match(/^<\/tools\/ipam\/api\//);
    });

  it('from a client that is not a trusted proxy is ignored', async () => {
    const other = await ApiServer.start({});
    try {
      await other.client.post('/sections/', { name: 'One' });
      await other.client.post('/sections/', { name: 'Two' });
      const headers = { 'X-Forwarded-Prefix': '/evil' };
      const page = await other.client.send({ method: 'GET', target: '/sections/?limit=1', headers });
      expect(page.headers.link).to.match(/^<\/api\//);
    } finally {
      await other.close();
    }
  });
});
