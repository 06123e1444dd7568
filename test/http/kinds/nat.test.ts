import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('/tools/nat/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let subnet: number;
  let address: number;
  const create = async (path: string, body: object) => (await client.post(path, body)).id;
  const createRule = (src: unknown, dst: unknown = null) => create('/tools/nat/', { name: 'n', src, dst });

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    const sectionId = await create('/sections/', { name: 'Of NAT', permissions: { 2: 1 } });
    subnet = await create('/subnets/', { subnet: '10.4.0.0', mask: 24, sectionId });
    address = await create('/addresses/', { subnetId: subnet, ip: '10.4.0.1' });
  });
  after(() => server.close());

  it('accepts the translated ids as objects or as JSON text, and shows JSON text', async () => {
    const src = { ipaddresses: [String(address)], subnets: [String(subnet)] };
    for (const id of [await createRule(src), await createRule(JSON.stringify(src))]) {
      expect((await client.get(`/tools/nat/${id}/`)).record).to.include({ src: JSON.stringify(src), dst: null });
      expect((await client.get(`/tools/nat/${id}/objects/`)).record).to.deep.include({
        id: String(id),
        name: 'n',
        src,
        dst: null,
      });
    }
  });

  it('shows the full records of the translated objects', async () => {
    const id = await createRule({ ipaddresses: [address] }, { subnets: [subnet], ipaddresses: [] });
    const { src, dst } = (await client.get(`/tools/nat/${id}/objects_full/`)).record;
    expect(src).to.have.keys('ipaddresses').and.have.nested.property('ipaddresses[0].ip', '10.4.0.1');
    expect(dst).to.have.nested.property('subnets[0].subnet', '10.4.0.0');
    expect(dst).to.have.deep.property('ipaddresses', []);
  });

  it('hides translated objects from callers without permission', async () => {
    const id = await createRule({ ipaddresses: [address], subnets: [subnet] });
    const guest = await server.signIn('guest', 'main');
    expect((await guest.get(`/tools/nat/${id}/objects_full/`)).record.src).to.deep.equal({ ipaddresses: [], subnets: [] });
    const operator = await server.signIn('operator', 'main');
    expect((await operator.get(`/tools/nat/${id}/objects_full/`)).record.src).to.have.nested.property('subnets[0].subnet');
  });

  it('refuses unknown ids and values that are not lists of ids', async () => {
    const post = (src: unknown) => client.post('/tools/nat/', { name: 'n', src });
    expect((await post({ ipaddresses: [4711] })).summary).to.equal('400 Invalid src: 4711 does not exist');
    expect((await post({ subnets: [4711] })).summary).to.equal('400 Invalid src: 4711 does not exist');
    for (const src of ['x', '[]', { ipaddresses: 1 }, { ipaddresses: ['x'] }, { devices: [1] }, { constructor: ['1'] }]) {
      expect((await post(src)).status, JSON.stringify(src)).to.equal(400);
    }
    const id = await createRule({ subnets: [subnet] });
    expect((await client.patch(`/tools/nat/${id}/`, { dst: { ipaddresses: [4711] } })).status).to.equal(400);
  });

  it('reports unknown and malformed ids of rules', async () => {
    for (const list of ['objects', 'objects_full']) {
      expect((await client.get(`/tools/nat/4711/${list}/`)).summary).to.equal('404 No objects found');
      expect((await client.get(`/tools/nat/abc/${list}/`)).summary).to.equal('400 Identifier must be numeric');
    }
  });

  it('drops deleted addresses and devices', async () => {
    const gone = await create('/addresses/', { subnetId: subnet, ip: '10.4.0.2' });
    const device = await create('/devices/', { hostname: 'h' });
    const id = await createRule({ ipaddresses: [gone, address] });
    await client.patch(`/tools/nat/${id}/`, { device });
    await client.delete(`/addresses/${gone}/`);
    await client.delete(`/devices/${device}/`);
    const { record } = await client.get(`/tools/nat/${id}/objects/`);
    expect(record).to.deep.include({ src: { ipaddresses: [String(address)] }, device: null });
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
