import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';

const customFields = [
  { on: 'subnets', name: 'custom_customer_type', type: 'varchar(32)' },
  { on: 'subnets', name: 'custom_customer_address_type', type: 'varchar(32)' },
  { on: 'subnets', name: 'csid', type: 'varchar(32)' },
  { on: 'addresses', name: 'csid', type: 'varchar(32)' },
];

describe('/prefix/ and /prefixes/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;

  before(async () => {
    server = await ApiServer.start({ provision: { customFields } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
  });
  after(() => server.close());

  const network = async (cidr: string, fields: object = {}): Promise<number> => {
    const [subnet, mask] = cidr.split('/');
    return (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  };
  const forSubnets = (cidr: string, custom_customer_type: string) => network(cidr, { custom_customer_type });
  const forAddresses = (cidr: string, type: string) => network(cidr, { custom_customer_address_type: type });
  const cidrsOf = async (target: string) => (await client.list(target)).map(({ subnet, mask }) => `${subnet}/${mask}`);
  const created = async (target: string, body: object = {}) => (await client.post(target, body)).envelope.data;

  describe('lists', () => {
    before(async () => {
      for (const cidr of ['10.20.0.0/16', '2001:db8:b::/48', '9.9.0.0/24']) await forSubnets(cidr, 'list');
      const parent = await forAddresses('10.30.0.0/16', 'list');
      await network('10.30.1.0/24', { masterSubnetId: parent, custom_customer_address_type: 'list' });
      await forAddresses('2001:db8:c::/64', 'list');
    });

    const [small, large, ipv6] = ['9.9.0.0/24', '10.20.0.0/16', '2001:db8:b::/48'] as const;
    const [ofAddresses4, ofAddresses6] = ['10.30.1.0/24', '2001:db8:c::/64'] as const;
    const lists: readonly (readonly [words: string, cidrs: readonly string[]])[] = [
      ['', [small, large, ipv6]],
      ['IPv4/', [small, large]],
      ['v4/', [small, large]],
      ['4/', [small, large]],
      ['44/', [small, large]],
      ['ipv6/', [ipv6]],
      ['V6/', [ipv6]],
      ['46/', [ipv6]],
      ['address/', [ofAddresses4, ofAddresses6]],
      ['addresses/', [ofAddresses4, ofAddresses6]],
      ['ip/', [ofAddresses4, ofAddresses6]],
      ['address/v4/', [ofAddresses4]],
      ['address/IPv6/', [ofAddresses6]],
    ];
    for (const [words, cidrs] of lists) {
      it(`/prefix/list/${words} shows ${cidrs.join(', ')}`, async () => {
        expect(await cidrsOf(`/prefix/list/${words}`)).to.deep.equal(cidrs);
        expect(await cidrsOf(`/prefixes/list/${words}`)).to.deep.equal(cidrs);
      });
    }

    it('show some fields, the custom fields, and no links', async () => {
      const [record] = await server.on('links').list('/prefix/list/');
      const own = ['id', 'subnet', 'mask', 'sectionId', 'description', 'masterSubnetId', 'resolveDNS', 'customer_id'];
      const further = ['isPool', 'lastScan', 'lastDiscovery', 'custom_customer_type', 'custom_customer_address_type', 'csid'];
      expect(Object.keys(record ?? {})).to.deep.equal([...own, ...further]);
    });

    it('show custom fields in an object where the application nests them', async () => {
      const [record] = await server.on('nest').list('/prefix/list/');
      expect(record?.custom_fields).to.deep.equal({
        custom_customer_type: 'list',
        custom_customer_address_type: null,
        csid: null,
      });
    });

    it('show usage on request', async () => {
      const [record] = await client.list('/prefix/list/?usage=true');
      expect(record?.usage).to.deep.include({ used: '0', maxhosts: '254', freehosts: '254' });
      expect((await client.list('/prefix/list/?usage=0'))[0]).not.to.have.property('usage');
    });

    it('can be filtered', async () => {
      expect(await cidrsOf('/prefix/list/?filter_by=mask&filter_value=16')).to.deep.equal([large]);
      expect((await client.get('/prefix/list/?filter_by=mask&filter_value=17')).summary).to.equal(
        '404 No results (filter applied)',
      );
    });
  });

  const failures: readonly (readonly [method: 'get' | 'post', path: string, summary: string])[] = [
    ['get', '', '404 No master subnets found'],
    ['get', 'nosuch/', '404 No master subnets found'],
    ['get', 'nosuch/address/', '404 No master subnets found'],
    ['get', 'nosuch/v4/', '404 No master subnets found'],
    ['get', 'list/foo/', '400 Invalid address type'],
    ['get', 'list/address/foo/', '400 Invalid address type'],
    ['get', 'list/44/28/', '400 Invalid address type'],
    ['get', 'list/foo/28/', '400 Invalid address type'],
    ['get', 'list/v4/7/', '400 Invalid subnet mask (7)'],
    ['get', 'list/v4/33/', '400 Invalid subnet mask (33)'],
    ['get', 'list/v6/129/', '400 Invalid subnet mask (129)'],
    ['get', 'list/v4/abc/', '400 Invalid subnet mask (abc)'],
    ['get', 'list/v4/-8/', '400 Invalid subnet mask (-8)'],
    ['get', 'list/v4/8/', '404 No subnets found'],
    ['get', 'nosuch/v4/28/', '404 No subnets found'],
    ['get', 'nosuch/v4/address/', '404 No address found'],
    ['get', 'external_id/', '404 No objects found'],
    ['get', 'external_id/zzz/', '404 No objects found'],
    ['post', '', '400 Invalid address type'],
    ['post', 'list/', '400 Invalid address type'],
    ['post', 'list/address/', '400 Invalid address type'],
    ['post', 'list/foo/28/', '400 Invalid address type'],
    ['post', 'list/v4/', '400 Invalid subnet mask ()'],
    ['post', 'list/v4/x/', '400 Invalid subnet mask (x)'],
    ['post', 'list/v4/8/', '404 No subnets found'],
    ['post', 'nosuch/v4/28/', '404 No subnets found'],
    ['post', 'nosuch/v4/address/', '404 No addresses found'],
    ['post', 'nosuch/address/v4/', '404 No addresses found'],
  ];
  for (const [method, path, summary] of failures) {
    it(`answers ${summary} to ${method.toUpperCase()} /prefix/${path}`, async () => {
      expect((await client[method](`/prefix/${path}`)).summary).to.equal(summary);
    });
  }

  it('has no other methods', async () => {
    for (const method of ['patch', 'delete'] as const)
      expect((await client[method]('/prefix/list/v4/28/')).summary).to.equal('501 Method not implemented');
  });

  it('refuses writes of applications that may only read', async () => {
    expect((await server.on('read').post('/prefix/list/v4/28/')).summary).to.equal('401 invalid permissions');
  });

  describe('of subnets', () => {
    it('offer and create the first free network, candidate by candidate', async () => {
      await forSubnets('10.41.0.0/24', 'walk');
      await forSubnets('10.40.0.0/27', 'walk');
      expect((await client.get('/prefix/walk/v4/28/')).envelope.data).to.equal('10.40.0.0/28');
      const taken = [];
      for (let i = 0; i < 3; i++) taken.push(await created('/prefixes/walk/v4/28/'));
      expect(taken).to.deep.equal(['10.40.0.0/28', '10.40.0.16/28', '10.41.0.0/28']);
    });

    it('answer with message, id and Location, and set the description', async () => {
      await forSubnets('10.42.0.0/24', 'told');
      const answer = await client.post('/prefix/told/IPv4/28/');
      const { message, id, data } = answer.envelope;
      expect([answer.status, message, data]).to.deep.equal([201, 'Subnet created', '10.42.0.0/28']);
      expect(answer.headers.location).to.equal(`/api/main/subnets/${id}/`);
      const { record } = await client.get(`/subnets/${id}/`);
      expect([record.description, record.custom_customer_type]).to.deep.equal(['Prefix controller autocreated', null]);
    });

    it('accept further fields from body and query', async () => {
      await forSubnets('10.43.0.0/24', 'fields');
      const { id } = await client.post('/prefix/fields/4/28/?description=from+query', { csid: 'C7', state: 3 });
      expect((await client.get(`/subnets/${id}/`)).record).to.include({ description: 'from query', csid: 'C7', tag: '3' });
      expect((await client.post('/prefix/fields/4/28/', { nope: 1 })).summary).to.equal('400 Invalid request key nope');
    });

    it('offer a whole candidate but do not create it', async () => {
      await forSubnets('10.44.0.0/24', 'whole');
      expect((await client.get('/prefix/whole/v4/24/')).envelope.data).to.equal('10.44.0.0/24');
      expect((await client.post('/prefix/whole/v4/24/')).summary).to.equal(
        '409 Subnet is not within boundaries of its master subnet',
      );
    });

    it('support IPv6', async () => {
      await forSubnets('2001:db8:d::/63', 'six');
      expect(await created('/prefix/six/v6/64/')).to.equal('2001:db8:d::/64');
      expect(await created('/prefix/six/6/64/')).to.equal('2001:db8:d:1::/64');
      expect((await client.post('/prefix/six/IPv6/64/')).summary).to.equal('404 No subnets found');
      expect((await client.post('/prefix/six/v4/28/')).summary).to.equal('404 No subnets found');
    });
  });

  describe('of addresses', () => {
    it('offer and create the first free address, candidate by candidate, in either order of the path segments', async () => {
      const [second, first] = [await forAddresses('10.51.0.0/24', 'roll'), await forAddresses('10.50.0.0/31', 'roll')];
      expect((await client.get('/prefix/roll/v4/address/')).envelope.data).to.equal('10.50.0.0');
      const answers = [
        await client.post('/prefix/roll/v4/address/', { hostname: 'ph1', csid: 'A1' }),
        await client.post('/prefix/roll/address/v4/'),
        await client.post('/prefixes/roll/IPv4/addresses/'),
      ];
      expect(answers.map(({ envelope }) => envelope.data)).to.deep.equal(['10.50.0.0', '10.50.0.1', '10.51.0.1']);
      expect(answers.map(({ text }) => (JSON.parse(text) as { subnetId: number }).subnetId)).to.deep.equal([
        first,
        first,
        second,
      ]);
      expect(answers.map(({ envelope }) => envelope.message)).to.deep.equal(Array(3).fill('Address created'));
      expect(answers[0]?.headers.location).to.equal(`/api/main/addresses/${answers[0]?.id}/`);
      const { record } = await client.get(`/addresses/${answers[0]?.id}/`);
      expect(record).to.include({ hostname: 'ph1', csid: 'A1', description: 'Prefix controller autocreated' });
    });
  });

  describe('by external id', () => {
    it('return subnets and addresses, and omit an empty list', async () => {
      const subnetId = await network('10.60.0.0/24', { csid: 'E1' });
      await client.post('/addresses/', { subnetId, ip: '10.60.0.7', csid: 'E1' });
      await client.post('/addresses/', { subnetId, ip: '10.60.0.8', csid: 'E2' });
      const both = (await client.get('/prefix/external_id/E1/')).record as Record<string, Record<string, unknown>[]>;
      expect(both.subnets?.map(({ subnet }) => subnet)).to.deep.equal(['10.60.0.0']);
      expect(both.addresses?.map(({ ip }) => ip)).to.deep.equal(['10.60.0.7']);
      const own = ['id', 'subnetId', 'ip', 'is_gateway', 'description', 'hostname', 'mac', 'owner', 'location', 'customer_id'];
      expect(Object.keys(both.addresses?.[0] ?? {})).to.deep.equal([...own, 'csid']);
      expect(Object.keys((await client.get('/prefix/external_id/E2/')).record)).to.deep.equal(['addresses']);
      await network('10.61.0.0/24', { csid: 'E3' });
      expect(Object.keys((await client.get('/prefix/external_id/E3/')).record)).to.deep.equal(['subnets']);
    });
  });

  it('is limited by the permissions of the user', async () => {
    await client.patch(`/sections/${sectionId}/`, { permissions: { '2': '3' } });
    const ids = [await forSubnets('10.70.0.0/24', 'rights'), await forSubnets('10.71.0.0/24', 'rights')];
    await client.patch(`/subnets/${ids[0]}/permissions/`, { Guests: 'rwa' });
    await client.patch(`/subnets/${ids[1]}/permissions/`, { Operators: 'ro' });
    const operator = await server.signIn('operator', 'main');
    expect((await operator.list('/prefix/rights/')).map(({ subnet }) => subnet)).to.deep.equal(['10.71.0.0']);
    expect((await operator.get('/prefix/rights/v4/28/')).envelope.data).to.equal('10.71.0.0/28');
    expect((await operator.post('/prefix/rights/v4/28/')).summary).to.equal('403 Insufficient permissions');
    await client.patch(`/subnets/${ids[1]}/permissions/`, { Operators: 'rwa' });
    expect((await operator.post('/prefix/rights/v4/28/')).envelope.data).to.equal('10.71.0.0/28');
    await client.delete(`/subnets/${ids[1]}/permissions/`);
    expect((await operator.get('/prefix/rights/')).summary).to.equal('404 No master subnets found');
  });
});
