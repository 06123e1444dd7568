import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const minutes = (count: number): number => count * 60_000;

describe('Allocation criteria', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  let now: Date;
  const network = async (subnet: string, mask: number, fields: object = {}) =>
    (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  const take = async (criteria: object, id = subnetId) => {
    const answer = await client.post(`/addresses/first_free/${id}/`, criteria);
    return answer.status === 201 ? answer.envelope.data : [answer.status, answer.envelope.message];
  };
  const ipsOf = (data: unknown) => (data as { ip: string }[]).map(({ ip }) => ip);
  const see = async (query: string) => (await client.get(`/addresses/first_free/${subnetId}/?${query}`)).envelope.data;

  beforeEach(async () => {
    now = new Date(2024, 2, 1, 12, 0, 0);
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    subnetId = await network('10.0.0.0', 28);
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('allocate several addresses with the sent fields, and return each with its id', async () => {
    await client.post('/addresses/', { subnetId, ip: '10.0.0.2' });
    const answer = await client.post(`/addresses/first_free/${subnetId}/`, { count: 3, hostname: 'rack.example', owner: 'me' });
    expect([answer.status, answer.envelope.message, answer.headers.location]).to.deep.equal([
      201,
      'Addresses created',
      undefined,
    ]);
    expect(ipsOf(answer.envelope.data)).to.deep.equal(['10.0.0.1', '10.0.0.3', '10.0.0.4']);
    for (const { id, ip } of answer.envelope.data as { id: string; ip: string }[]) {
      const { record } = await client.get(`/addresses/${id}/`);
      expect([record.ip, record.hostname, record.owner, record.description]).to.deep.equal([
        ip,
        'rack.example',
        'me',
        'API created',
      ]);
    }
    expect(ipsOf(await take({ count: 1 }))).to.deep.equal(['10.0.0.5']);
  });

  it('allocate all requested addresses or none', async () => {
    expect(await take({ count: 15 })).to.deep.equal([404, 'No free addresses found']);
    expect((await client.get(`/subnets/${subnetId}/addresses/`)).status).to.equal(404);
    expect(ipsOf(await take({ count: 14 }))).to.have.length(14);
    expect(await take({})).to.deep.equal([404, 'No free addresses found']);
  });

  it('allocate contiguous addresses on request', async () => {
    for (const ip of ['10.0.0.3', '10.0.0.8']) await client.post('/addresses/', { subnetId, ip });
    expect(await see('count=4&contiguous=1')).to.deep.equal(['10.0.0.4', '10.0.0.5', '10.0.0.6', '10.0.0.7']);
    expect(await see('count=3&contiguous=1&policy=highest')).to.deep.equal(['10.0.0.12', '10.0.0.13', '10.0.0.14']);
    expect(ipsOf(await take({ count: 5, contiguous: true }))).to.deep.equal([9, 10, 11, 12, 13].map((last) => `10.0.0.${last}`));
    expect(await take({ count: 5, contiguous: '1' })).to.deep.equal([404, 'No free addresses found']);
  });

  it('limit addresses to a range, and select the highest or random ones', async () => {
    expect(await take({ from: '10.0.0.5' })).to.equal('10.0.0.5');
    expect(await take({ policy: 'highest', to: '10.0.0.9' })).to.equal('10.0.0.9');
    expect(await take({ policy: 'highest' })).to.equal('10.0.0.14');
    const drawn = await take({ policy: 'random', from: '10.0.0.5', to: '10.0.0.6' });
    expect(drawn).to.equal('10.0.0.6');
    expect(await take({ from: '10.0.0.5', to: '10.0.0.6' })).to.deep.equal([404, 'No free addresses found']);
    expect(await see('policy=random&count=9')).to.have.length(9);
    expect(await take({ from: '10.0.1.0' })).to.deep.equal([404, 'No free addresses found']);
    expect(await take({ from: '10.0.0.6', to: '10.0.0.5' })).to.deep.equal([400, 'Invalid range: to must not lie before from']);
    expect(await take({ from: '::1', to: '10.0.0.5' })).to.deep.equal([
      400,
      'Invalid range: from and to must both be IPv4, or both IPv6',
    ]);
  });

  it('exclude addresses that were freed within the quarantine', async () => {
    const { id } = await client.post(`/addresses/first_free/${subnetId}/`, {});
    await client.delete(`/addresses/${id}/`);
    expect(await see('quarantine=10')).to.equal('10.0.0.2');
    expect(await see('')).to.equal('10.0.0.1');
    now = new Date(now.getTime() + minutes(9));
    expect(await see('quarantine=10')).to.equal('10.0.0.2');
    now = new Date(now.getTime() + minutes(1));
    expect(await see('quarantine=10')).to.equal('10.0.0.1');
    await take({ count: 14 });
    await client.delete(`/subnets/${subnetId}/truncate/`);
    expect(await take({ quarantine: 5 })).to.deep.equal([404, 'No free addresses found']);
    expect(await take({})).to.equal('10.0.0.1');
  });

  it('are refused if invalid', async () => {
    const refusals: Record<string, unknown>[] = [];
    for (const criteria of [
      { count: 0 },
      { count: 4097 },
      { count: 'x' },
      { policy: 'first' },
      { quarantine: 20_000 },
      { to: 'x' },
    ])
      refusals.push({ ...criteria, result: await take(criteria) });
    expect(refusals.map(({ result }) => result)).to.deep.equal([
      [400, 'Invalid count: not between 1 and 4096'],
      [400, 'Invalid count: not between 1 and 4096'],
      [400, 'Invalid count: an integer expected'],
      [400, 'Invalid policy: one of lowest, highest, random expected'],
      [400, 'Invalid quarantine: not between 0 and 10080'],
      [400, 'Invalid to: an IP address expected'],
    ]);
    expect(await take({ count: 2, is_gateway: 1 })).to.deep.equal([
      400,
      'Invalid is_gateway: a subnet has one gateway, count must be 1',
    ]);
  });

  it('are ignored when a custom field has the same name', async () => {
    await server.provision({ customFields: [{ on: 'addresses', name: 'count', type: 'int' }] });
    const answer = await client.post(`/addresses/first_free/${subnetId}/`, { count: 3 });
    expect([answer.envelope.message, answer.envelope.data]).to.deep.equal(['Address created', '10.0.0.1']);
    expect((await client.get(`/addresses/${answer.id}/`)).record.count).to.equal('3');
  });

  it('select networks that fit best or leave room for growth', async () => {
    const master = await network('10.8.0.0', 24);
    const child = async (criteria: object, mask = 28) => {
      const answer = await client.post(`/subnets/${master}/first_subnet/${mask}/`, criteria);
      return answer.status === 201 ? answer.envelope.data : [answer.status, answer.envelope.message];
    };
    expect(await child({ policy: 'sparse' })).to.equal('10.8.0.0/28');
    expect(await child({ policy: 'sparse' })).to.equal('10.8.0.128/28');
    expect(await child({ policy: 'sparse' })).to.equal('10.8.0.64/28');
    expect(await child({ policy: 'best' }, 29)).to.equal('10.8.0.16/29');
    expect(await child({ policy: 'best' }, 29)).to.equal('10.8.0.24/29');
    expect(await child({ from: '10.8.0.200' })).to.equal('10.8.0.208/28');
    expect(await child({ policy: 'highest', to: '10.8.0.100' })).to.equal('10.8.0.80/28');
    expect(await child({ policy: 'random', from: '10.8.0.240' })).to.equal('10.8.0.240/28');
    expect(await child({ policy: 'random', from: '10.8.0.240' })).to.deep.equal([404, 'No subnets found']);
    expect(await child({ policy: 'nearest' })).to.deep.equal([
      400,
      'Invalid policy: one of lowest, highest, random, best, sparse expected',
    ]);
    expect((await client.get(`/subnets/${master}/last_subnet/28/?policy=lowest`)).envelope.data).to.equal('10.8.0.32/28');
    expect((await client.get(`/subnets/${master}/first_subnet/29/?policy=best`)).envelope.data).to.equal('10.8.0.224/29');
  });
});
