import { expect } from 'chai';
import { appFields } from '../../../domain/access/app.js';
import type { AdministeredField } from '../../../domain/fields/administered-field.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient, WireRecord } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { membersOf, sendForm, sendXml, xmlOf } from '../support/wire-texts.js';

const basic = (username: string, password: string) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

describe('/admin/', () => {
  let server: ApiServer;
  let admin: ApiClient;
  beforeEach(async () => {
    server = await ApiServer.start({ trustedProxies: [Prefix.parse('127.0.0.0/8')] });
    await server.provision({
      apps: [{ id: 'native', permission: 'admin', security: 'none', stringify: false, showLinks: false }],
    });
    admin = server.on('native');
  });
  afterEach(() => server.close());
  const signIn = (username: string, password: string, app = 'native'): Promise<Answer> =>
    server.unauthenticated(app).send({ method: 'POST', target: '/user/', headers: { authorization: basic(username, password) } });
  const named = async (path: string, key: string, name: string) =>
    (await admin.get(path)).records.find((record) => record[key] === name);

  it('adds, changes, disables and deletes a user, and refuses sign-ins of a disabled user', async () => {
    const answer = await admin.post('/admin/users/', {
      username: 'anna',
      password: 'the first secret',
      realName: 'Anna',
      groups: ['Guests'],
    });
    expect(answer.status).to.equal(201);
    expect(answer.headers.location).to.equal('/api/native/admin/users/anna/');
    expect(answer.text).not.to.include('the first secret');
    expect(answer.record).to.include({ username: 'anna', role: 'User', inventory: 'read', disabled: 0, lastLogin: null });
    expect((await admin.get('/admin/users/ANNA/')).record).to.deep.include({ username: 'anna', groups: ['Guests'] });
    expect((await signIn('anna', 'the first secret')).status).to.equal(200);
    const changed = await admin.patch('/admin/users/anna/', {
      password: 'the second secret',
      groups: 'Guests, Operators',
      email: 'a@x.example',
    });
    expect(membersOf(changed)).to.deep.include({ message: 'User updated' });
    expect(changed.record).to.deep.include({ groups: ['Operators', 'Guests'], email: 'a@x.example', realName: 'Anna' });
    expect([(await signIn('anna', 'the first secret')).status, (await signIn('anna', 'the second secret')).status]).to.deep.equal(
      [500, 200],
    );
    expect((await admin.patch('/admin/users/anna/', { disabled: 1 })).record).to.include({ disabled: 1 });
    expect((await signIn('anna', 'the second secret')).summary).to.equal('500 User account is disabled');
    expect((await admin.delete('/admin/users/anna/')).summary).to.equal('200');
    expect((await admin.get('/admin/users/anna/')).summary).to.equal('404 There is no user anna');
  });

  it('refuses to remove the last administrator, also in simultaneous requests', async () => {
    const refusal = '409 The last active administrator must remain: add another one first';
    for (const change of [{ role: 'User' }, { disabled: 1 }])
      expect((await admin.patch('/admin/users/Admin/', change)).summary).to.equal(refusal);
    expect((await admin.delete('/admin/users/Admin/')).summary).to.equal(refusal);
    await admin.post('/admin/users/', { username: 'second', password: 'a password here', role: 'Administrator' });
    const answers = await Promise.all(['Admin', 'second'].map((name) => admin.patch(`/admin/users/${name}/`, { role: 'User' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 403],
      [200, 409],
    ]).to.deep.include(statuses); // 403: the other request removed the role of this client
  });

  it('adds, renames and deletes a group, and sets its permissions on a section and a subnet', async () => {
    const group = (await admin.post('/admin/groups/', { name: 'Team A', description: 'networks' })).record;
    const section = (await admin.post('/sections/', { name: 'Office', permissions: '{"3":"1"}' })).id;
    const subnet = (await admin.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section })).id;
    const set = await admin.patch(`/admin/permissions/sections/${section}/`, { group: 'Team A', level: 2 });
    expect(membersOf(set)).to.deep.include({ message: 'Permissions updated', data: { group: group.id, level: 2, subnets: 0 } });
    await admin.patch(`/admin/permissions/subnets/${subnet}/`, { group: String(group.id), level: 'rw' });
    expect((await admin.get(`/sections/${section}/`)).record.permissions).to.equal(`{"3":"1","${group.id}":"2"}`);
    expect((await admin.get(`/subnets/${subnet}/?links=false`)).record).to.include({ description: null });
    const matrix = (await admin.get('/admin/permissions/')).record as { sections: object[]; groups: object[] };
    expect(matrix.groups).to.deep.include({ id: group.id, name: 'Team A' });
    const levels = [
      { group: 3, level: 1 },
      { group: group.id, level: 2 },
    ];
    expect(matrix.sections).to.deep.include({ id: section, name: 'Office', masterSection: 0, levels });
    await admin.post('/admin/users/', { username: 'anna', password: 'a password here', groups: ['Team A'] });
    const anna = server.unauthenticated('native').with({ token: String((await signIn('anna', 'a password here')).record.token) });
    expect((await anna.post(`/addresses/first_free/${subnet}/`)).status).to.equal(201);
    expect((await anna.patch(`/subnets/${subnet}/`, { description: 'x' })).status).to.equal(403);
    expect((await admin.patch('/admin/groups/team%20a/', { name: 'Team B' })).record).to.include({ name: 'Team B' });
    expect((await admin.delete('/admin/groups/Team%20B/')).status).to.equal(200);
    expect((await admin.get(`/sections/${section}/`)).record.permissions).to.equal('{"3":"1"}');
    expect((await anna.get(`/subnets/${subnet}/`)).status).to.equal(400);
    await admin.patch(`/admin/permissions/sections/${section}/`, { group: 3, level: 0 });
    expect((await admin.get(`/sections/${section}/`)).record.permissions).to.equal(null);
    const feed = (await admin.get('/changes/?kind=section')).record as { changes: { action: string }[] };
    expect(feed.changes.map(({ action }) => action)).to.include('permissions');
  });

  it('sets the level of a group on a section and all of its subnets by one request', async () => {
    const group = (await admin.post('/admin/groups/', { name: 'Branch office' })).record;
    const section = (await admin.post('/sections/', { name: 'Branches' })).id;
    const [one, other] = [1, 2].map((third) => ({ subnet: `10.8.${third}.0`, mask: 24, sectionId: section }));
    const ids = [(await admin.post('/subnets/', one)).id, (await admin.post('/subnets/', other)).id];
    await admin.post('/admin/users/', { username: 'berta', password: 'a password here', groups: ['Branch office'] });
    const berta = server
      .unauthenticated('native')
      .with({ token: String((await signIn('berta', 'a password here')).record.token) });
    const path = `/admin/permissions/sections/${section}/`;
    const given = { group: 'Branch office', level: 1, subnets: 1 };
    expect((await admin.patch(path, { ...given, subnets: 'all' })).summary).to.equal('400 Invalid subnets: 0 or 1 expected');
    expect((await berta.patch(path, given)).status).to.equal(403);
    const tried = membersOf(await admin.patch(`${path}?dry_run=1`, given));
    const set = membersOf(await admin.patch(path, given));
    for (const answer of [tried, set]) expect(answer.data).to.deep.equal({ group: group.id, level: 1, subnets: 2 });
    for (const id of ids) expect((await berta.get(`/subnets/${id}/`)).status).to.equal(200);
    const { permissions } = (await admin.get(`/subnets/${ids[0]}/`)).record;
    expect(permissions).to.equal(`{"${group.id}":"1"}`);
    await admin.delete('/admin/groups/Branch%20office/');
  });

  it('returns the code of an application only once', async () => {
    const made = await admin.post('/admin/apps/', { id: 'ansible', permission: 'write', security: 'static' });
    const code = String(made.record.code);
    expect(code).to.match(/^[\x21-\x7e]{32}$/);
    const use = async (token: string) => {
      const headers = { token, 'X-Forwarded-Proto': 'https' };
      return (await server.unauthenticated('ansible').send({ method: 'GET', target: '/tools/tags/', headers })).status;
    };
    expect(await use(code)).to.equal(200);
    for (const path of ['/admin/apps/', '/admin/apps/ansible/', '/admin/history/'])
      expect((await admin.get(path)).text).not.to.include(code);
    expect((await admin.patch('/admin/apps/ansible/', { comment: 'playbooks' })).record).not.to.have.property('code');
    const renewed = String((await admin.patch('/admin/apps/ansible/', { newSecret: true })).record.code);
    expect(renewed)
      .to.match(/^[\x21-\x7e]{32}$/)
      .and.not.to.equal(code);
    expect([await use(code), await use(renewed)]).to.deep.equal([401, 200]);
    expect((await admin.get('/admin/apps/ansible/')).record).to.include({ comment: 'playbooks', 'lock.waitSeconds': 30 });
    expect((await admin.patch('/admin/apps/ansible/', { 'lock.enabled': 1 })).record).to.include({ 'lock.enabled': 1 });
    expect((await admin.delete('/admin/apps/ansible/')).status).to.equal(200);
  });

  it('changes and returns every changeable field of an application', async () => {
    await admin.post('/admin/apps/', { id: 'all', permission: 'read', security: 'none' });
    const before = (await admin.get('/admin/apps/all/')).record;
    const others = Object.entries<AdministeredField>(appFields).flatMap(([name, field]) => {
      const { type, required, readOnly } = field;
      if (required || readOnly) return [];
      const value = before[name];
      const origins = ['https://portal.example.org'];
      const byType: Readonly<Record<string, unknown>> = { flag: 1 - Number(value), integer: Number(value) + 1, texts: origins };
      const other = field.type === 'enum' ? field.values.find((each) => each !== value) : 'another';
      return [[name, byType[type] ?? other]] as const;
    });
    const changes = Object.fromEntries(others);
    expect((await admin.patch('/admin/apps/all/', changes)).status).to.equal(200);
    expect((await admin.get('/admin/apps/all/')).record).to.deep.equal({ ...before, ...changes });
  });

  it('replays the answer of an idempotency key without its secret, and writes once', async () => {
    const again = (body: object) =>
      admin.send({
        method: 'POST',
        target: '/admin/apps/',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' },
        body: JSON.stringify(body),
      });
    const app = { id: 'once', permission: 'read', security: 'static' };
    const [first, second] = [await again(app), await again(app)];
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.headers['idempotent-replayed']).to.equal('true');
    expect(first.record).to.have.property('code');
    const { code: _code, ...rest } = first.record;
    expect(second.record).to.deep.equal(rest);
    expect((await again({ ...app, id: 'other' })).status).to.equal(422);
    const user = (password: string) =>
      admin.send({
        method: 'POST',
        target: '/admin/users/',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k2' },
        body: JSON.stringify({ username: 'anna', password }),
      });
    // the key does not compare passwords
    expect([(await user('the first secret')).status, (await user('the second secret')).status]).to.deep.equal([201, 201]);
  });

  it('stores nothing in a dry run of any kind of write', async () => {
    const before = (await admin.get('/admin/history/?limit=100')).records.length;
    const trials = [
      await admin.post('/admin/users/?dry_run=1', { username: 'anna', password: 'a password here' }),
      await admin.post('/admin/apps/', { id: 'tried', permission: 'read', security: 'static', dry_run: true }),
      await admin.patch('/admin/settings/', { vlanMax: 10, dry_run: 1 }),
      await admin.delete('/admin/users/guest/?dry_run=1'),
    ];
    expect(trials.map(({ status }) => status)).to.deep.equal([201, 201, 200, 200]);
    for (const { text } of trials) expect(text).to.include('"dry_run":true').and.not.to.include('"code":"');
    expect(await named('/admin/users/', 'username', 'anna')).to.equal(undefined);
    expect(await named('/admin/apps/', 'id', 'tried')).to.equal(undefined);
    expect((await admin.get('/admin/settings/')).record.vlanMax).to.equal(4096);
    expect((await admin.get('/admin/users/guest/')).status).to.equal(200);
    expect((await admin.get('/admin/history/?limit=100')).records.length).to.equal(before);
  });

  it('adds, changes and deletes custom fields and their values in records', async () => {
    const field = { on: 'subnets', name: 'owner', type: 'varchar(20)', default: 'nobody' };
    expect((await admin.post('/admin/custom_fields/', field)).record).to.deep.equal({ ...field, nullable: 1, comment: '' });
    const section = (await admin.post('/sections/', { name: 'Office' })).id;
    const subnet = (await admin.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section })).id;
    expect((await admin.get(`/subnets/${subnet}/`)).record).to.include({ owner: 'nobody' });
    const changed = await admin.patch('/admin/custom_fields/subnets/owner/', { type: "enum('nobody','me')", default: '' });
    expect(changed.record).to.include({ type: "enum('nobody','me')", default: null });
    const refused = await admin.patch('/admin/custom_fields/subnets/owner/', { type: 'int' });
    expect(refused.status).to.be.within(400, 409);
    expect((await admin.delete('/admin/custom_fields/subnets/owner/')).status).to.equal(200);
    expect((await admin.get(`/subnets/${subnet}/`)).record).not.to.have.property('owner');
    expect((await admin.get('/admin/custom_fields/subnets/owner/')).status).to.equal(404);
  });

  it('reads and changes settings by flat names, and returns no secret', async () => {
    const changed = await admin.patch('/admin/settings/', { 'dns.key': 'topsecret', 'scan.attempts': 2, changeLogDays: '' });
    expect(changed.text).not.to.include('topsecret');
    expect(changed.record).to.include({ 'scan.attempts': 2, changeLogDays: null, vlanMax: 4096 });
    for (const path of ['/admin/settings/', '/admin/history/', '/changes/?kind=settings'])
      expect((await admin.get(path)).text, path).not.to.include('topsecret');
    expect((await admin.get('/admin/settings/')).record).to.include({ 'scan.attempts': 2, enforceUserPermissions: 1 });
  });

  it('refuses fields that it would ignore: generated secrets, fixed names, and nested objects', async () => {
    const hook = { name: 'hook', url: 'https://hooks.example/' };
    const made = 'is created by the service; set newSecret to replace it';
    const refusals: readonly (readonly ['post' | 'patch', path: string, body: object, detail: string])[] = [
      ['post', '/admin/webhooks/', { ...hook, secret: 'a secret of 16 or more' }, `webhook hook "secret": ${made}`],
      ['post', '/admin/apps/', { id: 'a', permission: 'read', security: 'static', code: 'x' }, `application a "code": ${made}`],
      [
        'post',
        '/admin/webhooks/',
        { url: hook.url },
        'webhook "name": must be 1 to 64 letters, digits, _ . ~ and -, and begin with a letter or digit',
      ],
      ['patch', '/admin/webhooks/hook/', { secret: 'a secret of 16 or more' }, `webhook hook "secret": ${made}`],
      ['patch', '/admin/webhooks/hook/', { newSecret: 'yes' }, 'webhook hook "newSecret": must be true or false'],
      ['patch', '/admin/webhooks/hook/', { name: 'other' }, 'webhook hook "name": cannot be changed'],
      ['patch', '/admin/users/guest/', { username: 'other' }, 'user guest "username": cannot be changed'],
      ['patch', '/admin/custom_fields/subnets/owner/', { on: 'addresses' }, 'custom field subnets owner "on": cannot be changed'],
      [
        'patch',
        '/admin/apps/native/',
        { lock: { enabled: true } },
        'application native "lock": is unknown; known members: lock.enabled, lock.waitSeconds',
      ],
      [
        'patch',
        '/admin/apps/native/',
        { lock: { enabled: true, wait: 1 } },
        'application native "lock.wait": is unknown; known members: lock.enabled, lock.waitSeconds',
      ],
      [
        'patch',
        '/admin/apps/native/',
        { 'lock.wait': 1 },
        'application native "lock.wait": is unknown; known members: lock.enabled, lock.waitSeconds',
      ],
      [
        'patch',
        '/admin/settings/',
        { webhooks: { privateTargets: true } },
        'settings "webhooks": is unknown; known members: webhooks.privateTargets, webhooks.keepDays',
      ],
    ];
    await admin.post('/admin/webhooks/', hook);
    await admin.post('/admin/custom_fields/', { on: 'subnets', name: 'owner', type: 'text' });
    for (const [method, path, body, detail] of refusals)
      expect((await admin[method](path, body)).summary).to.equal(`400 ${detail}`);
    expect((await admin.patch('/admin/users/Guest/', { username: 'GUEST', email: 'g@x.example' })).status).to.equal(200);
    expect((await admin.patch('/admin/webhooks/hook/', { name: 'hook', comment: 'as it was read' })).status).to.equal(200);
  });

  it('lists tokens, ends one token, and ends all tokens of a user', async () => {
    const token = String((await signIn('guest', 'guest secret')).record.token);
    await signIn('guest', 'guest secret');
    const guest = server.unauthenticated('native').with({ token });
    expect((await guest.get('/sections/')).status).to.be.oneOf([200, 404]);
    const listed = (await admin.get('/admin/tokens/?user=guest')).records;
    expect(listed).to.have.length(2);
    expect(JSON.stringify(listed)).not.to.include(token);
    for (const { id } of listed.slice(0, 1)) {
      const ended = await admin.delete(`/admin/tokens/${String(id)}/`);
      expect(membersOf(ended)).to.deep.include({ message: 'Token ended', data: { ended: 1 } });
      expect((await admin.delete(`/admin/tokens/${String(id)}/`)).status).to.equal(404);
    }
    expect((await admin.delete('/admin/users/guest/tokens/')).record).to.deep.equal({ ended: 1 });
    expect((await guest.get('/sections/')).status).to.equal(401);
    expect((await admin.get('/admin/tokens/?user=guest')).records).to.deep.equal([]);
    expect((await admin.get('/admin/tokens/?user=nobody')).status).to.equal(404);
  });

  it('lists and lifts blocks; the history contains block and unblock', async () => {
    expect((await admin.get('/admin/blocks/')).records).to.deep.equal([]);
    for (let tries = 0; tries <= 10; tries++) await signIn('guest', 'wrong');
    const blocks = (await admin.get('/admin/blocks/')).records;
    const isOfClient = ({ client }: WireRecord): boolean => client !== null;
    expect(blocks.map(({ failures }) => failures)).to.deep.equal([11, 11]);
    expect(blocks.filter(isOfClient)).to.have.lengthOf(1);
    expect(blocks.find((block) => !isOfClient(block))?.users).to.deep.equal(['guest']);
    expect((await signIn('operator', 'op secret')).text).to.include('blocked');
    for (const { id } of blocks)
      expect((await admin.delete(`/admin/blocks/${encodeURIComponent(String(id))}/`)).status).to.equal(200);
    expect((await admin.get('/admin/blocks/')).records).to.deep.equal([]);
    expect((await signIn('guest', 'guest secret')).status).to.equal(200);
    const actions = (await admin.get('/admin/history/?only=signIns')).records.map(({ action }) => action);
    expect(actions).to.include('unblock').and.to.include('block').and.to.include('signInFailed').and.not.to.include('add');
    expect((await admin.get('/admin/history/?limit=2')).records).to.have.length(2);
    expect((await admin.delete('/admin/blocks/client%20192.0.2.9/')).summary).to.equal('404 There is no block client 192.0.2.9');
  });

  it('adds, changes and deletes webhooks, returns a secret once, and lists deliveries', async () => {
    const hook = { name: 'inventory', url: 'https://hooks.example/ipam', kinds: 'subnet,address', sections: '1, 2' };
    const unknown = (id: number) => `400 webhook inventory "sections": name a section that does not exist: ${id}`;
    expect((await admin.post('/admin/webhooks/', hook)).summary).to.equal(unknown(1));
    for (const name of ['Office', 'Branch']) await admin.post('/sections/', { name });
    const made = await admin.post('/admin/webhooks/', hook);
    const secret = String(made.record.secret);
    expect(secret.length).to.be.greaterThan(15);
    expect(made.record).to.deep.include({ kinds: ['subnet', 'address'], sections: [1, 2] });
    const listed = await admin.get('/admin/webhooks/');
    expect(listed.text).not.to.include(secret);
    expect(listed.records[0]).to.include({ name: 'inventory', failures: 0, deadLetters: 0, disabled: 0 });
    expect((await admin.patch('/admin/webhooks/inventory/', { sections: [1, 3] })).summary).to.equal(unknown(3));
    expect((await admin.patch('/admin/webhooks/inventory/', { kinds: [], newSecret: 1 })).record).to.have.property('secret');
    const tried = await admin.post('/admin/webhooks/inventory/test/');
    expect(tried.record).to.include({ delivered: 0, left: 1, status: null });
    expect((await admin.post('/admin/webhooks/inventory/test/', { dry_run: 1 })).status).to.equal(400);
    expect((await admin.post('/admin/webhooks/inventory/retry/')).record).to.include({ delivered: 0, left: 0 });
    const [delivery] = (await admin.get('/admin/webhooks/inventory/deliveries/')).records;
    expect(delivery).to.include({ events: 1, firstEvent: 'test', status: null });
    expect((await admin.delete('/admin/webhooks/inventory/')).status).to.equal(200);
    expect((await admin.post('/admin/webhooks/inventory/test/')).status).to.equal(404);
  });

  it('returns the status of DNS records, scans and the service', async () => {
    const section = (await admin.post('/sections/', { name: 'Office' })).id;
    await admin.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId: section, pingSubnet: 1 });
    await admin.post('/subnets/', { subnet: '10.2.0.0', mask: 24, sectionId: section });
    expect((await admin.get('/admin/dns/')).record).to.include({ enabled: 0, waiting: 0, problem: null });
    const scans = (await admin.get('/admin/scans/')).record as { networks: object[] };
    expect(scans).to.include({ enabled: 0, total: 1, program: null });
    expect(scans.networks).to.have.length(1);
    expect(scans.networks[0]).to.include({ cidr: '10.1.0.0/24', lastScan: null, sectionId: section });
    const health = (await admin.get('/admin/health/')).record;
    expect(health.counts).to.include({ sections: 1, subnets: 2, addresses: 0, users: 3, webhooks: 0 });
    expect(health.storage).to.include({ works: true, failures: 0 });
  });

  it('describes all administered fields for forms of clients', async () => {
    const described = (await admin.get('/admin/')).records as { name: string; members: { name: string; type: string }[] }[];
    expect(described.map(({ name }) => name)).to.deep.equal([
      ...[
        'users',
        'groups',
        'roles',
        'apps',
        'custom_fields',
        'webhooks',
        'service_accounts',
        'keys',
        'sign_in_providers',
        'settings',
      ],
    ]);
    const settings = (await admin.get('/admin/settings/')).record;
    const members = described.at(-1)?.members ?? [];
    expect(members.filter(({ type }) => type !== 'secret').map(({ name }) => name)).to.deep.equal(Object.keys(settings));
  });

  it('reads XML and forms like JSON, and answers in XML', async () => {
    const body =
      '<r><username>xml</username><password>a password here</password><groups>Guests</groups><disabled>true</disabled></r>';
    const made = xmlOf(await sendXml(admin, 'POST', '/admin/users/', body));
    expect(made).to.include('<code>201</code>').and.to.include('<groups><item0>Guests</item0></groups>');
    expect(made).to.include('<disabled>1</disabled>').and.not.to.include('<password>');
    const two = '<r><groups>Guests</groups><groups>Operators</groups></r>';
    expect(xmlOf(await sendXml(admin, 'PATCH', '/admin/users/xml/', two))).to.include('<item1>Guests</item1>');
    const form = await sendForm(
      admin,
      'PATCH',
      '/admin/settings/',
      'scan.attempts=3&enforceUserPermissions=0&dns.nameservers=a.example,b.example',
    );
    expect(form.record).to.include({ 'scan.attempts': 3, enforceUserPermissions: 0 });
    expect(form.record['dns.nameservers']).to.deep.equal(['a.example', 'b.example']);
  });

  const invalidRequests: readonly (readonly [method: 'POST' | 'PATCH', path: string, body: object, summary: string])[] = [
    ['POST', '/users/', {}, '400 user "username": must not be empty, contain a colon, nor begin or end with a space'],
    ['POST', '/users/', { username: 'anna' }, '400 user anna "password": is missing'],
    ['POST', '/users/', { username: 'Admin', password: 'a password here' }, '409 There is a user Admin already'],
    ['POST', '/users/', { username: 'a', password: '' }, '400 user a "password": must not be empty'],
    [
      'POST',
      '/users/',
      { username: 'a', password: 'a password here', role: 'God' },
      '400 user a "role": must be one of Administrator, User',
    ],
    ['POST', '/users/', { username: 'a', password: 'too short' }, '400 user a "password": must have at least 10 characters'],
    [
      'POST',
      '/users/',
      { username: 'ann-of-here', password: 'Ann-Of-Here' },
      '400 user ann-of-here "password": must not be the user name',
    ],
    ['PATCH', '/users/guest/', { password: 'guest' }, '400 user guest "password": must have at least 10 characters'],
    ...['Ad\u202emin', 'Admin\u200e', 'Ad\u2066min', '\u061cAdmin', 'Ad\u200bmin'].flatMap((name) => [
      [
        'POST',
        '/users/',
        { username: name, password: 'a password here' },
        `400 user ${name} "username": must not contain characters that change how text is shown`,
      ] as const,
      [
        'POST',
        '/groups/',
        { name },
        `400 group ${name} "name": must not contain characters that change how text is shown`,
      ] as const,
      ['POST', '/apps/', { id: name, permission: 'read', security: 'none' }, `400 application ${name} "id"`] as const,
    ]),
    [
      'POST',
      '/users/',
      { username: 'a', password: 'a password here', groups: ['None'] },
      '400 user a "groups": name a group that does not exist',
    ],
    ['PATCH', '/users/nobody/', { email: 'x' }, '404 There is no user nobody'],
    ['PATCH', '/users/guest/', { bogus: 1 }, '400 user guest "bogus": is not known'],
    ['PATCH', '/users/guest/', { newSecret: 1 }, '400 user guest "newSecret": is not known'],
    ['PATCH', '/users/guest/', { disabled: 'maybe' }, '400 user guest "disabled": must be true or false'],
    ['POST', '/groups/', { name: 'Guests' }, '409 There is a group Guests already'],
    ['POST', '/groups/', { name: ' x' }, '400 group  x "name": must not be empty, nor begin or end with a space'],
    ['POST', '/groups/', { name: {} }, '400 group "name": must not be empty'],
    ['POST', '/webhooks/', { name: { a: 1 }, url: [0] }, '400 webhook "name": must be 1 to 64'],
    ['PATCH', '/groups/Guests/', { name: 'Operators' }, '409 There is a group Operators already'],
    ['POST', '/apps/', { id: 'a b', permission: 'read', security: 'none' }, '400 application a b "id"'],
    ['POST', '/apps/', { id: 'new', security: 'none' }, '400 application new "permission": is missing'],
    ['PATCH', '/apps/main/', { 'lock.waitSeconds': 1000 }, '400 application main.lock "waitSeconds": must be from 0 to 100'],
    ['PATCH', '/settings/', JSON.parse('{"__proto__":{"vlanMax":1}}'), '400 settings "__proto__": is not known'],
    ['PATCH', '/groups/Guests/', JSON.parse('{"__proto__":"x"}'), '400 group Guests "__proto__": is not known'],
    ['PATCH', '/users/guest/', { constructor: 'x' }, '400 user guest "constructor": is not known'],
    ['PATCH', '/apps/main/', { '__proto__.x': 1 }, '400 application main "__proto__.x": is not known'],
    ['POST', '/custom_fields/', { on: 'moons', name: 'x', type: 'int' }, '400 custom field moons x "on": must be one of'],
    ['POST', '/custom_fields/', { on: 'subnets', name: 'mask', type: 'int' }, '400 custom field subnets mask "name"'],
    ['PATCH', '/settings/', { vlanMax: 'many' }, '400 settings "vlanMax": must be an integer'],
    ['PATCH', '/settings/', { 'scan.rate': 5 }, '400 settings "scan.rate": is unknown'],
    ['PATCH', '/settings/', { 'scan.program': 'nmap' }, '400 settings.scan "program": must be one of'],
    ['POST', '/webhooks/', { name: 'w', url: 'http://10.0.0.1/' }, '400 webhook w "url"'],
    ['POST', '/webhooks/', { name: 'w', url: 'https://x.example', kinds: ['moon'] }, '400 webhook w "kinds"'],
    ['PATCH', '/permissions/sections/99/', { group: 3, level: 1 }, '404'],
    ['PATCH', '/permissions/sections/x/', { group: 3, level: 1 }, '404 Invalid Id'],
    ['PATCH', '/permissions/subnets/99/', { group: 3, level: 1 }, '404 Invalid subnet Id (99)'],
  ];
  for (const [method, path, body, summary] of invalidRequests)
    it(`refuses ${method} ${path} with ${JSON.stringify(body)}, and changes nothing`, async () => {
      const before = (await admin.get('/admin/history/?limit=100')).records.length;
      const answer = await (method === 'POST' ? admin.post(`/admin${path}`, body) : admin.patch(`/admin${path}`, body));
      expect(answer.summary.slice(0, summary.length)).to.equal(summary);
      expect((await admin.get('/admin/history/?limit=100')).records.length).to.equal(before);
    });
});
