import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const huge = '99999999999';

describe('an id that no record can have', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start({ provision: { settings: { defaults: { subnetScanAgent: null } } } });
    client = server.client;
    await client.post('/sections/', { name: 'Home' });
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1 });
  });
  after(() => server.close());

  for (const id of ['-1', '0', '1.5', huge]) {
    it(`is returned in errors as it was sent: ${id}`, async () => {
      expect((await client.get(`/subnets/${id}/`)).summary).to.equal(`400 Invalid subnet Id (${id})`);
      const unknown = `404 Invalid subnet Id (${id})`;
      for (const path of ['usage', 'slaves', 'slaves_recursive', 'addresses', 'first_free', 'first_subnet/24', 'changelog'])
        expect((await client.get(`/subnets/${id}/${path}/`)).summary, path).to.equal(unknown);
      expect((await client.patch(`/subnets/${id}/`, { description: 'x' })).summary).to.equal(unknown);
      expect((await client.patch('/subnets/', { id, description: 'x' })).summary).to.equal(unknown);
      for (const path of ['resize', 'split', 'permissions'])
        expect((await client.patch(`/subnets/${id}/${path}/`, { mask: 24, number: 2 })).summary, path).to.equal(unknown);
      expect((await client.delete(`/subnets/${id}/`)).summary).to.equal(unknown);
      expect((await client.delete(`/subnets/${id}/truncate/`)).summary).to.equal(unknown);
      const noSection = `400 Section id (${id}) does not exist`;
      expect((await client.post('/subnets/', { subnet: '10.1.0.0', mask: 16, sectionId: id })).summary).to.equal(noSection);
      expect((await client.patch('/subnets/1/', { sectionId: id })).summary).to.equal(noSection);
    });

    it(`is refused by all tools: ${id}`, async () => {
      for (const tool of [
        'scanagents',
        'tags',
        'locations',
        'racks',
        'nat',
        'customers',
        'device_types',
        'nameservers',
        'devices',
      ]) {
        expect((await client.delete(`/tools/${tool}/${id}/`)).summary, tool).to.equal('400 Invalid identifier');
        expect((await client.patch(`/tools/${tool}/${id}/`, { name: 'x' })).summary, tool).to.equal('400 Invalid identifier');
      }
    });
  }

  it('is not numeric: a section with such an id returns 400', async () => {
    const body = { subnet: '10.1.0.0', mask: 16 };
    expect((await client.post('/subnets/', { ...body, sectionId: 'abc' })).summary).to.equal(
      '400 Section Id must be numeric (abc)',
    );
    expect((await client.post('/subnets/', { ...body, sectionId: '' })).summary).to.equal('400 Invalid Section ()');
  });
});

describe('a filter on a list that is empty', () => {
  let server: ApiServer;

  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const lists = [
    ...['sections', 'subnets', 'subnets/all', 'folders', 'addresses', 'addresses/all', 'vlans', 'vlan', 'vrfs', 'vrf', 'devices'],
    ...['addresses/search/10.0.0.1', 'addresses/search_hostname/a', 'addresses/search_hostbase/a'],
    ...['addresses/search_mac/00:00:00:00:00:01', 'addresses/search_linked/x', 'addresses/tags/2/addresses'],
    ...['subnets/cidr/10.0.0.0/8', 'subnets/search/10.0.0.0/8', 'subnets/overlapping/10.0.0.0/8'],
    ...['sections/1/subnets', 'sections/1/subnets/addresses', 'sections/none/subnets', 'vlans/search/7', 'vlans/search/x'],
    ...['l2domains/1/vlans', 'devices/1/subnets', 'devices/1/addresses', 'devices/search/x'],
    ...['tools/devices', 'tools/vlans', 'tools/vrfs', 'tools/nameservers', 'tools/locations', 'tools/racks', 'tools/nat'],
    ...['tools/customers', 'tools/device_types/1/devices', 'tools/tags/1/addresses', 'tools/locations/1/subnets'],
  ];

  for (const path of lists) {
    it(`finds nothing: ${path}`, async () => {
      const filtered = await server.client.get(`/${path}/?filter_by=description&filter_value=x`);
      expect(filtered.summary).to.equal('404 No results (filter applied)');
      expect((await server.client.get(`/${path}/?filter_by=description`)).summary).to.equal('400 Missing filter_value');
      const xml = { 'Content-Type': 'application/xml' };
      const target = `/${path}/?filter_by=description&filter_value=x`;
      expect((await server.client.send({ method: 'GET', target, headers: xml })).text).to.contain('No results (filter applied)');
    });
  }

  it('differs from no filter: sections return 200 without data', async () => {
    const answer = await server.client.get('/sections/');
    expect(answer.summary).to.equal('200');
    expect(answer.envelope).to.include({ message: 'No sections available' }).and.not.have.property('data');
    expect((await server.client.get('/subnets/')).summary).to.equal('404 No subnets found');
  });
});
