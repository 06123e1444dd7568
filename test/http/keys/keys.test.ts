import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

let now = new Date('2026-11-25T12:00:00Z');
const clock = { now: () => now };
const day = 86_400_000;

describe('Keys', () => {
  let server: ApiServer;
  let admin: ApiClient;
  let operator: ApiClient;
  before(async () => {
    server = await ApiServer.start({
      clock,
      provision: {
        apps: [
          { id: 'main', permission: 'admin', security: 'none', showLinks: false },
          { id: 'write', permission: 'write', security: 'none', showLinks: false },
          { id: 'read', permission: 'read', security: 'none', showLinks: false },
          { id: 'tls', permission: 'write', security: 'ssl', showLinks: false },
          { id: 'static', permission: 'write', security: 'static', code: 'c'.repeat(32), showLinks: false },
        ],
      },
    });
    admin = server.client;
    operator = await server.signIn('operator', 'main');
    await admin.post('/admin/service_accounts/', { name: 'ansible', groups: ['Operators'], inventory: 'write' });
  });
  after(() => server.close());

  const keyOf = (answer: Answer): string => String(answer.record.key);
  const bearer = (client: ApiClient, key: string, target = '/sections/', method = 'GET'): Promise<Answer> =>
    client.send({ method, target, headers: { authorization: `Bearer ${key}` } });

  describe('of service accounts', () => {
    it('end when their owner becomes a user of a sign-in provider', async () => {
      const directory = { type: 'ldap', label: 'Staff', 'ldap.urls': ['ldaps://ldap.example'], 'ldap.userBase': 'dc=example' };
      const provider = await server.client.post('/admin/sign_in_providers/', { name: 'staff', ...directory });
      expect(provider.status, provider.text).to.equal(201);
      await server.client.post('/admin/users/', { username: 'planted', password: 'a planted password' });
      const planted = await server.unauthenticated('main').send({
        ...{ method: 'POST', target: '/user/' },
        headers: { authorization: `Basic ${Buffer.from('planted:a planted password').toString('base64')}` },
      });
      const made = await server
        .unauthenticated('main')
        .with({ token: String(planted.record.token) })
        .post('/keys/', { name: 'later', scopes: ['*:write'] });
      expect(made.status).to.equal(201);
      expect((await server.client.patch('/admin/users/planted/', { provider: 'staff' })).summary).to.equal('200');
      const key = server.unauthenticated('main').with({ token: String(made.record.key) });
      expect((await key.get('/sections/')).status).to.equal(401);
      expect((await server.client.get('/admin/history/')).text).to.include('planted later');
    });

    it('are refused when the name is not a text', async () => {
      for (const name of [{}, [], { a: 1 }, true])
        for (const target of ['/keys/', '/admin/keys/'])
          expect((await server.client.post(target, { name, user: 'Admin', scopes: ['*:read'] })).status, target).to.be.within(
            400,
            404,
          );
    });

    it('are created by administrators, returned once, and listed without the key', async () => {
      expect((await admin.post('/admin/keys/', { name: 'playbooks', scopes: ['*:read'] })).summary).to.match(
        /^400 key playbooks "user": is missing/,
      );
      const made = await admin.post('/admin/keys/', { user: 'ansible', name: 'playbooks', scopes: ['*:read', 'allocate'] });
      expect(made.summary).to.equal('201');
      expect(keyOf(made)).to.match(/^hxp_[\w-]{32}[0-9a-z]{7}$/);
      expect(made.headers.location).to.equal(`/api/main/admin/keys/${made.record.id}/`);
      const [listed] = (await admin.get('/admin/keys/?user=ansible')).records;
      expect(listed).to.deep.equal({
        ...{ id: made.record.id, user: 'ansible', name: 'playbooks', scopes: ['*:read', 'allocate'] },
        ...{ sections: [], subnets: [], networks: [], days: '90' },
        ...{ 'limits.requestsPerMinute': null, 'limits.allocationsPerMinute': null },
        ...{ created: '2026-11-25T12:00:00Z', expires: '2027-02-23T12:00:00Z', lastUsed: null },
      });
    });

    it('authenticate by Authorization: Bearer and by every header of access tokens', async () => {
      const key = keyOf(await admin.post('/admin/keys/', { user: 'ansible', name: 'proof', scopes: ['*:read'] }));
      const anonymous = server.unauthenticated('main');
      expect((await bearer(anonymous, key)).summary).to.equal('200');
      for (const header of ['token', 'phpipam-token', 'hexipam-token'])
        expect(
          (await anonymous.send({ method: 'GET', target: '/sections/', headers: { [header]: key } })).status,
          header,
        ).to.equal(200);
      expect((await bearer(anonymous, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).status).to.equal(401);
      expect((await bearer(anonymous, 'x'.repeat(24))).status).to.equal(401);
    });

    it('are accepted like user tokens, within the TLS requirement and permission of the application', async () => {
      const key = keyOf(await admin.post('/admin/keys/', { user: 'ansible', name: 'apps', scopes: ['*:write'] }));
      expect((await bearer(server.unauthenticated('read'), key)).status).to.equal(200);
      const written = await bearer(server.unauthenticated('read'), key, '/vlans/?name=x&number=7', 'POST');
      expect(written.summary).to.equal('401 invalid permissions');
      expect((await bearer(server.unauthenticated('tls'), key)).status).to.equal(503);
      expect((await bearer(server.unauthenticated('static'), key)).status).to.equal(503);
    });

    it('belong to accounts that cannot sign in with a password and are not listed as users', async () => {
      const authorization = `Basic ${Buffer.from('ansible: ').toString('base64')}`;
      const answer = await server.unauthenticated('main').send({ method: 'POST', target: '/user/', headers: { authorization } });
      expect(answer.summary).to.equal('500 Invalid username or password');
      expect((await admin.get('/admin/users/')).records.map(({ username }) => username)).not.to.include('ansible');
      expect((await admin.send({ method: 'PATCH', target: '/admin/users/ansible/?password=correct-horse' })).summary).to.equal(
        '404 There is no user ansible',
      );
      expect((await admin.post('/admin/users/', { username: 'ansible', password: 'correct horse' })).summary).to.equal(
        '409 There is a user ansible already',
      );
    });

    it('are refused while the account is disabled, and end when it is deleted', async () => {
      await admin.post('/admin/service_accounts/', { name: 'gone', groups: ['Operators'] });
      const key = keyOf(await admin.post('/admin/keys/', { user: 'gone', name: 'k', scopes: ['*:read'] }));
      const anonymous = server.unauthenticated('main');
      await admin.patch('/admin/service_accounts/gone/', { disabled: true });
      expect((await bearer(anonymous, key)).status).to.equal(401);
      await admin.patch('/admin/service_accounts/gone/', { disabled: false });
      expect((await bearer(anonymous, key)).status).to.equal(200);
      expect((await admin.delete('/admin/service_accounts/gone/')).status).to.equal(200);
      expect((await bearer(anonymous, key)).status).to.equal(401);
    });

    it('are not created for users, because users create their own keys', async () => {
      const answer = await admin.post('/admin/keys/', { user: 'operator', name: 'k', scopes: ['*:read'] });
      expect(answer.summary).to.equal('400 key k "user": must be a service account: users create their own keys');
      expect((await admin.post('/admin/keys/', { user: 'nobody', name: 'k', scopes: ['*:read'] })).status).to.equal(404);
    });
  });

  describe('of a user', () => {
    it('are created, listed, used and revoked by the user', async () => {
      const made = await operator.post('/keys/', { name: 'laptop', scopes: ['*:read'], days: 30 });
      expect(made.summary).to.equal('201');
      expect(made.headers.location).to.equal(`/api/main/keys/${made.record.id}/`);
      const anonymous = server.unauthenticated('main');
      expect((await bearer(anonymous, keyOf(made), '/user/')).record).to.deep.equal({ expires: '2026-12-25 12:00:00' });
      expect((await bearer(anonymous, keyOf(made), '/user/', 'PATCH')).record).to.deep.equal({ expires: '2026-12-25 12:00:00' });
      expect((await operator.get('/keys/')).records.map(({ name }) => name)).to.include('laptop');
      expect((await admin.get('/keys/')).records).to.deep.equal([]);
      expect((await operator.delete(`/keys/${made.record.id}/`)).envelope.message).to.equal('Key revoked');
      expect((await bearer(anonymous, keyOf(made))).status).to.equal(401);
    });

    it('are not found by other users below /keys/, and not managed by a key', async () => {
      const made = await operator.post('/keys/', { name: 'own', scopes: ['*:write', 'feed', 'export'] });
      expect((await admin.delete(`/keys/${made.record.id}/`)).status).to.equal(404);
      const anonymous = server.unauthenticated('main');
      for (const [method, target] of [
        ['GET', '/keys/'],
        ['POST', '/keys/?name=x&scopes=*:read'],
        ['DELETE', `/keys/${made.record.id}/`],
        ['DELETE', '/user/'],
        ['GET', '/admin/keys/'],
        ['GET', '/user/all/'],
      ] as const)
        expect((await bearer(anonymous, keyOf(made), target, method)).summary, `${method} ${target}`).to.equal(
          '403 Insufficient permissions',
        );
      expect((await admin.delete(`/admin/keys/${made.record.id}/`)).status).to.equal(200);
    });

    it('are not created through an application that may read only', async () => {
      const reader = await server.signIn('operator', 'read');
      expect((await reader.post('/keys/', { name: 'k', scopes: ['*:read'] })).summary).to.equal('401 invalid permissions');
      const answer = await server.unauthenticated('static').send({
        method: 'GET',
        target: '/keys/',
        headers: { token: 'c'.repeat(32), 'x-forwarded-proto': 'https' },
      });
      expect(answer.status).to.equal(503);
    });

    for (const [title, input, problem] of [
      ['without a scope', { scopes: [] }, '"scopes": must contain at least one scope'],
      ['with an unknown scope', { scopes: ['root'] }, '"scopes": must contain only *:read, *:write, section:read,'],
      ['for more than a year', { scopes: ['feed'], days: 367 }, '"days": must be from 1 to 366'],
      ['without an expiry', { scopes: ['feed'], days: '' }, '"days": must be from 1 to 366'],
      ['with an invalid network', { scopes: ['feed'], networks: ['here'] }, '"networks": must be networks like 10.0.0.0/8'],
      [
        'for an unknown section',
        { scopes: ['feed'], sections: [987654] },
        '"sections": name a section that does not exist: 987654',
      ],
      ['for an unknown subnet', { scopes: ['feed'], subnets: [987654] }, '"subnets": name a subnet that does not exist: 987654'],
      ['with the scope admin in some sections', { scopes: ['admin'], sections: [1] }, '"scopes": cannot combine admin with'],
      [
        'with a limit of 0',
        { scopes: ['feed'], 'limits.requestsPerMinute': 0 },
        'key k.limits "requestsPerMinute": must be from 1',
      ],
      ['with an owner in the body', { scopes: ['feed'], user: 'Admin' }, '"user": is not known'],
    ] as const)
      it(`are not created ${title}`, async () => {
        const answer = await operator.post('/keys/', { name: 'k', ...input });
        expect(answer.status).to.equal(400);
        expect(answer.summary).to.include(problem);
      });

    it('are not created for a hidden section or subnet, with the answer for an unknown one', async () => {
      const section = Number((await admin.post('/sections/', { name: 'Hidden' })).id);
      const subnet = Number((await admin.post('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId: section })).id);
      const summaries = async (limits: object) => {
        const input = { name: 'hidden', scopes: ['feed'], ...limits };
        return [(await operator.post('/keys/', input)).summary, (await admin.post('/keys/', input)).summary];
      };
      expect(await summaries({ sections: [section] })).to.deep.equal([
        `400 key hidden "sections": name a section that does not exist: ${section}`,
        '201',
      ]);
      expect((await summaries({ subnets: [subnet] }))[0]).to.equal(
        `400 key hidden "subnets": name a subnet that does not exist: ${subnet}`,
      );
    });

    it('need not expire when the settings allow it', async () => {
      await admin.patch('/admin/settings/', { keyDays: '' });
      const made = await operator.post('/keys/', { name: 'forever', scopes: ['*:read'], days: '' });
      expect([made.status, made.record.expires, made.record.days]).to.deep.equal([201, null, null]);
      expect((await bearer(server.unauthenticated('main'), keyOf(made), '/user/')).record).to.deep.equal({ expires: null });
      await admin.patch('/admin/settings/', { keyDays: 366 });
      await operator.delete(`/keys/${made.record.id}/`);
    });
  });

  describe('that are changed', () => {
    it('get the new name, scopes, networks, limits and expiry at once, and stay the same key', async () => {
      const made = await operator.post('/keys/', { name: 'wide', scopes: ['*:read'], 'limits.requestsPerMinute': 600 });
      const target = `/keys/${made.record.id}/`;
      const anonymous = server.unauthenticated('main');
      expect((await bearer(anonymous, keyOf(made), '/tools/tags/')).status).to.equal(200);
      const changes = { name: 'narrow', scopes: ['section:read'], days: 10, 'limits.allocationsPerMinute': 5 };
      const changed = await operator.patch(target, changes);
      expect([changed.status, changed.envelope.message]).to.deep.equal([200, 'Key changed']);
      expect(changed.record).to.deep.include({
        ...{ id: made.record.id, name: 'narrow', scopes: ['section:read'], expires: '2026-12-05T12:00:00Z', days: '10' },
        ...{ 'limits.requestsPerMinute': '600', 'limits.allocationsPerMinute': '5' },
      });
      expect(JSON.stringify(changed)).not.to.include(keyOf(made));
      expect((await bearer(anonymous, keyOf(made), '/tools/tags/')).status).to.equal(403);
      expect((await bearer(anonymous, keyOf(made))).status).to.equal(200);
      expect((await operator.patch(target, { 'limits.requestsPerMinute': '' })).record['limits.requestsPerMinute']).to.equal(
        null,
      );
      expect((await operator.patch(target, { networks: ['192.0.2.0/24'] })).record.expires).to.equal('2026-12-05T12:00:00Z');
      expect((await bearer(anonymous, keyOf(made))).status).to.equal(401);
      const [last] = (await admin.get('/admin/history/')).records;
      expect(last).to.include({ action: 'edit', kind: 'key', name: 'operator narrow', by: 'Op Erator' });
    });

    it('are validated like new ones, and need a unique name', async () => {
      const made = await operator.post('/keys/', { name: 'one', scopes: ['*:read'] });
      await operator.post('/keys/', { name: 'two', scopes: ['*:read'] });
      const target = `/keys/${made.record.id}/`;
      expect((await operator.patch(target, { name: 'two' })).summary).to.equal('409 There is a key two already');
      for (const changes of [
        { scopes: [] },
        { scopes: ['root'] },
        { networks: ['here'] },
        { name: '' },
        { user: 'Admin' },
        { 'limits.requestsPerMinute': 0 },
      ])
        expect((await operator.patch(target, changes)).status, JSON.stringify(changes)).to.equal(400);
      expect((await operator.patch('/keys/000000000000/', { name: 'x' })).status).to.equal(404);
      expect((await admin.patch(target, { name: 'x' })).status).to.equal(404);
      const answer = await bearer(server.unauthenticated('main'), keyOf(made), `${target}?scopes=*:write`, 'PATCH');
      expect(answer.summary).to.equal('403 Insufficient permissions');
    });

    it('keep a deleted section, and accept no other unknown one', async () => {
      const section = Number((await admin.post('/sections/', { name: 'Leaving', permissions: '{"2":"1"}' })).id);
      const made = await operator.post('/keys/', { name: 'left', scopes: ['*:read'], sections: [section] });
      const target = `/keys/${made.record.id}/`;
      await admin.delete(`/sections/${section}/`);
      expect((await operator.patch(target, { scopes: ['feed'] })).record.sections).to.deep.equal([String(section)]);
      expect((await operator.patch(target, { sections: [section, section + 1] })).summary).to.equal(
        `400 key left "sections": name a section that does not exist: ${section + 1}`,
      );
    });

    it('of service accounts accept changes of administrators, those of users only changes of the user', async () => {
      const made = await admin.post('/admin/keys/', { user: 'ansible', name: 'edited', scopes: ['*:read'] });
      const changed = await admin.patch(`/admin/keys/${made.record.id}/`, { name: 'renamed' });
      expect(changed.record).to.include({ user: 'ansible', name: 'renamed' });
      const own = await operator.post('/keys/', { name: 'mine', scopes: ['*:read'] });
      expect((await admin.patch(`/admin/keys/${own.record.id}/`, { scopes: ['*:write'] })).status).to.equal(400);
      expect((await operator.patch(`/admin/keys/${made.record.id}/`, { name: 'x' })).status).to.equal(403);
    });
  });

  describe('over time', () => {
    afterEach(() => {
      now = new Date('2026-11-25T12:00:00Z');
    });

    it('expire', async () => {
      const key = keyOf(await operator.post('/keys/', { name: 'short', scopes: ['*:read'], days: 1 }));
      const anonymous = server.unauthenticated('main');
      expect((await bearer(anonymous, key)).status).to.equal(200);
      now = new Date(now.getTime() + day);
      expect((await bearer(anonymous, key)).status).to.equal(401);
      expect((await bearer(anonymous, key, '/user/')).summary).to.equal('403 Token expired');
    });

    it('return their expiry in a header two weeks before', async () => {
      const key = keyOf(await operator.post('/keys/', { name: 'month', scopes: ['*:read'], days: 30 }));
      const anonymous = server.unauthenticated('main');
      expect((await bearer(anonymous, key)).headers['hexipam-key-expires']).to.equal(undefined);
      now = new Date(now.getTime() + 16 * day);
      expect((await bearer(anonymous, key)).headers['hexipam-key-expires']).to.equal('2026-12-25T12:00:00Z');
    });

    it('store their last use at most once a minute', async () => {
      const made = await operator.post('/keys/', { name: 'noted', scopes: ['*:read'] });
      const lastUsed = async () => (await operator.get('/keys/')).records.find(({ id }) => id === made.record.id)?.lastUsed;
      const anonymous = server.unauthenticated('main');
      await bearer(anonymous, keyOf(made));
      expect(await lastUsed()).to.equal('2026-11-25T12:00:00Z');
      now = new Date(now.getTime() + 59_000);
      await bearer(anonymous, keyOf(made));
      expect(await lastUsed()).to.equal('2026-11-25T12:00:00Z');
      now = new Date(now.getTime() + 1000);
      await bearer(anonymous, keyOf(made));
      expect(await lastUsed()).to.equal('2026-11-25T12:01:00Z');
    });

    it('are rotated: the old key works for the given days, and only two keys share a name', async () => {
      const old = await operator.post('/keys/', { name: 'turning', scopes: ['*:read'], networks: ['127.0.0.0/8'] });
      expect((await operator.post('/keys/', { name: 'turning', scopes: ['*:read'] })).summary).to.equal(
        '409 There is a key turning already',
      );
      const made = await operator.post(`/keys/${old.record.id}/rotate/`, { keepDays: 2 });
      expect(made.status).to.equal(201);
      expect(made.record).to.include({ name: 'turning' });
      expect(made.record.networks).to.deep.equal(['127.0.0.0/8']);
      const anonymous = server.unauthenticated('main');
      for (const key of [old, made].map(keyOf)) expect((await bearer(anonymous, key)).status).to.equal(200);
      expect((await operator.post(`/keys/${made.record.id}/rotate/`, {})).summary).to.equal(
        '400 key turning: is already being rotated: revoke one of the two keys first',
      );
      now = new Date(now.getTime() + 2 * day);
      const again = await server.signIn('operator', 'main');
      expect((await bearer(anonymous, keyOf(old))).status).to.equal(401);
      expect((await bearer(anonymous, keyOf(made))).status).to.equal(200);
      expect((await again.post(`/keys/${made.record.id}/rotate/`, { keepDays: 0 })).status).to.equal(201);
      expect((await bearer(anonymous, keyOf(made))).status).to.equal(401);
    });

    it('expire after the days of the rotation, which cannot be prolonged', async () => {
      const owner = await server.signIn('operator', 'main');
      const old = await owner.post('/keys/', { name: 'replaced', scopes: ['*:read'] });
      now = new Date(now.getTime() + 1000);
      await owner.post(`/keys/${old.record.id}/rotate/`, { keepDays: 2 });
      const target = `/keys/${old.record.id}/`;
      const expiry = async () => (await owner.get('/keys/')).records.find(({ id }) => id === old.record.id)?.expires;
      expect(await expiry()).to.equal('2026-11-27T12:00:01Z');
      expect((await owner.patch(target, { days: 3 })).summary).to.equal(
        '400 key replaced "days": must not extend the lifetime of a replaced key',
      );
      expect((await owner.patch(target, { networks: ['127.0.0.0/8'] })).status).to.equal(200);
      expect(await expiry()).to.equal('2026-11-27T12:00:01Z');
      expect((await owner.patch(target, { days: 1 })).status).to.equal(200);
      expect(await expiry()).to.equal('2026-11-26T12:00:01Z');
    });

    it('expire at their own time when this is before the end of the rotation', async () => {
      const owner = await server.signIn('operator', 'main');
      const old = await owner.post('/keys/', { name: 'ending', scopes: ['*:read'], days: 1 });
      await owner.post(`/keys/${old.record.id}/rotate/`, { keepDays: 7 });
      const ofName = (await owner.get('/keys/')).records.filter(({ name }) => name === 'ending');
      expect(ofName.map(({ expires }) => expires).sort()).to.deep.equal(['2026-11-26T12:00:00Z', '2027-02-23T12:00:00Z']);
    });

    it('are rotated once by simultaneous rotations', async () => {
      const owner = await server.signIn('operator', 'main');
      const old = await owner.post('/keys/', { name: 'twice', scopes: ['*:read'] });
      const answers = await Promise.all([1, 2, 3].map(() => owner.post(`/keys/${old.record.id}/rotate/`, {})));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400]);
      expect((await owner.get('/keys/')).records.filter(({ name }) => name === 'twice')).to.have.length(2);
    });

    it('expire at most 366 days after their creation, and stay expired', async () => {
      const first = await server.signIn('operator', 'main');
      const made = await first.post('/keys/', { name: 'late', scopes: ['*:read'], days: 30 });
      now = new Date(now.getTime() + 20 * day);
      const again = await server.signIn('operator', 'main');
      const target = `/keys/${made.record.id}/`;
      expect((await again.patch(target, { days: 347 })).summary).to.equal(
        '400 key late "days": must end at most 366 days after the key was created: rotate the key',
      );
      expect((await again.patch(target, { days: 346 })).status).to.equal(200);
      expect((await again.patch(target, { days: '' })).summary).to.equal('400 key late "days": must be from 1 to 366');
      expect((await again.patch(target, { days: 1 })).status).to.equal(200);
      now = new Date(now.getTime() + day);
      const later = await server.signIn('operator', 'main');
      expect((await later.patch(target, { days: 5 })).summary).to.equal('400 key late: has expired: create a new key');
    });
  });

  it('get their permissions from OPTIONS', async () => {
    const key = keyOf(await operator.post('/keys/', { name: 'options', scopes: ['subnet:read', 'address:write'] }));
    const of = async (app: string) => (await bearer(server.unauthenticated(app), key, '/', 'OPTIONS')).record;
    const { permissions, controllers } = await of('main');
    expect(permissions).to.equal('Read / Write');
    expect((controllers as { rel: string }[]).map(({ rel }) => rel)).to.deep.equal(['subnets', 'folders', 'addresses', 'tools']);
    expect((await of('read')).permissions).to.equal('Read');
  });

  it('search and export only records that they may read', async () => {
    const make = async (...given: string[]) => keyOf(await operator.post('/keys/', { name: given.join(), scopes: given }));
    const [subnets, exporting] = [await make('subnet:read'), await make('export', 'vlan:read')];
    const anonymous = server.unauthenticated('main');
    const found = (await bearer(anonymous, subnets, '/search/10.0.0.0/?vlan=1&vrf=1&kinds=1')).record;
    expect(found.search_filter).to.deep.equal({ subnets: '1', addresses: '0', vlan: '0', vrf: '0' });
    expect(found.kinds).to.deep.equal({});
    expect((await bearer(anonymous, subnets, '/rows/subnet/')).status).to.equal(403);
    expect((await bearer(anonymous, exporting, '/rows/vlan/')).status).to.equal(200);
    for (const [method, target] of [
      ['GET', '/rows/subnet/'],
      ['GET', '/rows/subnet/columns/'],
      ['POST', '/rows/vlan/?columns=number'],
    ] as const)
      expect((await bearer(anonymous, exporting, target, method)).status, `${method} ${target}`).to.be.oneOf([400, 403]);
  });

  it('are accepted only from their networks', async () => {
    const make = (name: string, networks: string[]) => operator.post('/keys/', { name, scopes: ['*:read'], networks });
    const anonymous = server.unauthenticated('main');
    expect((await bearer(anonymous, keyOf(await make('near', ['127.0.0.0/8'])))).status).to.equal(200);
    expect((await bearer(anonymous, keyOf(await make('far', ['192.0.2.0/24', '2001:db8::/32'])))).status).to.equal(401);
  });

  it('appear in the history with user and client address of each change, never with the key', async () => {
    const made = await operator.post('/keys/', { name: 'told', scopes: ['address:read'] });
    const next = await operator.post(`/keys/${made.record.id}/rotate/`, {});
    await operator.delete(`/keys/${next.record.id}/`);
    const history = (await admin.get('/admin/history/')).records.slice(0, 4);
    expect(history.map(({ action, kind, name, by, clientAddress }) => [action, kind, name, by, clientAddress])).to.deep.equal([
      ['delete', 'key', 'operator told', 'Op Erator', '127.0.0.1'],
      ['add', 'key', 'operator told', 'Op Erator', '127.0.0.1'],
      ['rotate', 'key', 'operator told', 'Op Erator', '127.0.0.1'],
      ['add', 'key', 'operator told', 'Op Erator', '127.0.0.1'],
    ]);
    const text = JSON.stringify(await admin.get('/changes/?limit=1000&kind=key'));
    for (const key of [made, next].map(keyOf)) expect(text).not.to.include(key);
    expect(text).to.include(String(next.record.id));
  });
});
