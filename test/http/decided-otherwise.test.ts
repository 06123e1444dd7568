import { expect } from 'chai';
import type { ApiClient } from '../support/api-client.js';
import { ApiServer } from '../support/api-server.js';

describe('Deviations from the reference', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    const fields = ['custom_customer_type', 'csid'].map((name) => ({ on: 'subnets', name, type: 'varchar(32)' }));
    const link = { on: 'addresses', name: 'custom_link', type: "enum('Host1','Other')" };
    const external = { on: 'addresses', name: 'csid', type: 'varchar(32)' };
    server = await ApiServer.start({
      provision: { customFields: [...fields, link, external], settings: { linkField: 'custom_link' } },
    });
    client = server.client;
  });
  after(() => server.close());

  const strict = async (name: string) => (await client.post('/sections/', { name, strictMode: 1 })).id;

  it('let a network grow over one of another VRF, but not over one of its own VRF', async () => {
    const sectionId = await strict('Resizing');
    const vrfId = (await client.post('/vrf/', { name: 'resizing' })).id;
    const { id } = await client.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId });
    await client.post('/subnets/', { subnet: '10.0.1.0', mask: 24, sectionId, vrfId });
    expect((await client.patch(`/subnets/${id}/resize/`, { mask: 23 })).summary).to.equal('200');
    await client.post('/subnets/', { subnet: '10.0.2.0', mask: 24, sectionId });
    expect((await client.patch(`/subnets/${id}/resize/`, { mask: 22 })).status).to.equal(409);
  });

  it('refuse a change of VRF or section that causes an overlap', async () => {
    const [sectionId, other] = [await strict('Here'), await strict('There')];
    const vrfId = (await client.post('/vrf/', { name: 'moving' })).id;
    const network = { subnet: '10.0.0.0', mask: 24 };
    const { id } = await client.post('/subnets/', { ...network, sectionId, vrfId });
    await client.post('/subnets/', { ...network, sectionId });
    await client.post('/subnets/', { ...network, sectionId: other, vrfId });
    expect((await client.patch(`/subnets/${id}/`, { vrfId: 0 })).status).to.equal(409);
    expect((await client.patch(`/subnets/${id}/`, { sectionId: other })).status).to.equal(409);
    expect((await client.get(`/subnets/${id}/`)).record).to.include({ sectionId: String(sectionId), vrfId: String(vrfId) });
  });

  it('list candidates of a prefix and addresses in numeric order', async () => {
    const sectionId = (await client.post('/sections/', { name: 'Ordered' })).id;
    const subnets: number[] = [];
    for (const subnet of ['100.0.0.0', '9.0.0.0', '20.0.0.0'])
      subnets.push((await client.post('/subnets/', { subnet, mask: 24, sectionId, custom_customer_type: 'Lab', csid: 'X1' })).id);
    const ips = (records: readonly Readonly<Record<string, unknown>>[]) => records.map(({ ip, subnet }) => ip ?? subnet);
    const candidates = ['9.0.0.0', '20.0.0.0', '100.0.0.0'];
    for (const word of ['Lab', 'LAB', 'lab']) expect(ips(await client.list(`/prefix/${word}/`))).to.deep.equal(candidates);
    for (const [n, place] of ['100.0.0.10', '9.0.0.9', '20.0.0.1', '9.0.0.10'].entries()) {
      const subnetId = subnets[['100', '9', '20', '9'].indexOf(place.split('.')[0] ?? '')];
      const given = { hostname: 'h.example', mac: '00:00:00:00:00:01', custom_link: 'Host1', csid: 'X1', owner: String(n) };
      expect((await client.post('/addresses/', { subnetId, ip: place, ...given })).status).to.equal(201);
    }
    const sorted = ['9.0.0.9', '9.0.0.10', '20.0.0.1', '100.0.0.10'];
    for (const path of ['/addresses/search_hostbase/h/', '/addresses/search_mac/000000000001/', '/addresses/tags/2/addresses/'])
      expect(ips(await client.list(path)), path).to.deep.equal(sorted);
    expect(ips(await client.list('/addresses/search_linked/HOST1/'))).to.have.members(sorted);
    const external = (await client.get('/prefix/external_id/x1/')).record as Record<'subnets' | 'addresses', []>;
    expect(ips(external.addresses)).to.deep.equal(sorted);
    expect(ips(external.subnets)).to.deep.equal(candidates);
    const made = await client.post('/prefix/lAB/v4/26/', {});
    expect(made.envelope.data).to.equal('9.0.0.0/26');
  });

  it('return null for unset permissions in every list', async () => {
    const sectionId = (await client.post('/sections/', { name: 'Open' })).id;
    const { id } = await client.post('/subnets/', { subnet: '30.0.0.0', mask: 24, sectionId });
    const section = (await client.list('/sections/')).find((record) => record.id === String(sectionId));
    expect(section).to.include({ permissions: null });
    const paths = [
      '/subnets/',
      `/sections/${sectionId}/subnets/`,
      '/subnets/cidr/30.0.0.0/24/',
      `/subnets/${id}/slaves_recursive/`,
    ];
    for (const path of paths) {
      const record = (await client.list(path)).find((each) => each.id === String(id));
      expect(record, path).to.include({ permissions: null });
    }
    expect((await client.get(`/subnets/${id}/`)).record).to.include({ permissions: null });
  });

  it('require the names of locations, racks, scan agents, tags and customers', async () => {
    const kinds = { locations: 'name', racks: 'name', scanagents: 'name', tags: 'type', customers: 'title' };
    for (const [tool, field] of Object.entries(kinds)) {
      for (const body of [{ description: 'x' }, { [field]: '' }, { [field]: null }]) {
        const given = tool === 'customers' || tool === 'tags' ? { [field]: Object.values(body)[0] === 'x' ? null : '' } : body;
        expect((await client.post(`/tools/${tool}/`, given)).summary, tool).to.equal(`400 ${field} is required`);
      }
    }
  });
});
