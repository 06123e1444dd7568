import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('The data of the console', () => {
  let server: ApiServer;
  let guest: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    guest = await server.signIn('guest', 'main');
    const { client } = server;
    await client.post('/sections/', { name: 'Offices', permissions: JSON.stringify({ 3: 1 }) });
    await client.post('/sections/', { name: 'Hidden' });
    const seen = JSON.stringify({ 3: 1 });
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1, permissions: seen });
    await client.post('/subnets/', {
      subnet: '10.0.4.0',
      mask: 24,
      sectionId: 1,
      masterSubnetId: 1,
      permissions: seen,
      threshold: 50,
    });
    await client.post('/subnets/', { subnet: '10.0.5.0', mask: 30, sectionId: 1, masterSubnetId: 1, permissions: seen });
    await client.post('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId: 2 });
    for (const subnet of [2, 3, 3, 4]) await client.post(`/addresses/first_free/${subnet}/`, {});
  });
  after(() => server.close());

  type RecordLists = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  const readLists = async (client: ApiClient, target: string) => (await client.get(target)).envelope.data as RecordLists;
  const overview = (client: ApiClient) => readLists(client, '/overview/');

  it('sums up sections by their top-level networks, and lists the fullest networks first', async () => {
    const { sections, fullest } = await overview(server.client);
    expect(sections).to.have.length(2);
    // The network and broadcast addresses of both children count as used in the parent.
    expect(sections?.find(({ id }) => id === '1')).to.include({
      name: 'Offices',
      subnets: '3',
      used: '7',
      maxhosts: '65536',
      used6: '0',
    });
    expect(fullest?.map(({ subnet, used, maxhosts }) => [subnet, used, maxhosts])).to.deep.equal([
      ['10.0.5.0', '2', '2'],
      ['10.0.4.0', '1', '254'],
      ['10.9.0.0', '1', '254'],
    ]);
    expect(fullest?.[1]).to.include({ threshold: '50' });
  });

  it('counts only networks that the caller may see', async () => {
    const { sections, fullest } = await overview(guest);
    expect(sections?.map(({ name }) => name)).to.deep.equal(['Offices']);
    expect(fullest?.map(({ subnet }) => subnet)).to.deep.equal(['10.0.5.0', '10.0.4.0']);
    const map = await readLists(guest, '/map/10.0.0.0/8/');
    expect(JSON.stringify(map)).to.not.contain('10.9.0.0');
    expect(map.cells).to.have.length(1);
  });

  it('lists large networks of a map one by one, and sums up small ones in cells', async () => {
    const map = await readLists(server.client, '/map/10.0.0.0/8/?cells=20');
    expect(map.networks?.map(({ subnet, mask, isLeaf }) => [subnet, mask, isLeaf])).to.deep.equal([['10.0.0.0', '16', false]]);
    // 10.0.0.0/20 contains a /24 with one address of 254 and a /30 with two of two; 10.9.0.0/20 is the 144th cell.
    expect(map.cells).to.deep.equal([
      ['0', '2', '3', '256'],
      ['144', '1', '1', '254'],
    ]);
    const near = await readLists(server.client, '/map/10.0.4.0/22/');
    expect(near.networks?.map(({ subnet }) => subnet)).to.deep.equal(['10.0.0.0', '10.0.4.0', '10.0.5.0']);
    const section = await readLists(server.client, '/map/10.0.0.0/8/?sectionId=2');
    expect(section.cells).to.deep.equal([['144', '1', '1', '254']]);
  });

  it('refuses cell sizes outside the map, and malformed ids', async () => {
    const lengths = 'Invalid cells: a prefix length from 8 to 20 expected';
    for (const [query, code, message] of [
      ['cells=7', 'map.cells', lengths],
      ['cells=21', 'map.cells', lengths],
      ['cells=x', 'map.cells', lengths],
      ['vrfId=one', 'map.id', 'Invalid vrfId: an id expected'],
    ] as const)
      expect((await server.client.get(`/map/10.0.0.0/8/?${query}`)).summary, code).to.equal(`400 ${message}`);
    expect((await server.client.get('/map/10.0.0.1/8/')).summary).to.match(/^400 /);
  });

  it('describes every kind of record, with its custom fields', async () => {
    const field = { on: 'vlans', name: 'custom_floor', type: "enum('1','2')", nullable: true, default: null, comment: 'Where' };
    await server.provision({ customFields: [field] });
    const kinds = (await server.client.get('/kinds/')).envelope.data as { name: string; path: string; fields: object[] }[];
    expect(kinds.map(({ name }) => name)).to.include.members(['section', 'subnet', 'address', 'vlan', 'device', 'nat']);
    const vlan = kinds.find(({ name }) => name === 'vlan');
    expect(vlan?.path).to.equal('vlans');
    expect(vlan?.fields.at(-1)).to.deep.include({ name: 'custom_floor', type: 'enum', isCustom: true, comment: 'Where' });
    for (const { path } of kinds) expect((await server.client.get(`/${path}/`)).status, String(path)).to.be.oneOf([200, 404]);
  });

  it('returns changes newest first, page by page, each once, and only those that the caller may see', async () => {
    const back = async (client: ApiClient, limit: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let before: unknown = 'now'; before !== null; ) {
        const { record } = await client.get(`/changes/?before=${before}&limit=${limit}`);
        ids.push(...(record.changes as { id: unknown }[]).map(({ id }) => String(id)));
        before = record.before;
      }
      return ids;
    };
    const forward = await readLists(server.client, '/changes/?limit=1000');
    const expected = (forward.changes ?? []).map(({ id }) => String(id)).reverse();
    expect(expected.length).to.be.greaterThan(9);
    for (const limit of [1, 4, 1000]) expect(await back(server.client, limit), String(limit)).to.deep.equal(expected);
    const forGuest = (await readLists(guest, '/changes/?limit=1000')).changes ?? [];
    expect(await back(guest, 3)).to.deep.equal(forGuest.map(({ id }) => String(id)).reverse());
    expect((await server.client.get('/changes/?before=nonsense!')).summary).to.match(/^400 Invalid after/);
  });
});
