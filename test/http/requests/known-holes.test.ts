/** Vulnerabilities of similar services, each tested over every route or spelling. */

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { StaticCode } from '../../../adapters/auth/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import type { StoredApp } from '../../../domain/access/app.js';
import { app as anApp } from '../../domain/support/apps.js';
import { ApiServer, passwords } from '../../support/api-server.js';
import { storedAppsOf } from '../../support/strategies.js';
import { EncryptingClient } from '../support/encrypting-client.js';
import { adminRoutes, allProbes, everyRoute, send } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

const code = 'c'.repeat(32);
const open = { security: 'none', showLinks: false };
const apps = [
  { id: 'main', permission: 'admin', ...open },
  { id: 'read', permission: 'read', ...open },
  { id: 'off', permission: 'disabled', ...open },
  { id: 'crypt-off', permission: 'disabled', security: 'crypt', code },
  { id: 'crypt-read', permission: 'read', security: 'crypt', code },
];

describe('A token that equals another one after a type conversion', () => {
  /** Texts that some languages compare as the number 0. */
  const zeros = ['0e1234567890123456789012', '0e9876543210987654321098', '0', '00', '0.0', '-0', '+0', 'false', 'null', 'abc'];
  const [stored = '', ...others] = zeros;
  let server: ApiServer;

  before(async () => {
    const storage = { ...createMemoryDatabase(), close: async () => {} };
    server = await ApiServer.start({ storage, provision: { apps } });
    const expires = new Date(Date.now() + 3_600_000);
    const digest = new RandomTokenSource().digest(stored);
    await storage.unitOfWork.run(({ tokens }) => tokens.insert({ digest, userId: 1, expires }));
  });
  after(() => server.close());

  const statusOf = async (token: string) => (await server.unauthenticated('main').with({ token }).get('/sections/')).summary;

  it('is refused', async () => {
    expect(await statusOf(stored)).to.equal('200');
    const spellings = [stored.toUpperCase(), `${stored} x`, `${stored},${stored}`, stored.slice(0, -1), `"${stored}"`];
    const digests = [
      createHash('sha256').update(stored).digest('hex'),
      '__proto__',
      'constructor',
      '1',
      'true',
      '[object Object]',
    ];
    for (const token of [...others, ...spellings, ...digests]) expect(await statusOf(token), token).to.equal('401 Unauthorized');
  });

  it('is refused as a list, in the query, in another header and in the body', async () => {
    const unauthenticated = server.unauthenticated('main');
    const target = '/api/main/sections/';
    const tries = [
      { method: 'GET', target, headers: { token: [stored, stored] } },
      { method: 'GET', target: `${target}?token=${stored}` },
      { method: 'GET', target: `${target}?token[]=${stored}` },
      { method: 'GET', target, headers: { cookie: `token=${stored}` } },
      { method: 'GET', target, headers: { authorization: `Bearer ${stored}` } },
      { method: 'POST', target, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token: stored }) },
    ];
    for (const request of tries)
      expect((await unauthenticated.raw(request)).summary, JSON.stringify(request)).to.equal('401 Unauthorized');
  });

  it('is refused as the code of an application', async () => {
    const zero = '0e462097431906509019562988736854';
    const app: StoredApp = { ...anApp, id: 'static', permission: 'write', security: 'static', codeDigest: zero };
    const strategy = new StaticCode(storedAppsOf(app));
    for (const given of ['0e830400451993494058024219903391', '0', '', zero.toUpperCase(), `${zero} `])
      expect(await strategy.prove(app, given), given).to.deep.equal({ refused: 'invalid' });
    expect(await new StaticCode(storedAppsOf({ ...app, codeDigest: null })).prove(app, '')).to.deep.equal({ refused: 'invalid' });
  });
});

