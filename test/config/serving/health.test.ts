import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Serving } from '../../../adapters/http/index.js';
import { type HealthFacts, withHealth } from '../../../config/service/health.js';

const api: Serving = {
  handle: (request, response) => void response.end(`api ${request.url}`),
  handleUnreadable: (_error, socket) => void socket.destroy(),
};

describe('The health answers', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const start = async (facts: Partial<HealthFacts>): Promise<string> => {
    const health = withHealth(api, { probeWrites: async () => {}, isStopping: () => false, ...facts }, 300);
    server = createServer(health.handle);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  for (const [what, path, facts, status, body] of [
    ['/healthz is 200 while the process lives', '/healthz', {}, 200, '{"status":"ok"}'],
    [
      '/healthz is 200 also when the database is gone',
      '/healthz?x=1',
      { probeWrites: () => Promise.reject(new Error('gone')) },
      200,
      '{"status":"ok"}',
    ],
    ['/readyz is 200 when the database takes writes', '/readyz', {}, 200, '{"status":"ok"}'],
    [
      '/readyz is 503 when the database takes no writes',
      '/readyz',
      { probeWrites: () => Promise.reject(new Error('gone')) },
      503,
      '{"status":"database takes no writes"}',
    ],
    [
      '/readyz is 503 when the database hangs',
      '/readyz',
      { probeWrites: () => new Promise<void>(() => {}) },
      503,
      '{"status":"database takes no writes"}',
    ],
    ['/readyz is 503 once the service stops', '/readyz', { isStopping: () => true }, 503, '{"status":"stopping"}'],
  ] as const) {
    it(what, async () => {
      const response = await fetch((await start(facts)) + path);
      expect(response.status).to.equal(status);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(await response.text()).to.equal(body);
    });
  }

  it('come without a body to HEAD, and not at all to other methods', async () => {
    const url = await start({});
    const head = await fetch(`${url}/readyz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const post = await fetch(`${url}/healthz`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('leave every other path to the interface', async () => {
    const url = await start({});
    for (const path of ['/', '/healthz/', '/api/healthz', '/readyzz'])
      expect(await (await fetch(url + path)).text()).to.equal(`api ${path}`);
  });

  it('try the database once for many requests at the same time, and for those within a second', async () => {
    let probes = 0;
    const probeWrites = async () => {
      probes++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const url = await start({ probeWrites });
    const before = performance.now();
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${url}/readyz`)).status));
      expect(new Set(statuses)).to.deep.equal(new Set([200]));
    }
    expect(probes, 'no more than one a second').to.be.at.most(1 + Math.floor((performance.now() - before) / 1000));
  });
});
