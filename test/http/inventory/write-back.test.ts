import { expect } from 'chai';
import { kinds, type OpenKind } from '../../../domain/catalog/kinds.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** A kind of record: its path and the fields of a new one. */
interface Resource {
  readonly path: string;
  readonly sample: Readonly<Record<string, unknown>>;
  /** The member that the test changes before the write. */
  readonly change: string;
}

const toolPaths: Readonly<Record<Exclude<OpenKind, 'vlan' | 'vrf' | 'l2domain' | 'device'>, Resource>> = {
  customer: { path: '/tools/customers/', sample: { title: 'ACME', status: 'Active', lat: '46.05' }, change: 'city' },
  location: { path: '/tools/locations/', sample: { name: 'Ljubljana', lat: '46.05', custom_floor: 2 }, change: 'address' },
  rack: { path: '/tools/racks/', sample: { name: 'R1', size: 42, hasBack: 1 }, change: 'description' },
  deviceType: { path: '/tools/device_types/', sample: { tname: 'Printer' }, change: 'tdescription' },
  tag: { path: '/tools/tags/', sample: { type: 'Lent', showtag: 1 }, change: 'bgcolor' },
  nameserver: {
    path: '/tools/nameservers/',
    sample: { name: 'NS', namesrv1: '8.8.8.8;1.1.1.1', permissions: '1' },
    change: 'description',
  },
  scanAgent: { path: '/tools/scanagents/', sample: { name: 'probe', code: 'abc' }, change: 'description' },
  nat: { path: '/tools/nat/', sample: { name: 'rule', src: { subnets: ['1'] }, policy: 'Yes' }, change: 'description' },
};

const network = { subnet: '10.0.0.0', mask: 16, sectionId: 1, description: 'net', nameserverId: 1, location: 1, vlanId: 1 };

const resources: readonly Resource[] = [
  { path: '/sections/', sample: { name: 'Other', permissions: '{"3":"1","2":"2"}', strictMode: 1 }, change: 'description' },
  { path: '/subnets/', sample: { ...network, subnet: '10.1.0.0', custom_env: 'prod' }, change: 'description' },
  { path: '/subnets/', sample: { ...network, subnet: '2001:db8::', mask: 48, isFull: 1, state: 3 }, change: 'threshold' },
  { path: '/folders/', sample: { isFolder: 1, sectionId: 1, description: 'a folder' }, change: 'description' },
  { path: '/addresses/', sample: { ip: '10.0.0.9', subnetId: 1, mac: '00-11-22-33-44-55', tag: 3 }, change: 'hostname' },
  { path: '/ranges/', sample: { subnetId: 1, name: 'printers', first: '10.0.1.1', last: '10.0.1.9' }, change: 'description' },
  {
    path: '/requests/',
    sample: { subnetId: 1, comment: 'a printer', count: 2, until: '2999-01-01 12:00:00', tag: 3 },
    change: 'hostname',
  },
  { path: '/vlan/', sample: { number: 12, name: 'twelve', domainId: 1 }, change: 'description' },
  { path: '/vlans/', sample: { number: 13, name: 'thirteen' }, change: 'description' },
  { path: '/vrf/', sample: { name: 'red', rd: '65000:1', sections: '1' }, change: 'description' },
  { path: '/vrfs/', sample: { name: 'blue' }, change: 'description' },
  { path: '/l2domains/', sample: { name: 'campus', sections: '1' }, change: 'description' },
  {
    path: '/devices/',
    sample: { hostname: 'sw1', ip_addr: 'sw1.example', type: 1, rack: 1, rack_start: 1, rack_size: 2 },
    change: 'description',
  },
  ...Object.values(toolPaths),
];

const provision = {
  customFields: [
    { on: 'subnets', name: 'custom_env', type: "enum('prod','dev')" },
    { on: 'locations', name: 'custom_floor', type: 'int' },
  ],
};

const xml = { 'Content-Type': 'application/xml' };

