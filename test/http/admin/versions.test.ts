import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { adminBodies } from '../support/admin-bodies.js';
import { adminRoutes, allProbes } from '../support/permission-routes.js';
import { PermissionWorld } from '../support/permission-world.js';

const withMatch = (client: ApiClient, method: string, target: string, tag: string, body: object = {}): Promise<Answer> =>
  client.send({
    method,
    target,
    headers: { 'Content-Type': 'application/json', 'If-Match': tag },
    body: JSON.stringify(body),
  });

const directory = { name: 'made', type: 'ldap', 'ldap.urls': ['ldaps://directory.example'], 'ldap.userBase': 'dc=example' };

describe('If-Match on administered records', () => {
  let server: ApiServer;
  let admin: ApiClient;
  beforeEach(async () => {
    server = await ApiServer.start();
    admin = server.client;
    await admin.post('/sections/', { name: 'Office', permissions: '{"3":"1"}' });
    await admin.post('/admin/webhooks/', { name: 'made', url: 'https://hooks.example/ipam' });
    await admin.post('/admin/roles/', { name: 'made' });
    await admin.post('/admin/sign_in_providers/', directory);
    await admin.post('/admin/custom_fields/', { on: 'subnets', name: 'owner', type: 'varchar(20)' });
  });
  afterEach(() => server.close());

  const tagOf = async (target: string): Promise<string> => String((await admin.get(`${target}?etag=1`)).headers.etag);

  const recordChanges: readonly (readonly [path: string, change: object])[] = [
    ['/admin/users/guest/', { email: 'guest@x.example' }],
    ['/admin/groups/Guests/', { description: 'others' }],
    ['/admin/apps/read/', { comment: 'others' }],
    ['/admin/custom_fields/subnets/owner/', { comment: 'others' }],
    ['/admin/webhooks/made/', { comment: 'others' }],
    ['/admin/sign_in_providers/made/', { comment: 'others' }],
    ['/admin/roles/made/', { description: 'others' }],
    ['/admin/settings/', { vlanMax: 99 }],
  ];
  for (const [path, change] of recordChanges)
    it(`for ${path} accepts the current version, and returns 412 for an older one`, async () => {
      const tag = await tagOf(path);
      expect(tag).to.match(/^"[\w-]{22}-[\w-]{22}"$/);
      expect((await admin.send({ method: 'GET', target: path, headers: { 'If-None-Match': tag } })).status).to.equal(304);
      expect((await withMatch(admin, 'PATCH', path, tag, change)).status).to.equal(200);
      const before = (await admin.get(path)).record;
      expect((await withMatch(admin, 'PATCH', path, tag, change)).status).to.equal(412);
      if (path !== '/admin/settings/') expect((await withMatch(admin, 'DELETE', path, tag)).status).to.equal(412);
      expect((await admin.get(path)).record).to.deep.equal(before);
      const now = await tagOf(path);
      expect(now).not.to.equal(tag);
      if (path === '/admin/settings/') expect((await withMatch(admin, 'PATCH', path, now, { vlanMax: 98 })).status).to.equal(200);
      else expect((await withMatch(admin, 'DELETE', path, now)).status).to.equal(200);
    });

  it('uses a version that a sign-in does not change and a recreated user does not have', async () => {
    const tag = await tagOf('/admin/users/guest/');
    await server.signIn('guest', 'main');
    expect((await withMatch(admin, 'PATCH', '/admin/users/guest/', tag, { realName: 'Gu Est' })).status).to.equal(200);
    const again = await tagOf('/admin/users/guest/');
    const { id: _id, lastLogin: _login, editDate: _edit, ...record } = (await admin.get('/admin/users/guest/')).record;
    await admin.delete('/admin/users/guest/');
    expect((await admin.post('/admin/users/', { ...record, password: 'another secret' })).status).to.equal(201);
    expect((await withMatch(admin, 'DELETE', '/admin/users/guest/', again)).status).to.equal(412);
  });

  it('accepts one of three simultaneous changes, and returns 412 for the others', async () => {
    const tag = await tagOf('/admin/groups/Guests/');
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((description) => withMatch(admin, 'PATCH', '/admin/groups/Guests/', tag, { description })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412]);
  });

  it('accepts the version of a section for its permissions', async () => {
    const tag = await tagOf('/sections/1/');
    const set = () => withMatch(admin, 'PATCH', '/admin/permissions/sections/1/', tag, { group: 'Operators', level: 2 });
    expect((await set()).status).to.equal(200);
    expect((await set()).status).to.equal(412);
  });
});

describe('A wrong If-Match below /admin/', () => {
  let world: PermissionWorld;
  before(async () => {
    world = await PermissionWorld.start({ section: 3, subnet: 3 });
    await world.server.client.post('/admin/webhooks/', { name: 'made', url: 'https://hooks.example/ipam' });
    await world.server.client.post('/admin/roles/', { name: 'made' });
    await world.server.client.post('/admin/service_accounts/', { name: 'ansible' });
    await world.server.client.post('/admin/sign_in_providers/', directory);
  });
  after(() => world.close());

  it('returns 412 on routes of one record and 400 on all others', async () => {
    expect(Object.keys(adminBodies)).to.have.length.above(40);
    const refused = new Map<string, number>();
    for (const tried of adminRoutes.filter(({ route: { method } }) => method !== 'GET'))
      for (const { method, path, body } of allProbes(tried, world)) {
        const { status } = await withMatch(world.server.client, method, path, '"another-one"', body);
        refused.set(tried.title, status);
      }
    const versioned = adminRoutes.filter(({ route: { isVersioned } }) => isVersioned).map(({ title }) => title);
    expect(versioned).to.have.length(19);
    for (const [title, status] of refused) expect(status, title).to.equal(versioned.includes(title) ? 412 : 400);
  });
});