describe('An application that is disabled', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.startOther({ section: 3, subnet: 3 }, { apps });
  });
  after(() => world.close());

  for (const tried of everyRoute) {
    it(`gets 503 from ${tried.title}, with and without a token`, async () => {
      const before = await world.dump();
      for (const client of [world.server.on('off'), world.server.unauthenticated('off')]) {
        for (const probe of allProbes(tried, world))
          expect((await send(client, probe)).summary, probe.path).to.equal('503 Application disabled');
      }
      expect(await world.dump()).to.deep.equal(before);
    });
  }

  it('gets 503 under every spelling of its path', async () => {
    const { client } = world.server;
    const targets = [
      '/api/off/sections/?app_id=main',
      '//api//off//sections',
      '/1.5/api/off/sections/',
      '/api/?app_id=off&controller=sections',
    ];
    for (const target of targets) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PATCH', 'DELETE'])
        expect((await client.raw({ method, target })).summary, `${method} ${target}`).to.equal('503 Application disabled');
    }
    const encrypting = new EncryptingClient(client, 'crypt-off', code);
    expect((await encrypting.send('GET', 'sections', {})).summary).to.equal('503 Application disabled');
  });
});

describe('An application that may only read', () => {
  let world: PermissionWorld;
  let headers: { token: string };
  before(async () => {
    world = await PermissionWorld.startOther({ section: 3, subnet: 3 }, { apps });
    const authorization = `Basic ${Buffer.from(`Admin:${passwords.Admin}`).toString('base64')}`;
    const answer = await world.server
      .unauthenticated('main')
      .send({ method: 'POST', target: '/user/', headers: { authorization } });
    headers = { token: String(answer.record.token) };
  });
  after(() => world.close());

  const writers = everyRoute.filter(({ route }) => route.method !== 'GET' && !['signIn', 'ownToken'].includes(route.access));
  for (const tried of writers) {
    it(`writes nothing through ${tried.title}, under any spelling`, async () => {
      const before = await world.dump();
      const client = world.server.on('read');
      const refusal = adminRoutes.includes(tried) ? '403 Insufficient permissions' : '401 invalid permissions';
      for (const probe of allProbes(tried, world)) {
        const [, controller = '', ...rest] = probe.path.split('/');
        const paths = [
          `/${controller}//${rest.join('//')}`,
          `/${controller.toUpperCase()}/${rest.join('/')}`,
          `${probe.path}?app_id=main`,
        ];
        for (const path of [probe.path, ...paths])
          expect((await send(client, { ...probe, path })).summary, path).to.equal(refusal);
      }
      expect(await world.dump()).to.deep.equal(before);
    });
  }

  it('writes nothing with another method, or with a method in a header or parameter', async () => {
    const before = await world.dump();
    const { client } = world.server;
    const target = `/api/read/subnets/${world.target.subnet}/`;
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST'])
      expect((await client.raw({ method, target: `/1.5${target}`, headers })).summary).to.equal('401 invalid permissions');
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
        await client.raw({ method, target, headers: { ...headers, [name]: 'DELETE' } });
      await client.raw({ method, target: `${target}?_method=DELETE&method=DELETE`, headers });
    }
    const encrypting = new EncryptingClient(client, 'crypt-read', code);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await encrypting.send(method, 'subnets', { id: world.target.subnet })).summary).to.equal('401 invalid permissions');
    expect(await world.dump()).to.deep.equal(before);
  });

  it('writes nothing through reads, except the last-seen time through a ping', async () => {
    const before = await world.dump();
    const reads = everyRoute.filter(({ route }) => route.method === 'GET');
    for (const tried of reads.filter(({ route }) => !route.path.includes('/ping')))
      for (const probe of allProbes(tried, world)) await send(world.server.client, probe);
    expect(await world.dump()).to.deep.equal(before);
  });
});

describe('An unknown controller', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const names = [
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
    ...['..', '.', '%2e%2e', '..%2f..%2fetc%2fpasswd', '..%5c..%5cwindows', '%2fetc%2fpasswd', '../../package.json'],
    ...['sections.js', 'sections.php', './sections', 'controllers', 'common', 'responses', 'index', 'file:%2f%2f%2fetc%2fpasswd'],
    ...['node:fs', 'sections%00', 'sections%20', '%73ections.', 'user%2fall', '0', '-1', 'null', 'undefined'],
  ];
  for (const name of names) {
    it(`is refused with the name ${name}`, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'PATCH', 'DELETE']) {
        for (const target of [`/${name}/`, `/${name}/1/`]) {
          const answer = await server.client.send({ method, target });
          expect([400, 404], `${method} ${target}: ${answer.text}`).to.include(answer.status);
          expect(answer.envelope).to.include({ success: false }).and.not.have.any.keys('data', 'id');
        }
      }
    });

    it(`is refused with the name ${name} below tools, and as a parameter`, async () => {
      for (const target of [`/tools/${name}/`, `/tools/${name}/1/`])
        expect((await server.client.get(target)).status).to.equal(400);
      const answer = await server.client.raw({ method: 'GET', target: `/api/?app_id=main&controller=${name}` });
      expect([400, 401, 404]).to.include(answer.status);
    });
  }

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});

