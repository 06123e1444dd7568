import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('A value in any usual spelling', () => {
  let server: ApiServer;
  let client: ApiClient;
  let subnetId: number;

  before(async () => {
    const customFields = [{ on: 'subnets', name: 'custom_customer_type', type: 'varchar(32)' }];
    server = await ApiServer.start({ provision: { customFields } });
    client = server.client;
    const sectionId = (await client.post('/sections/', { name: 'Spellings', strictMode: 1 })).id;
    const network = { subnet: '10.0.0.0', mask: 24, sectionId, custom_customer_type: 'Lab' };
    subnetId = (await client.post('/subnets/', network)).id;
    await client.post('/subnets/', { subnet: '2001:db8::', mask: 64, sectionId });
    await client.post('/addresses/', { subnetId, ip: '10.0.0.5', mac: '02:00:00:00:00:05' });
  });
  after(() => server.close());
  afterEach(() => expect(server.complaints).to.deep.equal([]));

  const found: readonly (readonly [path: string, member: string, value: string])[] = [
    ['/subnets/cidr/10.0.0.0%2F24/', 'subnet', '10.0.0.0'],
    ['/subnets/cidr/10.0.0.0%2f255.255.255.0/', 'subnet', '10.0.0.0'],
    ['/subnets/cidr/10.0.0.0/255.255.255.0/', 'subnet', '10.0.0.0'],
    ['/subnets/cidr/%2010.0.0.0%20/%2024/', 'subnet', '10.0.0.0'],
    ['/subnets/search/167772160/24/', 'subnet', '10.0.0.0'],
    ['/subnets/cidr/2001:0DB8:0000:0000:0000:0000:0000:0000/64/', 'subnet', '2001:db8::'],
    ['/subnets/cidr/2001:DB8::%2F64/', 'subnet', '2001:db8::'],
    ['/subnets/overlapping/10.0.0.0%2F255.255.255.128/', 'subnet', '10.0.0.0'],
    ['/subnets/containing/%2010.0.0.5/', 'subnet', '10.0.0.0'],
    ['/addresses/search/10.0.0.5%20/', 'ip', '10.0.0.5'],
    ['/addresses/search_mac/%200200.0000.0005/', 'ip', '10.0.0.5'],
    ['/addresses/?filter_by=ip&filter_value=%2010.0.0.5', 'ip', '10.0.0.5'],
    ['/addresses/?filter_by=mac&filter_value=0200.0000.0005', 'ip', '10.0.0.5'],
    ['/addresses/?filter[mac]=02-00-00-00-00-05', 'ip', '10.0.0.5'],
    ['/subnets/?filter_by=mask&filter_value=255.255.255.0', 'subnet', '10.0.0.0'],
  ];
  for (const [path, member, value] of found)
    it(`finds ${value} by ${path}`, async () => {
      expect((await client.list(path)).map((record) => record[member])).to.deep.equal([value]);
    });

  it('finds an address in a subnet, and networks in searches', async () => {
    expect((await client.get(`/addresses/%2010.0.0.5/${subnetId}/`)).record).to.include({ ip: '10.0.0.5' });
    for (const path of ['/search/10.0.0.0%2F24/', '/search/10.0.0.0/255.255.255.0/'])
      expect((await client.get(path)).record, path).to.have.nested.property('subnets.code', '200');
  });

  it('returns free networks of a dotted netmask', async () => {
    for (const path of [`/subnets/${subnetId}/first_subnet/255.255.255.128/`, '/prefix/Lab/v4/255.255.255.128/'])
      expect((await client.get(path)).envelope.data, path).to.equal('10.0.0.0/25');
  });

  it('is accepted in writes', async () => {
    const sectionId = (await client.post('/sections/', { name: 'Written' })).id;
    const masks = ['255.255.255.0', '/24', ' 24 ', 24];
    for (const [index, mask] of masks.entries()) {
      const made = await client.post('/subnets/', { subnet: ` 10.${index}.0.0 `, mask, sectionId });
      expect(made.envelope.data, String(mask)).to.equal(`10.${index}.0.0/24`);
      expect((await client.patch(`/subnets/${made.id}/`, { mask: '255.255.255.0', description: 'same' })).summary).to.equal(
        '200',
      );
      expect((await client.patch(`/subnets/${made.id}/resize/`, { mask: '255.255.254.0' })).summary).to.equal('200');
    }
    const given = { subnet: '10.9.0.0', mask: '255.255.0.0', sectionId };
    expect((await client.post('/subnets/ensure/', given)).status).to.equal(201);
    expect((await client.post('/subnets/ensure/', { ...given, mask: 16 })).status).to.equal(200);
    expect((await client.post('/addresses/', { subnetId, ip: ' 10.0.0.6\n', mac: ' 0200.0000.0006 ' })).status).to.equal(201);
  });

  const refused: readonly (readonly [path: string, summary: string])[] = [
    ['/subnets/cidr/10.0.0.300/24/', '400 Invalid IP address! (10.0.0.300)'],
    ['/subnets/cidr/2001:db8::g%2F64/', '400 Invalid IPv6 address! (2001:db8::g)'],
    ['/subnets/cidr/10.0.0.0/33/', '400 Invalid netmask (33)'],
    ['/subnets/cidr/10.0.0.0/255.0.255.0/', '400 Invalid netmask (255.0.255.0)'],
    ['/subnets/cidr/2001:db8::/255.255.0.0/', '400 Invalid netmask (255.255.0.0)'],
    ['/subnets/overlapping/10.0.0.0%2F/', '400 Invalid netmask ()'],
    ['/subnets/containing/10.0.0.300/', '400 Invalid address (10.0.0.300)'],
    ['/subnets/1/addresses/10.0.0.300/', '400 Invalid address (10.0.0.300)'],
    ['/subnets/1/first_subnet/33/', '400 Invalid netmask (33)'],
    ['/subnets/1/last_subnet/255.0.255.0/', '400 Invalid netmask (255.0.255.0)'],
    ['/subnets/1/all_subnets/abc/', '400 Invalid netmask (abc)'],
    ['/addresses/search/10.0.0.300/', '400 Invalid address (10.0.0.300)'],
    ['/addresses/10.0.0.300/1/', '400 Invalid address (10.0.0.300)'],
    ['/addresses/search_mac/02-00/', '400 Invalid MAC address (02-00)'],
    ['/prefix/Lab/v4/33/', '400 Invalid subnet mask (33)'],
  ];
  for (const [path, summary] of refused)
    it(`refuses ${path}: ${summary}`, async () => {
      expect((await client.get(path)).summary).to.equal(summary);
    });

  it('is returned in the error in XML too', async () => {
    const target = `/api/main/subnets/cidr/10.0.0.300/24/`;
    const headers = { token: client.token ?? '', 'Content-Type': 'application/xml' };
    const answer = await client.raw({ method: 'GET', target, headers });
    expect([answer.status, answer.text]).to.deep.include(400);
    expect(answer.text).to.include('<message>Invalid IP address! (10.0.0.300)</message>');
  });

  it('is cut to 64 characters in errors', async () => {
    const { summary } = await client.post('/addresses/', { subnetId, ip: 'x'.repeat(10_000) });
    expect(summary).to.equal(`400 Invalid address (${'x'.repeat(64)}...)`);
    const network = await client.get(`/subnets/containing/${'x'.repeat(2000)}/`);
    expect(network.summary).to.equal(`400 Invalid address (${'x'.repeat(64)}...)`);
  });

  it('is accepted for application ids too', async () => {
    for (const app of ['MAIN', 'Main', 'main']) expect((await client.with({ app }).get('/sections/')).status, app).to.equal(200);
    expect((await client.with({ app: 'mains' }).get('/sections/')).summary).to.equal('400 Invalid application id');
  });
});
