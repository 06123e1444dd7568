import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Serving } from '../../../adapters/http/index.js';
import { type HealthFacts, withHealth } from '../../../config/service/serving.js';

const api: Serving = {
  handle: (request, response) => void response.end(`api ${request.url}`),
  handleUnreadable: (_error, socket) => void socket.destroy(),
};

describe('The health endpoints', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const start = async (facts: Partial<HealthFacts>): Promise<string> => {
    const health = withHealth(api, { probeWrites: async () => {}, isStopping: () => false, ...facts }, 300);
    server = createServer(health.handle);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  for (const [what, path, facts, status, body] of [
    ['/healthz returns 200 while the process runs', '/healthz', {}, 200, '{"status":"ok"}'],
    [
      '/healthz returns 200 without a database',
      '/healthz?x=1',
      { probeWrites: () => Promise.reject(new Error('gone')) },
      200,
      '{"status":"ok"}',
    ],
    ['/readyz returns 200 when the database accepts writes', '/readyz', {}, 200, '{"status":"ok"}'],
    [
      '/readyz returns 503 when the database rejects writes',
      '/readyz',
      { probeWrites: () => Promise.reject(new Error('gone')) },
      503,
      '{"status":"database accepts no writes"}',
    ],
    [
      '/readyz returns 503 when the database hangs',
      '/readyz',
      { probeWrites: () => new Promise<void>(() => {}) },
      503,
      '{"status":"database accepts no writes"}',
    ],
    ['/readyz returns 503 when the service stops', '/readyz', { isStopping: () => true }, 503, '{"status":"stopping"}'],
  ] as const) {
    it(what, async () => {
      const response = await fetch((await start(facts)) + path);
      expect(response.status).to.equal(status);
      expect(response.headers.get('content-type')).to.equal('application/json');
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(await response.text()).to.equal(body);
    });
  }

  it('respond to HEAD without a body, and reject other methods', async () => {
    const url = await start({});
    const head = await fetch(`${url}/readyz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([200, '']);
    const post = await fetch(`${url}/healthz`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('leave all other paths to the API', async () => {
    const url = await start({});
    for (const path of ['/', '/healthz/', '/api/healthz', '/readyzz'])
      expect(await (await fetch(url + path)).text()).to.equal(`api ${path}`);
  });

  it('probe the database at most once a second, also for concurrent requests', async () => {
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