describe('A name of a built-in property of objects', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '..', '%2e%2e'];
  let server: ApiServer;
  let section: number;
  let subnet: number;
  before(async () => {
    server = await ApiServer.start();
    section = (await server.client.post('/sections/', { name: 'Section' })).id;
    subnet = (await server.client.post('/subnets/', { sectionId: section, subnet: '10.0.0.0', mask: 24 })).id;
  });
  after(() => server.close());

  const controllers = [
    'sections',
    'subnets',
    'folders',
    'addresses',
    'vlan',
    'l2domains',
    'vrf',
    'devices',
    'tools/tags',
    'prefix',
  ];
  for (const name of names) {
    it(`is refused as an id and as part of a path: ${name}`, async () => {
      for (const controller of controllers) {
        for (const path of [`/${controller}/${name}/`, `/${controller}/99/${name}/`, `/${controller}/99/${name}/${name}/`]) {
          for (const method of ['GET', 'PATCH', 'DELETE']) {
            const answer = await server.client.send({ method, target: path });
            expect(answer.status, `${method} ${path}: ${answer.text}`).to.be.lessThan(502).and.not.equal(500);
          }
        }
      }
    });

    it(`is refused as a field of writes and filters, and ignored as an order: ${name}`, async () => {
      const plain = decodeURIComponent(name);
      const headers = { 'Content-Type': 'application/json' };
      const body = `{"name":"Other",${JSON.stringify(plain)}:"x"}`;
      const written = await server.client.send({ method: 'POST', target: '/sections/', headers, body });
      expect(written.summary).to.equal(`400 Invalid request key ${plain}`);
      const inQuery = await server.client.send({ method: 'PATCH', target: `/subnets/${subnet}/?${name}=x&${name}[${name}]=y` });
      expect(inQuery.summary).to.equal(`400 Invalid request key ${plain}`);
      for (const match of ['full', 'partial', 'regex', name]) {
        const target = `/sections/?filter_by=${name}&filter_value=${name}&filter_match=${match}`;
        expect((await server.client.get(target)).status, target).to.equal(400);
      }
      const ordered = await server.client.patch(`/sections/${section}/`, { subnetOrdering: plain });
      expect([200, 400]).to.include(ordered.status);
      const listed = await server.client.get(`/sections/${section}/subnets/?order_by=${name}&order=${name}&links=${name}`);
      expect(listed.records).to.have.length(1);
    });
  }

  it('changes no prototype and no record', async () => {
    expect(Object.keys({})).to.deep.equal([]);
    expect(({} as Record<string, unknown>).x).to.equal(undefined);
    expect((await server.client.get('/sections/')).records).to.have.length(1);
    expect(server.complaints).to.deep.equal([]);
  });
});

describe('The headers of an answer', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const expected = {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
  const requests = {
    'a list': { method: 'GET', target: '/api/main/tools/tags/' },
    'a refusal': { method: 'GET', target: '/api/main/nothing/' },
    'a path outside the API': { method: 'GET', target: '/index.html' },
    XML: { method: 'GET', target: '/api/main/sections/', headers: { 'Content-Type': 'application/xml' } },
    'oversized headers': { method: 'GET', target: '/api/main/sections/', headers: { filling: 'x'.repeat(40_000) } },
  };
  for (const [description, request] of Object.entries(requests)) {
    it(`prevent caching, framing and type guessing of ${description}, and do not name the server`, async () => {
      const { headers } = await server.client.raw({
        ...request,
        headers: { ...('headers' in request ? request.headers : {}), token: String(server.client.token) },
      });
      expect(headers).to.include(expected);
      expect(headers).not.to.have.any.keys('server', 'x-powered-by', 'set-cookie');
    });
  }
});