describe('a record that is written back', () => {
  let server: ApiServer;

  before(async () => {
    server = await ApiServer.start({ provision });
    const { client } = server;
    await client.post('/sections/', { name: 'Home' });
    await client.post('/tools/nameservers/', { name: 'resolver', namesrv1: '9.9.9.9' });
    await client.post('/tools/locations/', { name: 'Here', custom_floor: 3 });
    await client.post('/tools/racks/', { name: 'R0', size: 10 });
    await client.post('/vlan/', { number: 10, name: 'ten' });
    await client.post('/subnets/', { ...network, allowRequests: 1 });
    await client.post('/addresses/', { subnetId: 1, ip: '10.0.0.1', is_gateway: 1 });
  });
  after(() => server.close());

  const own = (record: Readonly<Record<string, unknown>>) => {
    const { editDate: _, ...rest } = record;
    return rest;
  };

  it('is tested for every kind of the catalogue', () => {
    const elsewhere = ['vlan', 'vrf', 'l2domain', 'device', 'range', 'request'];
    expect([...elsewhere, ...Object.keys(toolPaths)].sort()).to.deep.equal(Object.keys(kinds).sort());
  });

  for (const { path, sample, change } of resources) {
    it(`is accepted as read, and with a change: ${path} ${JSON.stringify(sample).slice(0, 40)}`, async () => {
      for (const app of ['main', 'links', 'nest']) {
        const client = server.on(app);
        const { custom_env: _env, custom_floor: _floor, ...plain } = sample;
        const id = app === 'main' ? (await client.post(path, sample)).id : await createAlike(client, path, plain, app);
        const { record } = await client.get(`${path}${id}/`);
        const written = await client.patch(`${path}${id}/`, record);
        expect(written.summary, written.text).to.equal('200');
        expect(own((await client.get(`${path}${id}/`)).record)).to.deep.equal(own(record));
        expect((await client.patch(path, { id, ...record, [change]: '7' })).summary).to.equal('200');
        expect(own((await client.get(`${path}${id}/`)).record)).to.deep.equal({ ...own(record), [change]: '7' });
      }
    });

    it(`is accepted in XML: ${path} ${JSON.stringify(sample).slice(0, 40)}`, async () => {
      const [listed] = (await server.client.list(path)).slice(-1);
      const id = listed?.id ?? listed?.vlanId ?? listed?.vrfId ?? listed?.tid;
      const before = (await server.client.get(`${path}${id}/`)).record;
      const { text } = await server.client.send({ method: 'GET', target: `${path}${id}/`, headers: xml });
      const body = /<data>.*<\/data>/s.exec(text)?.[0] ?? '';
      expect(body).to.contain('<');
      const written = await server.client.send({ method: 'PATCH', target: `${path}${id}/`, headers: xml, body });
      expect(written.status, written.text).to.equal(200);
      expect(own((await server.client.get(`${path}${id}/`)).record)).to.deep.equal(own(before));
    });
  }

  /** Creates another record of the same kind with its own unique fields. Returns its id. */
  async function createAlike(client: ApiClient, path: string, sample: Readonly<Record<string, unknown>>, app: string) {
    const n = app === 'links' ? 2 : 3;
    const others = {
      ...(typeof sample.name === 'string' ? { name: `${sample.name}${n}` } : {}),
      ...(sample.title ? { title: `ACME ${n}` } : {}),
      ...(sample.code ? { code: `abc${n}` } : {}),
      ...(sample.ip ? { ip: `10.0.0.${n * 10}` } : {}),
      ...(sample.first ? { first: `10.0.${n}.1`, last: `10.0.${n}.9` } : {}),
      ...(sample.rack ? { rack_start: n * 2 } : {}),
    };
    return (await client.post(path, { ...sample, ...others })).id;
  }

  it('is accepted as returned in lists, with expanded permissions and location', async () => {
    const { client } = server;
    await client.patch('/subnets/1/permissions/', { Guests: 'ro', Operators: 'rwa' });
    const before = (await client.get('/subnets/1/')).record;
    const [listed] = (await client.get('/subnets/?filter_by=id&filter_value=1')).records;
    expect(listed?.location).to.include({ name: 'Here', custom_floor: '3' });
    expect(listed?.permissions).to.be.an('array').with.length(2);
    expect((await client.patch('/subnets/1/', listed)).summary).to.equal('200');
    expect(own((await client.get('/subnets/1/')).record)).to.deep.equal(own(before));
    const [inSection] = (await client.get('/sections/1/subnets/addresses/?filter_by=id&filter_value=1')).records;
    expect(inSection).to.include.keys('usage', 'addresses', 'gatewayId', 'nameservers');
    expect((await client.patch('/subnets/1/', inSection)).summary).to.equal('200');
    const target = '/subnets/?filter_by=id&filter_value=1';
    const { text } = await client.send({ method: 'GET', target, headers: xml });
    const body = /<item0>.*<\/item0>(?=<\/data>)/s.exec(text)?.[0] ?? '';
    expect((await client.send({ method: 'PATCH', target: '/subnets/1/', headers: xml, body })).status).to.equal(200);
    expect(own((await client.get('/subnets/1/')).record)).to.deep.equal(own(before));
  });

  it('may contain IP and subnet of an address in any spelling, but no other values', async () => {
    const { client } = server;
    const six = await client.post('/subnets/', { ...network, subnet: '2001:db8:1::', mask: 64 });
    const { id } = await client.post('/addresses/', { subnetId: six.id, ip: '2001:db8:1::a' });
    for (const ip of ['2001:db8:1::a', '2001:0DB8:1:0:0:0:0:A', '42540766411283801782723599580828532746'])
      expect((await client.patch(`/addresses/${id}/`, { ip, subnetId: `${six.id}`, note: 'x' })).summary, ip).to.equal('200');
    expect((await client.patch(`/addresses/${id}/`, { ip_addr: '2001:db8:1::a', note: 'y' })).summary).to.equal('200');
    for (const ip of ['2001:db8:1::b', '', null, 'x'])
      expect((await client.patch(`/addresses/${id}/`, { ip, note: 'x' })).summary).to.equal('400 IP address cannot be changed');
    for (const subnetId of [1, '', null, 'x'])
      expect((await client.patch(`/addresses/${id}/`, { subnetId, note: 'x' })).summary).to.equal('400 Subnet cannot be changed');
  });

  it('may contain the current network, mask and tag of a subnet, but no other values', async () => {
    const { client } = server;
    const patch = async (body: object) => (await client.patch('/subnets/1/', { description: 'x', ...body })).summary;
    for (const body of [
      { subnet: '10.0.0.0' },
      { subnet: '167772160', mask: '16' },
      { mask: 16 },
      { tag: 2 },
      { tag: '2', state: 3 },
    ])
      expect(await patch(body), JSON.stringify(body)).to.equal('200');
    expect((await client.get('/subnets/1/')).record.tag).to.equal('3');
    expect(await patch({ subnet: '10.0.0.1' })).to.equal('400 Subnet cannot be changed');
    expect(await patch({ subnet: null })).to.equal('400 Subnet cannot be changed');
    expect(await patch({ mask: 17 })).to.equal('400 To change mask use resize method');
    expect(await patch({ tag: 2 })).to.equal('400 Invalid request key tag');
    expect((await client.patch('/subnets/4711/', { mask: 17 })).summary).to.equal('404 Invalid subnet Id (4711)');
  });

  it('may not contain unknown fields; a new record may not contain computed ones', async () => {
    const { client } = server;
    expect((await client.patch('/subnets/1/', { bogus: 1 })).summary).to.equal('400 Invalid request key bogus');
    expect((await client.patch('/sections/1/', { calculation: {} })).summary).to.equal('400 Invalid request key calculation');
    expect((await client.patch('/addresses/1/', { prefix: '10.0.0.0/8' })).summary).to.equal('400 Invalid request key prefix');
    expect((await client.patch('/subnets/1/', { prefix: '10.0.0.0/8' })).summary).to.equal('400 Invalid request key prefix');
    for (const name of ['editDate', 'links', 'usage', 'gatewayId'])
      expect((await client.post('/subnets/', { ...network, [name]: '1' })).summary).to.equal(`400 Invalid request key ${name}`);
    expect((await client.patch('/subnets/1/', { editDate: '2020-01-01', usage: {} })).summary).to.equal(
      '400 No values to update',
    );
  });

  it('may contain null for an unset date, in a new record too', async () => {
    const { client } = server;
    const { id } = await client.post('/subnets/', {
      ...network,
      subnet: '10.9.0.0',
      lastScan: null,
      lastDiscovery: null,
      state: null,
    });
    expect((await client.get(`/subnets/${id}/`)).record).to.include({ lastScan: null, tag: '2' });
    expect((await client.patch(`/subnets/${id}/`, { lastScan: null })).summary).to.equal('200');
    expect((await client.patch(`/subnets/${id}/`, { state: null })).summary).to.equal('200');
    expect((await client.get(`/subnets/${id}/`)).record.tag).to.equal('2');
    expect((await client.post('/tools/scanagents/', { name: 'new', last_access: null })).status).to.equal(201);
  });
});
