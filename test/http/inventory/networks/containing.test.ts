import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';

describe('Networks that contain an address', () => {
  let server: ApiServer;
  let client: ApiClient;
  const ids: Record<string, number> = {};
  const sections = ['Office', 'Lab'];
  const network = async (name: string, sectionId: number | undefined, cidr: string, fields: object = {}) => {
    const [subnet, mask] = cidr.split('/');
    ids[name] = (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  };
  const namesAt = async (target: string) => {
    const found = (await client.get(target)).records.map(({ id }) => Number(id));
    return found.map((id) => Object.keys(ids).find((name) => ids[name] === id && !sections.includes(name)));
  };
  const create = (fields: object) => client.post('/addresses/', fields);

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    for (const name of sections) ids[name] = (await client.post('/sections/', { name, strictMode: 0 })).id;
    const red = (await client.post('/vrfs/', { name: 'red' })).id;
    const [office, lab] = [ids.Office, ids.Lab];
    await network('office8', office, '10.0.0.0/8');
    await network('office16', office, '10.1.0.0/16', { masterSubnetId: ids.office8 });
    await network('office24', office, '10.1.2.0/24', { masterSubnetId: ids.office16 });
    await network('red16', office, '10.1.0.0/16', { vrfId: red });
    await network('lab12', lab, '10.0.0.0/12');
    await network('six', lab, '2001:db8::/32');
    await client.post('/folders/', { sectionId: office, description: 'Folder', isFolder: 1 });
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('are listed with the longest mask first, in all or the given sections and VRFs', async () => {
    expect(await namesAt('/subnets/containing/10.1.2.3/')).to.deep.equal(['office24', 'office16', 'red16', 'lab12', 'office8']);
    expect(await namesAt('/subnets/containing/10.1.2.3/?section=Lab')).to.deep.equal(['lab12']);
    expect(await namesAt(`/subnets/containing/10.1.2.3/?section=${ids.Office}&vrf=0`)).to.deep.equal([
      'office24',
      'office16',
      'office8',
    ]);
    expect(await namesAt('/subnets/containing/10.1.2.3/?vrf=RED')).to.deep.equal(['red16']);
    expect(await namesAt('/subnets/containing/2001:db8::1/?limit=1&filter[mask]=32')).to.deep.equal(['six']);
  });

  it('return errors like other lists', async () => {
    expect((await client.get('/subnets/containing/192.0.2.1/')).summary).to.equal('404 No subnets found');
    expect((await client.get('/subnets/containing/banana/')).summary).to.equal('400 Invalid address (banana)');
    expect((await client.get('/subnets/containing/10.0.0.1/?section=Nowhere')).summary).to.equal(
      '400 Invalid section: Nowhere does not exist',
    );
    expect((await client.get('/subnets/containing/10.0.0.1/?vrf=4711')).summary).to.equal('400 Invalid vrf: 4711 does not exist');
  });

  it('receive an address without a subnet id: the one with the longest mask', async () => {
    const answer = await create({ ip: '10.1.2.7', section: 'office', vrf: 0, hostname: 'printer' });
    expect(answer.status, answer.text).to.equal(201);
    const { subnetId, hostname } = (await client.get(`/addresses/${answer.id}/`)).record;
    expect([Number(subnetId), hostname]).to.deep.equal([ids.office24, 'printer']);
    const outside = await create({ ip: '10.1.3.7', section: ids.Office, vrf: '' });
    expect((await client.get(`/addresses/${outside.id}/`)).record.subnetId).to.equal(String(ids.office16));
  });

  it('are listed in a 409 when several could receive the address', async () => {
    const { summary } = await create({ ip: '10.1.2.8', section: 'Office' });
    expect(summary).to.equal(
      `409 Several subnets contain 10.1.2.8: ${ids.office24} (10.1.2.0/24 in section ${ids.Office}, VRF none), ` +
        `${ids.red16} (10.1.0.0/16 in section ${ids.Office}, VRF 1)`,
    );
    expect((await create({ ip: '10.1.2.8', vrf: 0 })).summary).to.match(/^409 Several subnets contain 10.1.2.8: /);
    expect((await create({ ip: '192.0.2.1', vrf: 0 })).summary).to.equal('404 No subnet contains 192.0.2.1');
    expect((await create({ ip: '10.1.2.7', section: 'Office', vrf: 0 })).summary).to.equal('409 IP address already exists');
  });

  it('are not searched with a subnet id, or without section and VRF', async () => {
    expect((await create({ ip: '10.1.2.9', subnetId: ids.office24, section: 'Office' })).summary).to.equal(
      '400 Invalid request key section',
    );
    expect((await create({ ip: '10.1.2.9' })).status).to.equal(400);
  });

  it('receive an address only once from simultaneous requests', async () => {
    const asked = Array.from({ length: 8 }, () => create({ ip: '10.1.2.77', section: 'Office', vrf: 0 }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([201, ...Array(7).fill(409)]);
  });
});
