import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

interface Side {
  readonly code: string;
  readonly data: readonly Readonly<Record<string, unknown>>[] | string;
}

describe('/search/', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start({
      provision: { customFields: [{ on: 'subnets', name: 'custom_room', type: 'varchar(32)' }] },
    });
    client = server.client;
    const sectionId = (await client.post('/sections/', { name: 'Customers', permissions: { '2': '1' } })).id;
    const subnetId = (
      await client.post('/subnets/', { sectionId, subnet: '10.1.0.0', mask: 24, description: 'Office LAN', custom_room: 'B 17' })
    ).id;
    await client.post('/subnets/', { sectionId, isFolder: 1, description: 'unrelated' });
    await client.post('/addresses/', { subnetId, ip: '10.1.0.20', hostname: 'office-printer' });
    await client.post('/addresses/', { subnetId, ip: '10.1.0.3', description: 'in the OFFICE' });
    await client.post('/vlan/', { name: 'office', number: 42 });
    await client.post('/vrf/', { name: 'office', rd: '65000:42' });
    await client.patch(`/subnets/${subnetId}/permissions/`, { Guests: 'ro' });
  });
  after(() => server.close());

  const sides = async (target: string, as = client) =>
    (await as.get(`/search/${target}`)).record as unknown as Record<string, Side>;
  const codes = async (target: string) =>
    Object.fromEntries(Object.entries(await sides(target)).map(([name, side]) => [name, side.code ?? side]));
  const shown = (side: Side | undefined, member: string) =>
    typeof side?.data === 'string' ? side.data : side?.data.map((record) => record[member]);

  it('searches subnets and addresses, and VLANs and VRFs on request', async () => {
    expect(await codes('office')).to.deep.equal({
      subnets: '200',
      addresses: '200',
      search_filter: { subnets: '1', addresses: '1', vlan: '0', vrf: '0' },
    });
    expect(await codes('office?vlan=1&vrf=1')).to.have.all.keys('subnets', 'addresses', 'vlan', 'vrf', 'search_filter');
    expect(await codes('office?subnets=0&addresses=0&vlan=1')).to.deep.equal({
      vlan: '200',
      search_filter: { subnets: '0', addresses: '0', vlan: '1', vrf: '0' },
    });
  });

  it('returns whole records like their controllers, and ignores case', async () => {
    const found = await sides('OFFICE?vlan=1&vrf=1');
    expect(found.subnets?.data).to.deep.equal(await client.list('/subnets/cidr/10.1.0.0/24/'));
    expect(found.addresses?.data).to.deep.equal(await client.list('/subnets/1/addresses/'));
    expect(found.vlan?.data).to.deep.equal(await client.list('/vlans/'));
    expect(found.vrf?.data).to.deep.equal(await client.list('/vrf/'));
  });

  it('returns 404 with the message of its controller for each kind without a result', async () => {
    expect(await sides('nothing such?vlan=1&vrf=1'.replaceAll(' ', '%20'))).to.deep.equal({
      subnets: { code: '404', data: 'No subnets found' },
      addresses: { code: '404', data: 'No addresses found' },
      vlan: { code: '404', data: 'Vlans not found' },
      vrf: { code: '404', data: 'No vrfs configured' },
      search_filter: { subnets: '1', addresses: '1', vlan: '1', vrf: '1' },
    });
  });

  const texts: readonly (readonly [target: string, subnets: unknown, addresses: unknown])[] = [
    ['10.1.0.20', ['10.1.0.0'], ['10.1.0.20']],
    ['167837716', ['10.1.0.0'], ['10.1.0.20']],
    ['10.1.0.0%2F24', ['10.1.0.0'], ['10.1.0.3', '10.1.0.20']],
    ['10.1.0.0/24', ['10.1.0.0'], ['10.1.0.3', '10.1.0.20']],
    ['10.1.0.0/30', 'No subnets found', ['10.1.0.3']],
    ['b%2017', ['10.1.0.0'], 'No addresses found'],
    ['printer', 'No subnets found', ['10.1.0.20']],
    ['10.1.0.4', ['10.1.0.0'], 'No addresses found'],
  ];
  for (const [target, subnets, addresses] of texts) {
    it(`finds ${JSON.stringify(subnets)} and ${JSON.stringify(addresses)} for ${target}`, async () => {
      const found = await sides(target);
      expect(shown(found.subnets, 'subnet')).to.deep.equal(subnets);
      expect(shown(found.addresses, 'ip')).to.deep.equal(addresses);
    });
  }

  it('nests custom fields when the application does', async () => {
    const { subnets } = await sides('office', server.on('nest'));
    expect(shown(subnets, 'custom_fields')).to.deep.equal([{ custom_room: 'B 17' }]);
  });

  it('returns only records that the user may see', async () => {
    const found = await sides('office', await server.signIn('operator', 'main'));
    expect([found.subnets?.code, found.addresses?.code]).to.deep.equal(['404', '404']);
  });

  it('requires a text of at most 255 characters', async () => {
    expect((await client.get('/search/')).summary).to.equal('400 No search term given');
    expect((await client.get(`/search/${'x'.repeat(256)}/`)).summary).to.equal(
      '400 Invalid search_filter: longer than 255 characters',
    );
  });

  it('has no other methods', async () => {
    expect((await client.post('/search/office/')).summary).to.equal('501 Method not implemented');
  });

  it('finds records of all other kinds, grouped by kind, in all fields but secrets', async () => {
    for (let n = 0; n < 25; n++) await client.post('/tools/locations/', { name: `site ${n}`, description: 'far away' });
    await client.post('/devices/', { hostname: 'switch-far', snmp_community: 'far-secret', description: 'a switch' });
    await client.post('/tools/customers/', { title: 'Faraday Ltd' });
    type Kinds = Readonly<Record<string, { readonly data: readonly object[]; readonly truncated?: unknown }>>;
    const kinds = async (text: string, as = client) =>
      ((await as.get(`/search/${encodeURIComponent(text)}/?kinds=1&subnets=0&addresses=0`)).record as { kinds: Kinds }).kinds;
    const far = await kinds('FAR');
    expect(Object.keys(far)).to.have.members(['location', 'device', 'customer']);
    expect([far.location?.data.length, far.location?.truncated]).to.deep.equal([20, '1']);
    expect(far.customer?.data).to.have.length(1);
    expect(far.device?.data[0]).to.include({ hostname: 'switch-far' });
    expect(await kinds('far-secret')).to.deep.equal({});
    expect(await kinds('161'), 'the usual port of SNMP, which most devices have').to.deep.equal({});
    await client.post('/tools/nat/', { name: 'web', src_port: 161, description: 'to the web' });
    expect(await kinds('161')).to.have.property('nat');
    expect(await kinds('nothing like it')).to.deep.equal({});
    expect(await kinds('faraday', await server.signIn('guest', 'main'))).to.have.property('customer');
    expect((await client.get('/search/far/')).record).not.to.have.property('kinds');
  });
});
