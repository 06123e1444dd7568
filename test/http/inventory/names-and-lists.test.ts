import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('Names and lists of records', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    await client.post('/sections/', { name: 'Home' });
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 8, sectionId: 1 });
  });
  after(() => server.close());

  it('refuse permissions of groups that do not exist', async () => {
    const unknown = '404 Invalid group identifier 99';
    const permissions = '{"3":"1","99":"2"}';
    expect((await client.post('/sections/', { name: 'Other', permissions })).summary).to.equal(unknown);
    expect((await client.patch('/sections/1/', { permissions })).summary).to.equal(unknown);
    expect((await client.patch('/subnets/1/', { permissions })).summary).to.equal(unknown);
    expect((await client.patch('/subnets/1/permissions/', { 99: 2 })).summary).to.equal(unknown);
    expect((await client.patch('/subnets/1/permissions/', { Nosuch: 2 })).summary).to.equal(
      '404 Invalid group identifier Nosuch',
    );
    expect((await client.get('/subnets/1/')).record.permissions).to.equal(null);
    expect((await client.get('/sections/')).records).to.have.length(1);
    const replaced = await client.post('/subnets/', { subnet: '11.0.0.0', mask: 8, sectionId: 1, permissions });
    expect(replaced.summary).to.equal('201');
    for (const map of ['{"3":"1"}', { 2: 3 }, '{}', null])
      expect((await client.patch('/sections/1/', { permissions: map })).summary).to.equal('200');
  });

  it('match group names in any case', async () => {
    const answer = await client.patch('/subnets/1/permissions/', { OPERATORS: 'rwa', guests: 'ro' });
    expect(answer.record).to.deep.equal({ Operators: 'rwa', Guests: 'ro' });
    await server.provision({ users: [{ username: 'operator', groups: ['oPERATORS', 'GUESTS'] }] });
    await server.provision({ groups: [{ name: 'OPERATORS', description: 'renamed' }] });
    const users = (await client.get('/user/all/')).records;
    expect(users.find(({ username }) => username === 'operator')?.groups).to.equal('{"2":"2","3":"3"}');
    expect((await client.patch('/subnets/1/permissions/', { operators: 'ro' })).record).to.deep.equal({ OPERATORS: 'ro' });
  });

  it('omit a deleted section from lists of sections, and return 0 for an empty list', async () => {
    const { id } = await client.post('/sections/', { name: 'Leaving' });
    const paths = {
      '/vrf/': { name: 'V' },
      '/l2domains/': { name: 'L' },
      '/devices/': { hostname: 'd' },
      '/tools/nameservers/': { name: 'N' },
    };
    const made: string[] = [];
    for (const [path, body] of Object.entries(paths))
      made.push(`${path}${(await client.post(path, { ...body, sections: `${id}` })).id}/`);
    await client.delete(`/sections/${id}/`);
    for (const path of made) {
      const { record } = await client.get(path);
      expect(record.sections ?? record.permissions, path).to.equal('0');
      expect((await client.patch(path, record)).summary).to.equal('200');
      expect((await client.get(path)).record).to.include({ [path.includes('nameservers') ? 'permissions' : 'sections']: '0' });
      expect((await client.patch(path, { sections: '0;1' })).status).to.equal(400);
      expect((await client.patch(path, { sections: null })).summary).to.equal('200');
    }
  });

  it('allow each VRF name once, in any case', async () => {
    const { id } = await client.post('/vrf/', { name: 'Blue' });
    expect((await client.post('/vrf/', { name: 'BLUE' })).summary).to.equal('409 VRF with that name already exists');
    expect((await client.post('/vrf/', { name: 'Blue 2' })).summary).to.equal('201');
    expect((await client.patch(`/vrf/${id}/`, { name: 'blue 2' })).summary).to.equal('409 VRF with that name already exists');
    expect((await client.patch(`/vrf/${id}/`, { name: 'BLUE' })).summary).to.equal('200');
    expect((await client.get(`/vrf/${id}/`)).record.name).to.equal('BLUE');
  });

  it('allow each VLAN number once per domain when the settings require it, also in changes and moves', async () => {
    const domainId = (await client.post('/l2domains/', { name: 'campus' })).id;
    const create = async (number: number, domain: number) =>
      (await client.post('/vlan/', { name: 'v', number, domainId: domain })).id;
    const [first, second, other] = [await create(1, 1), await create(2, 1), await create(1, domainId)];
    await server.provision({ settings: { uniqueVlanNumbers: true } });
    const taken = '409 Vlan already exists';
    expect((await client.patch(`/vlan/${second}/`, { number: 1 })).summary).to.equal(taken);
    expect((await client.patch(`/vlan/${other}/`, { domainId: 1 })).summary).to.equal(taken);
    expect((await client.patch(`/vlan/${first}/`, { number: '1', domainId: null, name: 'w' })).summary).to.equal('200');
    expect((await client.delete(`/l2domains/${domainId}/`)).summary).to.equal(taken);
    expect((await client.patch(`/vlan/${other}/`, { number: 3, domainId: 1 })).summary).to.equal('200');
    expect((await client.delete(`/l2domains/${domainId}/`)).summary).to.equal('200');
    await server.provision({ settings: { uniqueVlanNumbers: false } });
    expect((await client.patch(`/vlan/${second}/`, { number: 1 })).summary).to.equal('200');
  });

  it('order the subnets of a VRF by network, and of a section by its subnetOrdering', async () => {
    const section = (await client.post('/sections/', { name: 'Ordered', subnetOrdering: 'description,desc' })).id;
    const vrfId = (await client.post('/vrf/', { name: 'ordered' })).id;
    for (const [subnet, description] of [
      ['10.2.0.0', 'b'],
      ['9.0.0.0', 'C'],
      ['10.1.0.0', 'A'],
    ])
      await client.post('/subnets/', { subnet, mask: 16, sectionId: section, vrfId, description });
    for (const description of ['y', 'Z', 'X']) await client.post('/folders/', { isFolder: 1, sectionId: section, description });
    const networks = (await client.get(`/vrf/${vrfId}/subnets/`)).records.map(({ subnet }) => subnet);
    expect(networks).to.deep.equal(['9.0.0.0', '10.1.0.0', '10.2.0.0']);
    const listed = async () => (await client.get(`/sections/${section}/subnets/`)).records.map(({ description }) => description);
    expect(await listed()).to.deep.equal(['Z', 'y', 'X', 'C', 'b', 'A']);
    await client.patch(`/sections/${section}/`, { subnetOrdering: 'description,asc' });
    expect(await listed()).to.deep.equal(['X', 'y', 'Z', 'A', 'b', 'C']);
    await client.patch(`/sections/${section}/`, { subnetOrdering: 'subnet,desc' });
    expect(await listed()).to.deep.equal(['X', 'y', 'Z', 'b', 'A', 'C']);
  });
});
