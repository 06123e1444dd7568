import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import type { Probe } from '../support/permission-probes.js';
import { adminRoutes, allProbes, routeTable, type Tried } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

describe('The permission matrix of administration', () => {
  let world: PermissionWorld;
  /** Callers without permission: all kinds except administrators on an application with permission admin. */
  const others = new Map<string, ApiClient>();
  let unauthenticated: ApiClient;
  let administrators: ApiClient[];

  before(async () => {
    world = await PermissionWorld.start({ section: 3, subnet: 3 });
    const { server } = world;
    const code = 'c'.repeat(32);
    const coded = (id: string, permission: string) => ({ id, permission, security: 'static', code: code.slice(1) + id.at(-1) });
    await server.provision({
      apps: [coded('code-admin', 'admin'), coded('code-write', 'write'), coded('code-read', 'read')],
      users: [{ username: 'writer', password: 'pw', groups: ['Operators'], inventory: 'write' }],
    });
    const withCode = (app: string) => server.unauthenticated(app).with({ token: code.slice(1) + app.at(-1) });
    others.set('a user on an application that may administer', await server.signIn('operator', 'main'));
    others.set('a guest there', await server.signIn('guest', 'main'));
    others.set('an administrator on an application that may write', await server.signIn('Admin', 'write'));
    others.set('an administrator on an application that may read', await server.signIn('Admin', 'read'));
    others.set('an application with a code that may write', withCode('code-write'));
    others.set('an application with a code that may read', withCode('code-read'));
    unauthenticated = server.unauthenticated('main');
    administrators = [server.client, withCode('code-admin')];
  });
  after(() => world.close());

  it('has one probe for every route, and the route table maps it to that route', () => {
    expect(adminRoutes).to.have.length.above(35);
    for (const tried of adminRoutes) {
      const probes = allProbes(tried, world);
      expect(probes, tried.title).to.have.length(1);
      for (const { method, path } of probes) {
        const [, , ...ids] = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
        expect(routeTable.find(tried.controller, method, ids).route, tried.title).to.equal(tried.route);
      }
    }
  });

  for (const tried of adminRoutes) {
    it(`${tried.title} refuses all callers except administrators`, async () => {
      for (const probe of allProbes(tried, world)) {
        for (const [caller, client] of others) {
          const answer = await sendOverTls(client, probe);
          expect(answer.summary, caller).to.equal('403 Insufficient permissions');
        }
        expect((await sendOverTls(unauthenticated, probe)).status, 'a stranger').to.equal(401);
        expect((await sendOverTls(unauthenticated.with({ token: 'x'.repeat(24) }), probe)).status, 'a wrong token').to.equal(401);
      }
    });

    it(`${tried.title} serves administrators`, async () => {
      for (const probe of allProbes(tried, world))
        for (const client of administrators) {
          const { status, text } = await sendOverTls(client, { ...probe, body: { ...probe.body, ...trial(tried) } });
          if (probe.counts === 'nobody') expect([200, 201, 404, 409], text).to.include(status);
          else expect([200, 201], text).to.include(status);
        }
    });
  }

  it('returns 403 to users also when user permissions are not enforced', async () => {
    const { server } = world;
    await server.provision({ settings: { enforceUserPermissions: false } });
    const user = await server.signIn('operator', 'main');
    expect((await user.get('/sections/')).status).to.equal(200);
    for (const tried of adminRoutes)
      for (const probe of allProbes(tried, world))
        expect((await sendOverTls(user, probe)).summary, tried.title).to.equal('403 Insufficient permissions');
    await server.provision({ settings: { enforceUserPermissions: true } });
  });
});

/** The service accepts application codes over TLS only. The trusted proxy reports TLS with X-Forwarded-Proto. */
const sendOverTls = (client: ApiClient, { method, path, body }: Probe): Promise<Answer> =>
  client.send({
    method,
    target: path,
    headers: { 'X-Forwarded-Proto': 'https', ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });

/** Makes writes dry runs, so that later requests still find their objects. */
const trial = ({ route }: Tried): object => (route.method === 'GET' || route.access === 'attempt' ? {} : { dry_run: 1 });
