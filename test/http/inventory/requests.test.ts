import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const xml = { 'Content-Type': 'application/xml' };
const hour = 3_600_000;

/** Groups: 2 Operators write addresses, 3 Guests read. */
const permissions = { 2: '2', 3: '1' };

describe('Requests for addresses and networks', () => {
  let server: ApiServer;
  let admin: ApiClient;
  /** May write addresses of the subnet. */
  let operator: ApiClient;
  /** May read the subnet. */
  let guest: ApiClient;
  let sectionId: number;
  let subnetId: number;
  let now: number;

  beforeEach(async () => {
    now = Date.UTC(2026, 2, 1, 12);
    server = await ApiServer.start({ clock: { now: () => new Date(now) }, trustedProxies: [Prefix.parse('127.0.0.0/8')] });
    admin = server.client;
    [operator, guest] = [await server.signIn('operator', 'main'), await server.signIn('guest', 'main')];
    sectionId = (await admin.post('/sections/', { name: 'Section', permissions: JSON.stringify(permissions) })).id;
    subnetId = (await admin.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24, allowRequests: 1 })).id;
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const ask = (fields: object = {}, client = guest): Promise<Answer> =>
    client.post('/requests/', { subnetId, comment: 'a printer', ...fields });
  const decide = (id: number, verb: string, fields: object = {}, client = operator): Promise<Answer> =>
    client.post(`/requests/${id}/${verb}/`, fields);
  const read = async (id: number, client = guest) => (await client.get(`/requests/${id}/`)).record;
  const used = async () => (await admin.list(`/subnets/${subnetId}/addresses/`)).map(({ ip }) => ip);

  it('are created by readers, accepted by writers, and create an address', async () => {
    const made = await ask({ hostname: 'printer.office', description: 'Printer', owner: 'Sales', mac: '00-11-22-33-44-55' });
    expect([made.status, made.envelope.message, made.headers.location]).to.deep.equal([
      201,
      'Request created',
      `/api/main/requests/${made.id}/`,
    ]);
    expect(await read(made.id)).to.include({
      ...{ id: String(made.id), subnetId: String(subnetId), state: 'open', ip_addr: null, count: '1', mask: null },
      ...{ comment: 'a printer', requester: 'guest', decidedBy: null, requestedAt: '2026-03-01 12:00:00' },
    });
    const accepted = await decide(made.id, 'accept', { adminComment: 'Rack 3' });
    expect([accepted.status, accepted.envelope.message, accepted.envelope.data]).to.deep.equal([
      200,
      'Request accepted',
      [{ id: '1', ip: '10.0.0.1' }],
    ]);
    expect((await admin.get('/addresses/1/')).record).to.include({
      ...{ ip: '10.0.0.1', hostname: 'printer.office', description: 'Printer', owner: 'Sales', mac: '00:11:22:33:44:55' },
      tag: '2',
    });
    expect(await read(made.id)).to.include({
      ...{ state: 'accepted', results: '10.0.0.1', decidedBy: 'operator', decidedAt: '2026-03-01 12:00:00' },
      adminComment: 'Rack 3',
    });
  });

  it('ask for a given address, several addresses, or a network', async () => {
    const results = async (fields: object, client = operator) => {
      const { envelope } = await decide((await ask(fields)).id, 'accept', {}, client);
      return (envelope.data as { ip?: string; subnet?: string }[]).map(({ ip, subnet }) => ip ?? subnet);
    };
    expect(await results({ ip_addr: '10.0.0.77' })).to.deep.equal(['10.0.0.77']);
    expect(await results({ count: 2 })).to.deep.equal(['10.0.0.1', '10.0.0.2']);
    expect(await results({ ip_addr: '10.0.0.20', count: 3 })).to.deep.equal(['10.0.0.20', '10.0.0.21', '10.0.0.22']);
    const empty = (await admin.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 24, allowRequests: 1 })).id;
    const network = { subnetId: empty, mask: 28, description: 'Lab' };
    expect(await results(network, admin)).to.deep.equal(['10.1.0.0/28']);
    expect(await results({ ...network, ip_addr: '10.1.0.64' }, admin)).to.deep.equal(['10.1.0.64/28']);
    expect((await admin.list(`/subnets/${empty}/slaves/`)).map(({ subnet, description }) => [subnet, description])).to.deep.equal(
      [
        ['10.1.0.0', 'Lab'],
        ['10.1.0.64', 'Lab'],
      ],
    );
  });

  it('for a network need level 3 to be accepted', async () => {
    const { id } = await ask({ mask: 28 });
    expect((await decide(id, 'accept')).status).to.equal(403);
    expect((await read(id)).state).to.equal('open');
    expect((await decide(id, 'refuse')).status).to.equal(200);
  });

  it('need a subnet that allows requests, and valid fields', async () => {
    const closed = (await admin.post('/subnets/', { sectionId, subnet: '10.2.0.0', mask: 24 })).id;
    const folder = (await admin.post('/folders/', { sectionId, isFolder: 1, allowRequests: 1 })).id;
    for (const [fields, summary] of [
      [{ subnetId: closed }, '409 The subnet does not allow requests'],
      [{ subnetId: 99 }, '404 Invalid subnet Id (99)'],
      [{ ip_addr: '10.9.0.1' }, '400 10.9.0.1 is not a valid address for subnet 10.0.0.0/24'],
      [{ ip_addr: '10.0.0.254', count: 3 }, '400 10.0.1.0 is not a valid address for subnet 10.0.0.0/24'],
      [{ mask: 24 }, '400 Invalid netmask (24)'],
      [{ mask: 28, count: 2 }, '400 Invalid count: a request for a network has count 1'],
      [{ until: '2026-03-01 11:00:00' }, '400 Invalid until: the time has passed'],
    ] as const)
      expect((await ask(fields)).summary, JSON.stringify(fields)).to.equal(summary);
    expect((await ask({ subnetId: folder })).status).to.equal(400);
    for (const fields of [
      { comment: '' },
      { comment: ' \n' },
      { comment: 'x'.repeat(2001) },
      { count: 65 },
      { count: 0 },
      { state: 'accepted' },
    ])
      expect((await ask(fields)).status, JSON.stringify(Object.keys(fields))).to.equal(400);
    expect((await ask({ requesterId: 1 })).status).to.equal(400);
    expect((await admin.get('/requests/')).status).to.equal(404);
  });

  it('are limited in number for each requester and subnet', async () => {
    for (let n = 0; n < 20; n++) expect((await ask()).status).to.equal(201);
    expect((await ask()).summary).to.equal('409 The requester has 20 open requests in the subnet, the largest possible number');
    expect((await ask({}, operator)).status).to.equal(201);
    await decide(1, 'refuse');
    expect((await ask()).status).to.equal(201);
  });

  it('of other users are hidden from readers like unknown requests', async () => {
    const [own, other] = [(await ask()).id, (await ask({}, operator)).id];
    expect((await guest.list('/requests/')).map(({ id }) => Number(id))).to.deep.equal([own]);
    expect((await guest.list(`/subnets/${subnetId}/requests/`)).map(({ id }) => Number(id))).to.deep.equal([own]);
    expect((await operator.list('/requests/')).map(({ id }) => Number(id))).to.deep.equal([own, other]);
    const answers = async (id: number) =>
      Promise.all([
        guest.get(`/requests/${id}/`),
        guest.get(`/requests/${id}/changelog/`),
        guest.patch(`/requests/${id}/`, { comment: 'x' }),
        guest.delete(`/requests/${id}/`),
        ...['accept', 'refuse', 'withdraw', 'hold'].map((verb) => decide(id, verb, verb === 'hold' ? { hold: 60 } : {}, guest)),
      ]);
    const texts = (given: readonly Answer[]) => given.map(({ status, text }) => [status, text.replace(/"time":[\d.]+/, '')]);
    expect(texts(await answers(other))).to.deep.equal(texts(await answers(99)));
    const changes = await guest.get('/changes/?before=now&limit=50');
    expect(changes.text).not.to.include('"kind":"request"');
  });

  it('of a reader can be withdrawn, but not decided, by the reader', async () => {
    const { id } = await ask();
    for (const verb of ['accept', 'refuse', 'hold']) expect((await decide(id, verb, {}, guest)).status, verb).to.equal(403);
    expect((await guest.patch(`/requests/${id}/`, { comment: 'x' })).status).to.equal(403);
    expect((await guest.delete(`/requests/${id}/`)).status).to.equal(403);
    expect((await decide(id, 'withdraw', {}, operator)).status).to.equal(403);
    expect((await decide(id, 'withdraw', {}, guest)).summary).to.equal('200');
    expect((await read(id)).state).to.equal('withdrawn');
    expect((await decide(id, 'withdraw', {}, guest)).summary).to.equal('409 The request is withdrawn: only open requests change');
  });

  it('are decided once: one of several simultaneous decisions succeeds', async () => {
    const { id } = await ask();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(id, 'accept')),
      ...Array.from({ length: 4 }, () => decide(id, 'refuse')),
      decide(id, 'withdraw', {}, guest),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 8 }, () => 409)]);
    const { state } = await read(id);
    expect(await used()).to.have.length(state === 'accepted' ? 1 : 0);
    expect((await operator.patch(`/requests/${id}/`, { comment: 'x' })).status).to.equal(409);
  });

  it('are accepted once under an idempotency key, with the same answer', async () => {
    const { id } = await ask();
    const accept = () =>
      operator.send({
        method: 'POST',
        target: `/requests/${id}/accept/`,
        headers: { 'Idempotency-Key': 'accept-1', 'Content-Type': 'application/json' },
        body: '{}',
      });
    const [first, second] = [await accept(), await accept()];
    expect([first.status, second.status, second.headers['idempotent-replayed']]).to.deep.equal([200, 200, 'true']);
    expect(second.envelope.data).to.deep.equal(first.envelope.data);
    expect(await used()).to.deep.equal(['10.0.0.1']);
  });

  it('change nothing in a dry run', async () => {
    const { id } = await ask();
    const { status, envelope } = await operator.post(`/requests/${id}/accept/?dry_run=1`);
    expect([status, (envelope.data as { ip: string }[]).map(({ ip }) => ip)]).to.deep.equal([200, ['10.0.0.1']]);
    expect([(await read(id)).state, await used()]).to.deep.equal(['open', []]);
  });

  it('stay open while the requested address is in use, and are accepted with another one', async () => {
    const { id } = await ask({ ip_addr: '10.0.0.9' });
    await admin.post('/addresses/', { subnetId, ip: '10.0.0.9' });
    expect((await decide(id, 'accept')).summary).to.equal('409 10.0.0.9 is in use');
    expect((await read(id)).state).to.equal('open');
    const accepted = await decide(id, 'accept', { ...(await read(id)), ip_addr: '10.0.0.10', hostname: 'other' });
    expect(accepted.envelope.data).to.deep.equal([{ id: '2', ip: '10.0.0.10' }]);
    expect(await read(id)).to.include({ ip_addr: '10.0.0.10', hostname: 'other', results: '10.0.0.10' });
  });

  it('return 409 with the series or network that is in use', async () => {
    await admin.post('/addresses/', { subnetId, ip: '10.0.0.9' });
    expect((await decide((await ask({ ip_addr: '10.0.0.8', count: 3 })).id, 'accept')).summary).to.equal(
      '409 10.0.0.8-10.0.0.10 is in use',
    );
    const parent = (await admin.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 24, allowRequests: 1 })).id;
    await admin.post('/subnets/', { sectionId, masterSubnetId: parent, subnet: '10.1.0.0', mask: 28 });
    const { id } = await ask({ subnetId: parent, ip_addr: '10.1.0.0', mask: 28 });
    expect((await decide(id, 'accept', {}, admin)).summary).to.equal('409 10.1.0.0/28 is in use');
  });

  it('are changed by writers, and refused with a reason', async () => {
    const { id } = await ask();
    expect((await operator.patch(`/requests/${id}/`, { ip_addr: '10.0.0.5', comment: 'a scanner' })).summary).to.equal('200');
    expect(await read(id)).to.include({ ip_addr: '10.0.0.5', comment: 'a scanner' });
    expect((await operator.patch(`/requests/${id}/`, { ip_addr: '10.9.0.5' })).status).to.equal(400);
    expect((await operator.patch(`/requests/${id}/`, { subnetId: 99 })).summary).to.equal(
      '409 The subnet of a request cannot be changed',
    );
    expect((await decide(id, 'refuse', { adminComment: 'Use DHCP' })).summary).to.equal('200');
    expect(await read(id)).to.include({ state: 'refused', adminComment: 'Use DHCP', decidedBy: 'operator' });
    expect((await decide(id, 'refuse', { other: 1 })).status).to.equal(400);
    const history = (await guest.get(`/requests/${id}/changelog/`)).records;
    expect(history.map(({ action }) => action)).to.deep.equal(['edit', 'edit', 'add']);
    expect(String(history[0]?.differences ?? JSON.stringify(history[0]))).to.include('refused');
  });

  it('hold their space until the decision', async () => {
    const { id } = await ask({ count: 2 });
    const held = await decide(id, 'hold', { hold: 600 });
    expect([held.status, (held.envelope.data as { ip: string }[]).map(({ ip }) => ip)]).to.deep.equal([
      200,
      ['10.0.0.1', '10.0.0.2'],
    ]);
    expect(await read(id)).to.include({ state: 'open', results: '10.0.0.1;10.0.0.2', heldIds: '1;2' });
    expect((await admin.get('/addresses/1/')).record.tag).to.equal('3');
    expect((await decide(id, 'accept', { hostname: 'pair' })).envelope.data).to.deep.equal([
      { id: '1', ip: '10.0.0.1' },
      { id: '2', ip: '10.0.0.2' },
    ]);
    const address = (await admin.get('/addresses/1/')).record;
    expect([address.tag, address.heldUntil, address.hostname]).to.deep.equal(['2', undefined, 'pair']);
    expect(await read(id)).not.to.have.any.keys('heldIds', 'heldUntil');
  });

  it('release held space when they are refused, withdrawn, deleted, changed, held anew, or expire', async () => {
    const endings: readonly ((id: number) => Promise<unknown>)[] = [
      (id) => decide(id, 'refuse'),
      (id) => decide(id, 'withdraw', {}, guest),
      (id) => admin.delete(`/requests/${id}/`),
      (id) => operator.patch(`/requests/${id}/`, { ip_addr: '10.0.0.50' }),
      (id) => decide(id, 'hold', { hold: 0 }),
      async () => {
        now += 2 * hour;
        await server.application.requests.sweep();
      },
    ];
    for (const end of endings) {
      const { id } = await ask({ until: '2026-03-01 13:00:00' });
      expect((await decide(id, 'hold', { hold: 86_400 })).status).to.equal(200);
      expect(await used()).to.deep.equal(['10.0.0.1']);
      await end(id);
      expect(await used()).to.deep.equal([]);
    }
  });

  it('are accepted with another address when their hold has expired and the address is in use', async () => {
    const { id } = await ask();
    await decide(id, 'hold', { hold: 60 });
    now += hour;
    await admin.post(`/addresses/first_free/${subnetId}/`, { hostname: 'faster' });
    expect((await decide(id, 'accept')).envelope.data).to.deep.equal([{ id: '3', ip: '10.0.0.2' }]);
  });

  it('hold networks too', async () => {
    const { id } = await ask({ mask: 28 });
    expect((await decide(id, 'hold', { hold: 60 })).status).to.equal(403);
    expect((await decide(id, 'hold', { hold: 60 }, admin)).envelope.data).to.deep.equal([{ id: '2', subnet: '10.0.0.0/28' }]);
    expect((await decide(id, 'accept', { description: 'Lab' }, admin)).envelope.data).to.deep.equal([
      { id: '2', subnet: '10.0.0.0/28' },
    ]);
    const network = (await admin.get('/subnets/2/')).record;
    expect([network.description, network.heldUntil]).to.deep.equal(['Lab', undefined]);
    const other = (await ask({ mask: 28 })).id;
    await decide(other, 'hold', { hold: 60 }, admin);
    await decide(other, 'refuse', {}, admin);
    expect((await admin.list(`/subnets/${subnetId}/slaves/`)).map(({ subnet }) => subnet)).to.deep.equal(['10.0.0.0']);
  });

  it('expire at the time in the field until', async () => {
    const { id } = await ask({ until: '2026-03-01 13:00:00' });
    now += hour;
    expect((await decide(id, 'accept')).summary).to.equal('409 The request is expired: only open requests change');
    expect((await read(id)).state).to.equal('open');
    expect(await server.application.requests.sweep()).to.equal(1);
    expect(await read(id)).to.include({ state: 'expired', decidedBy: 'expired request' });
    expect(await server.application.requests.sweep()).to.equal(0);
  });

  it('are found by state, and published in the feed', async () => {
    const [first, second] = [(await ask()).id, (await ask()).id];
    await decide(first, 'refuse');
    const open = await operator.get('/requests/?filter[state]=open&count=1&limit=1');
    expect([open.records.map(({ id }) => Number(id)), JSON.parse(open.text).total]).to.deep.equal([[second], 1]);
    const { changes } = (await operator.get('/changes/?before=now&limit=3')).record as {
      changes: { kind: string; action: string; subnetId: string }[];
    };
    expect(changes.map(({ kind, action }) => `${kind} ${action}`)).to.deep.equal(['request edit', 'request add', 'request add']);
  });

  it('move to the part of a split network with their address, and are deleted with their subnet', async () => {
    const [named, any] = [(await ask({ ip_addr: '10.0.0.200' })).id, (await ask()).id];
    expect((await admin.patch(`/subnets/${subnetId}/split/`, { number: 2 })).summary).to.equal('200');
    const part = (await admin.list(`/subnets/${subnetId}/slaves/`)).find(({ subnet }) => subnet === '10.0.0.128')?.id;
    expect((await admin.get(`/requests/${named}/`)).record.subnetId).to.equal(part);
    expect((await admin.get(`/requests/${any}/`)).record.subnetId).to.equal(String(subnetId));
    await admin.delete(`/subnets/${subnetId}/`);
    for (const id of [named, any]) expect((await admin.get(`/requests/${id}/`)).status).to.equal(404);
  });

  it('move to the first part of a replaced network', async () => {
    const { id } = await ask();
    await admin.patch(`/subnets/${subnetId}/split/`, { number: 2, group: 'no' });
    expect((await admin.get(`/subnets/${(await admin.get(`/requests/${id}/`)).record.subnetId}/`)).record.subnet).to.equal(
      '10.0.0.0',
    );
  });

  it('stay with the name of a deleted user, without an owner', async () => {
    const { id } = await ask();
    await admin.delete('/admin/users/guest/');
    expect(await read(id, operator)).to.include({ state: 'open', requester: 'guest', requesterId: null });
    expect((await decide(id, 'accept')).status).to.equal(200);
  });

  it('are read and written as XML', async () => {
    const body = `<request><subnetId>${subnetId}</subnetId><comment>a printer</comment><count>2</count></request>`;
    const made = await guest.send({ method: 'POST', target: '/requests/', headers: xml, body });
    expect([made.status, /<id>1<\/id>/.test(made.text)]).to.deep.equal([201, true]);
    const accepted = await operator.send({ method: 'POST', target: '/requests/1/accept/', headers: xml, body: '<a/>' });
    expect(accepted.text).to.match(/10\.0\.0\.1.*10\.0\.0\.2/s);
    expect((await guest.send({ method: 'GET', target: '/requests/1/', headers: xml })).text).to.include(
      '<results>10.0.0.1;10.0.0.2</results>',
    );
  });
});
