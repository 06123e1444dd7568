import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';

describe('A network in a section', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
  });
  after(() => server.close());

  const section = async (name: string, strictMode = 0): Promise<number> =>
    (await client.post('/sections/', { name, strictMode, permissions: '{"2":"1"}' })).id;
  const network = async (sectionId: number, cidr: string, further: object = {}): Promise<number> => {
    const [subnet, mask] = cidr.split('/');
    return (await client.post('/subnets/', { subnet, mask, sectionId, ...further })).id;
  };
  const sectionOf = async (id: number) => (await client.get(`/subnets/${id}/`)).record.sectionId;

  it('refuses a parent in another section with 409', async () => {
    const [one, two] = [await section('Here'), await section('There')];
    const parent = await network(one, '10.0.0.0/8');
    const body = { subnet: '10.1.0.0', mask: '16', sectionId: two, masterSubnetId: parent };
    const text = `409 Master subnet belongs to another section (id ${one})`;
    expect((await client.post('/subnets/', body)).summary).to.equal(text);
    const child = await network(one, '10.2.0.0/16', { masterSubnetId: parent });
    expect((await client.patch(`/subnets/${child}/`, { sectionId: two })).summary).to.equal(text);
    expect(await sectionOf(child)).to.equal(String(one));
  });

  it('moves the networks below it to its new section', async () => {
    const [one, two] = [await section('From here'), await section('To there')];
    const parent = await network(one, '10.0.0.0/8');
    const child = await network(one, '10.1.0.0/16', { masterSubnetId: parent });
    const grandchild = await network(one, '10.1.1.0/24', { masterSubnetId: child });
    expect((await client.patch(`/subnets/${parent}/`, { sectionId: two })).summary).to.equal('200');
    expect(await Promise.all([parent, child, grandchild].map(sectionOf))).to.deep.equal([two, two, two].map(String));
  });

  it('does not move when networks below it would overlap in a strict section', async () => {
    const [one, two] = [await section('Loose'), await section('Strict', 1)];
    const parent = await network(one, '10.0.0.0/8');
    const child = await network(one, '10.1.0.0/16', { masterSubnetId: parent });
    const twin = await network(one, '10.1.0.0/16', { masterSubnetId: parent });
    expect((await client.patch(`/subnets/${parent}/`, { sectionId: two })).summary).to.equal(
      `409 10.1.0.0/16 (subnet ${child}) would overlap 10.1.0.0/16 (subnet ${twin}) in a strict section`,
    );
    expect(await sectionOf(parent)).to.equal(String(one));
  });

  it('that overlaps another one prevents its section from becoming strict', async () => {
    const one = await section('Overlaps');
    const [first, second] = [await network(one, '10.0.0.0/24'), await network(one, '10.0.0.0/24')];
    expect((await client.patch(`/sections/${one}/`, { strictMode: 1 })).summary).to.equal(
      `409 10.0.0.0/24 (subnet ${first}) would overlap 10.0.0.0/24 (subnet ${second}) in a strict section`,
    );
  });
});
