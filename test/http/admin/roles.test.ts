import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const password = 'correct horse battery';

describe('/admin/roles/', () => {
  let server: ApiServer;
  let admin: ApiClient;
  beforeEach(async () => {
    server = await ApiServer.start();
    await server.provision({
      apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false, showLinks: false }],
    });
    admin = server.on('native');
  });
  afterEach(() => server.close());

  const signIn = async (username: string): Promise<ApiClient> => {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const { record } = await server
      .unauthenticated('native')
      .send({ method: 'POST', target: '/user/', headers: { authorization } });
    return server.unauthenticated('native').with({ token: String(record.token) });
  };
  const add = async (username: string, given: object): Promise<ApiClient> => {
    expect((await admin.post('/admin/users/', { username, password, ...given })).summary).to.equal('201');
    return signIn(username);
  };
  const levelsOf = async (client: ApiClient) =>
    Object.fromEntries(
      ((await client.get('/user/rights/')).record.levels as unknown as { kind: string; level: string }[]).map(
        ({ kind, level }) => [kind, level],
      ),
    );

  it('adds a role that applies to users of a group at once, changes it, and removes it from the group on deletion', async () => {
    const made = await admin.post('/admin/roles/', { name: 'Stock', levels: ['rack:write', 'device:read'], rights: ['secrets'] });
    expect(made.status).to.equal(201);
    expect(made.record).to.deep.equal({
      ...{ name: 'Stock', description: '', inventory: 'none', levels: ['rack:write', 'device:read'] },
      ...{ rights: ['secrets'], builtIn: 0 },
    });
    expect((await admin.patch('/admin/groups/Guests/', { roles: ['stock'] })).record.roles).to.deep.equal(['Stock']);
    const anna = await add('anna', { inventory: 'none', groups: ['Guests'], roles: ['Viewer'], levels: ['vlan:write'] });
    expect(await levelsOf(anna)).to.include({ rack: 'write', device: 'read', vlan: 'write', vrf: 'read' });
    expect((await admin.patch('/admin/roles/stock/', { levels: ['device:write'] })).status).to.equal(200);
    expect(await levelsOf(anna)).to.include({ rack: 'read', device: 'write' });
    expect((await admin.delete('/admin/roles/Stock/')).summary).to.equal('200');
    expect((await admin.get('/admin/groups/Guests/')).record.roles).to.deep.equal([]);
    expect(await levelsOf(anna)).to.include({ device: 'read' });
    const history = (await admin.get('/admin/history/')).records.filter(({ kind }) => kind === 'role');
    expect(history.map(({ action }) => action)).to.deep.equal(['delete', 'edit', 'add']);
  });

  it('lists the built-in roles first, and refuses changes of them and invalid roles', async () => {
    await admin.post('/admin/roles/', { name: 'Another' });
    const names = (await admin.get('/admin/roles/')).records.map(({ name }) => name);
    expect(names).to.deep.equal(['Viewer', 'Operator', 'Allocator', 'Auditor', 'Administrator', 'Another']);
    const refusals: readonly (readonly [answer: Promise<{ readonly summary: string }>, text: string])[] = [
      [admin.patch('/admin/roles/viewer/', { inventory: 'write' }), '400 role Viewer: is built in and cannot be changed'],
      [admin.delete('/admin/roles/Administrator/'), '400 role Administrator: is built in and cannot be changed'],
      [admin.post('/admin/roles/', { name: 'operator' }), '400 role operator "name": is the name of a built-in role'],
      [admin.post('/admin/roles/', { name: 'User' }), '400 role User "name": is the name of a built-in role'],
      [admin.post('/admin/roles/', { name: 'another' }), '409 There is a role another already'],
      [admin.patch('/admin/roles/none/', { inventory: 'read' }), '404 There is no role none'],
      [
        admin.post('/admin/roles/', { name: 'x', rights: ['root'] }),
        '400 role x "rights": contain "root"; known are secrets, history, users',
      ],
      [
        admin.patch('/admin/groups/Guests/', { roles: ['nope'] }),
        '400 group Guests "roles": name a role that does not exist: nope',
      ],
      [
        admin.patch('/admin/users/guest/', { roles: ['Administrator'] }),
        '400 user guest "roles": must not list Administrator: set "role" to it',
      ],
      [
        admin.patch('/admin/users/guest/', { levels: ['vlan:read', 'vlan:write'] }),
        '400 user guest "levels": contain the kind vlan more than once',
      ],
    ];
    for (const [answer, text] of refusals) expect((await answer).summary).to.equal(text);
    expect((await admin.post('/admin/roles/', { name: 'x', levels: ['subnet:read'] })).summary).to.match(
      /^400 role x "levels": contain "subnet:read"; known are/,
    );
  });

  it('makes users of a group with the role Administrator administrators, but lists them with their own role', async () => {
    await admin.post('/admin/groups/', { name: 'Root', roles: ['Administrator'] });
    const anna = await add('anna', { groups: ['Root'] });
    expect((await anna.get('/admin/settings/')).status).to.equal(200);
    expect((await anna.post('/sections/', { name: 'At the top' })).status).to.equal(201);
    const users = (await admin.get('/user/all/')).records;
    expect(users.find(({ username }) => username === 'anna')).to.include({ role: 'User' });
    expect((await admin.patch('/admin/groups/Root/', { roles: [] })).status).to.equal(200);
    expect((await anna.get('/admin/settings/')).status).to.equal(403);
  });

  it('lets users with the right "users" manage only users and groups without rights beyond their own', async () => {
    await admin.post('/admin/roles/', { name: 'Helpdesk', inventory: 'read', rights: ['users'] });
    const desk = await add('desk', { roles: ['Helpdesk'] });
    const denied = '403 Insufficient permissions';
    const made = await desk.post('/admin/users/', { username: 'new', password, inventory: 'read', groups: ['Guests'] });
    expect(made.status).to.equal(201);
    expect((await desk.patch('/admin/users/new/', { roles: ['Helpdesk'], disabled: 1 })).status).to.equal(200);
    expect((await desk.post('/admin/groups/', { name: 'Some', roles: ['Viewer'] })).status).to.equal(201);
    expect((await desk.get('/admin/roles/')).status).to.equal(200);
    await admin.post('/admin/groups/', { name: 'Root', roles: ['Administrator'] });
    await admin.post('/admin/groups/', { name: 'NOC', roles: ['Operator'] });
    await add('writer', { inventory: 'write' });
    const stored = async () => [(await admin.get('/admin/users/')).records, (await admin.get('/admin/groups/')).records];
    const before = await stored();
    for (const answer of [
      desk.post('/admin/users/', { username: 'x', password, role: 'Administrator' }),
      desk.post('/admin/users/', { username: 'x', password, inventory: 'write' }),
      desk.post('/admin/users/', { username: 'x', password, roles: ['Auditor'] }),
      desk.post('/admin/users/', { username: 'x', password, groups: ['Root'] }),
      desk.patch('/admin/users/desk/', { inventory: 'write' }),
      desk.patch('/admin/users/desk/', { levels: ['vlan:write'] }),
      desk.patch('/admin/users/desk/', { groups: ['NOC'] }),
      desk.patch('/admin/users/Admin/', { password: 'another long password' }),
      desk.patch('/admin/users/writer/', { password: 'another long password' }),
      desk.delete('/admin/users/Admin/'),
      desk.delete('/admin/users/writer/'),
      desk.patch('/admin/groups/Guests/', { roles: ['Operator'] }),
      desk.patch('/admin/groups/Root/', { roles: [] }),
      desk.delete('/admin/groups/NOC/'),
      desk.post('/admin/groups/', { name: 'x', roles: ['Administrator'] }),
      desk.post('/admin/roles/', { name: 'x' }),
      desk.patch('/admin/roles/Helpdesk/', { rights: ['history'] }),
      desk.get('/admin/settings/'),
      desk.get('/admin/history/'),
      desk.get('/admin/service_accounts/'),
      desk.get('/admin/keys/'),
      desk.delete('/admin/users/Admin/tokens/'),
    ])
      expect((await answer).summary).to.equal(denied);
    expect(await stored()).to.deep.equal(before);
  });

  it('lets users with the right "history" read the whole change log', async () => {
    const auditor = await add('auditor', { roles: ['Auditor'] });
    await admin.post('/sections/', { name: 'Hidden' });
    expect((await auditor.get('/sections/')).text).not.to.include('Hidden');
    const { changes } = (await auditor.get('/changes/?before=now&limit=100')).record as unknown as {
      changes: { kind: string }[];
    };
    expect(changes.map(({ kind }) => kind)).to.include.members(['user', 'section']);
    expect((await auditor.get('/admin/history/')).status).to.equal(200);
    expect((await auditor.get('/admin/users/')).status).to.equal(403);
  });

  it('lets users with the right "secrets" read SNMP communities, and their keys only with the scope admin', async () => {
    await admin.post('/admin/roles/', { name: 'Snmp', levels: ['device:read'], rights: ['secrets'] });
    await admin.post('/devices/', { hostname: 'sw1', snmp_community: 'inside' });
    const communityFor = async (client: ApiClient) => (await client.get('/devices/')).records[0]?.snmp_community;
    const snmp = await add('snmp', { inventory: 'none', roles: ['Snmp'] });
    expect(await communityFor(snmp)).to.equal('inside');
    expect(await communityFor(await add('plain', {}))).to.equal(null);
    const keyWith = async (...scopes: string[]) => {
      const { record } = await snmp.post('/keys/', { name: scopes.join(' '), scopes });
      return server.unauthenticated('native').with({ token: String(record.key) });
    };
    expect(await communityFor(await keyWith('*:write'))).to.equal(null);
    expect(await communityFor(await keyWith('*:write', 'admin'))).to.equal('inside');
    expect((await (await keyWith('*:read')).get('/vlans/')).status).to.equal(403);
    expect((await (await keyWith('*:write', 'feed')).post('/devices/', { hostname: 'x' })).status).to.equal(403);
    expect((await (await keyWith('admin')).get('/admin/users/')).status).to.equal(403);
  });

  it('returns the levels and rights of the signed-in user with their rules', async () => {
    const { record } = await (await add('anna', { inventory: 'write', levels: ['rack:none'] })).get('/user/rights/');
    const levels = record.levels as unknown as { kind: string; level: string; rule: string }[];
    expect(levels.find(({ kind }) => kind === 'rack')).to.deep.equal({
      kind: 'rack',
      level: 'none',
      rule: 'level rack:none of the user',
    });
    expect(levels.find(({ kind }) => kind === 'vlan')).to.deep.equal({
      kind: 'vlan',
      level: 'write',
      rule: 'inventory write of the user',
    });
    expect(record.rights).to.deep.equal([]);
    const ownOf = (await admin.get('/user/rights/')).record.rights as unknown as { rule: string }[];
    expect(ownOf.map(({ rule }) => rule)).to.deep.equal(Array(4).fill('role Administrator of the user'));
  });

  it('uses inventory as the level of all kinds for users without roles and levels', async () => {
    for (const inventory of ['read', 'write']) {
      const client = await add(`old-${inventory}`, { inventory });
      expect(new Set(Object.values(await levelsOf(client)))).to.deep.equal(new Set([inventory]));
      expect((await client.post('/vlans/', { name: inventory, number: 10 })).status).to.equal(inventory === 'write' ? 201 : 403);
      expect((await client.get('/admin/users/')).status).to.equal(403);
    }
  });
});
