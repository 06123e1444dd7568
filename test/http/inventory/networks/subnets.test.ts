import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';
import { created, membersOf, sendForm, sendXml, xmlOf } from '../../support/wire-texts.js';

const now = new Date(2024, 2, 1, 12, 0, 0);
const moment = '2024-03-01 12:00:00';

/** Defaults of a subnet that is created with only section, network and mask. */
const plain = {
  description: null,
  linked_subnet: null,
  firewallAddressObject: null,
  vrfId: '0',
  masterSubnetId: '0',
  allowRequests: '0',
  vlanId: '0',
  showName: '0',
  device: '0',
  permissions: null,
  pingSubnet: '0',
  discoverSubnet: '0',
  resolveDNS: '0',
  DNSrecursive: '0',
  DNSrecords: '0',
  nameserverId: '0',
  scanAgent: '1',
  customer_id: null,
  isFolder: '0',
  isFull: '0',
  isPool: '0',
  tag: '2',
  threshold: '0',
  location: null,
  editDate: null,
  lastScan: null,
  lastDiscovery: null,
};

const calculation = {
  ...{ Type: 'IPv4', 'IP address': '/', Network: '10.0.0.0', Broadcast: '10.0.0.255', 'Subnet bitmask': '24' },
  ...{
    'Subnet netmask': '255.255.255.0',
    'Subnet wildcard': '0.0.0.255',
    'Min host IP': '10.0.0.1',
    'Max host IP': '10.0.0.254',
  },
  ...{ 'Number of hosts': '254', 'Subnet Class': 'private A' },
};

describe('/subnets/ and /folders/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  const network = async (cidr: string, fields: object = {}) => {
    const [subnet, mask] = cidr.split('/');
    return (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  };
  const folder = async (fields: object = {}) => (await client.post('/folders/', { sectionId, isFolder: 1, ...fields })).id;
  const cidrsAt = async (target: string) => (await client.get(target)).records.map(({ subnet, mask }) => `${subnet}/${mask}`);
  const summaryOf = async (target: string) => (await client.get(target)).summary;

  beforeEach(async () => {
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Strict', strictMode: 1 })).id;
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  describe('create', () => {
    it('a network from JSON, a form, the query or XML, and return it unchanged', async () => {
      const answer = await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 });
      expect([answer.status, membersOf(answer)]).to.deep.equal([201, created('Subnet created', 1, '10.0.0.0/24')]);
      expect(answer.headers.location).to.equal('/api/main/subnets/1/');
      expect((await client.get('/subnets/1/')).record).to.deep.equal({
        ...{ id: '1', subnet: '10.0.0.0', mask: '24', sectionId: String(sectionId), ...plain, calculation },
      });
      const others = [
        await sendForm(client, 'POST', '/subnets/', `sectionId=${sectionId}&subnet=167837696&mask=24&state=3`),
        await client.send({ method: 'POST', target: `/subnets/?sectionId=${sectionId}&subnet=10.2.0.0&mask=24` }),
        await sendXml(
          client,
          'POST',
          '/subnets/',
          `<a><sectionId>${sectionId}</sectionId><subnet>2001:DB8:0::</subnet><mask>64</mask></a>`,
        ),
      ];
      expect(others.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
      expect(xmlOf(others[2] ?? answer)).to.equal(
        '<subnets><code>201</code><success>1</success><message>Subnet created</message><id>4</id><data>2001:db8::/64</data></subnets>',
      );
      expect((await client.get('/subnets/')).records.map(({ subnet, tag }) => [subnet, tag])).to.deep.equal([
        ...[
          ['10.0.0.0', '2'],
          ['10.1.0.0', '3'],
          ['10.2.0.0', '2'],
          ['2001:db8::', '2'],
        ],
      ]);
    });

    it('an IPv6 network, and return its calculation, in XML too', async () => {
      const id = await network('2001:db8::/64');
      const facts = {
        ...{ Type: 'IPv6', 'Host address': '/', 'Host address (uncompressed)': '/', 'Subnet prefix': '2001:db8::/64' },
        ...{
          'Prefix length': '64',
          'Subnet Reverse DNS': '0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
          'Min host IP': '2001:db8::',
        },
        ...{
          'Max host IP': '2001:db8::ffff:ffff:ffff:ffff',
          'Number of hosts': '18446744073709551616',
          'Address type': 'NET_IPV6',
        },
      };
      expect((await client.get(`/subnets/${id}/`)).record.calculation).to.deep.equal(facts);
      expect(xmlOf(await sendXml(client, 'GET', `/subnets/${id}/`))).to.contain(
        '<calculation><Type>IPv6</Type><Host_address>/</Host_address>',
      );
    });

    it('a folder, which only /folders/ shows and lists', async () => {
      const answer = await client.post('/folders/', { sectionId, isFolder: 1, description: 'group', subnet: 'x' });
      expect(membersOf(answer)).to.deep.equal(created('Subnet created', 1, '0.0.0.0/'));
      expect(answer.headers.location).to.equal('/api/main/subnets/1/');
      const id = await network('10.0.0.0/24');
      expect((await client.get('/folders/1/')).record).to.deep.equal({
        ...{
          id: '1',
          subnet: '0.0.0.0',
          mask: null,
          sectionId: String(sectionId),
          ...plain,
          isFolder: '1',
          description: 'group',
        },
      });
      expect((await client.get('/folders/')).records.map((record) => record.id)).to.deep.equal(['1']);
      expect((await client.get('/subnets/')).records.map((record) => record.id)).to.deep.equal([String(id)]);
      expect(await summaryOf('/subnets/1/')).to.equal('404 No subnets found');
      expect(await summaryOf(`/folders/${id}/`)).to.equal('404 No folders found');
    });

    it('a subnet with the permissions of its parent or section, not with sent ones', async () => {
      await client.patch(`/sections/${sectionId}/`, { permissions: '{"2":"1"}' });
      const master = await network('10.0.0.0/16', { permissions: '{"3":"3"}' });
      expect((await client.get(`/subnets/${master}/`)).record.permissions).to.equal('{"2":"1"}');
      await client.patch(`/subnets/${master}/permissions/`, { Guests: 'rw' });
      const child = await network('10.0.0.0/24', { masterSubnetId: master });
      expect((await client.get(`/subnets/${child}/`)).record).to.include({
        permissions: '{"3":"2"}',
        masterSubnetId: String(master),
      });
    });

    const refused: readonly (readonly [object, string])[] = [
      [{ subnet: undefined }, '400 Invalid CIDR format!'],
      [{ mask: undefined }, '400 Invalid CIDR format!'],
      [{ mask: 33 }, '400 Invalid netmask (33)'],
      [{ mask: '255.0.255.0' }, '400 Invalid netmask (255.0.255.0)'],
      [{ subnet: 'abc' }, '400 Invalid IP address! (abc)'],
      [{ subnet: '20z1::' }, '400 Invalid IPv6 address! (20z1::)'],
      [{ subnet: '10.50.0.7' }, '400 IP address cannot be subnet! (Consider using 10.50.0.0)'],
      [{ subnet: '2001:db8::7', mask: 64 }, '400 IP address cannot be subnet! (Consider using 2001:db8::/64)'],
      [{ masterSubnetId: 39 }, '404 Master Subnet does not exist (id=39)'],
      [{ masterSubnetId: 1 }, '409 Subnet is not within boundaries of its master subnet'],
      [{ masterSubnetId: 1, subnet: '10.0.0.0' }, '409 Subnet is not within boundaries of its master subnet'],
      [{ masterSubnetId: 1, isFolder: 1 }, '409 Parent is not a folder'],
      [{ subnet: '10.0.0.0' }, '409 Subnet 10.0.0.0/24 overlaps with 10.0.0.0/24 (taken) in section Strict'],
      [{ subnet: '10.0.0.0', mask: 16 }, '409 Subnet 10.0.0.0/16 overlaps with 10.0.0.0/24 (taken) in section Strict'],
      [{ sectionId: undefined }, '400 Invalid Section ()'],
      [{ sectionId: 'abc' }, '400 Section Id must be numeric (abc)'],
      [{ sectionId: 39 }, '400 Section id (39) does not exist'],
      [{ vlanId: 39 }, '404 Vlan does not exist'],
      [{ vrfId: 39 }, '404 VRF does not exist'],
      [{ tag: 2 }, '400 Invalid request key tag'],
      [{ nonsense: 1 }, '400 Invalid request key nonsense'],
      [{ threshold: 101 }, '400 Invalid threshold: not between 0 and 100'],
      [{ location: 39 }, '400 Invalid location: 39 does not exist'],
    ];
    for (const [fields, summary] of refused) {
      it(`nothing, but answer ${summary} to ${JSON.stringify(fields)}`, async () => {
        await network('10.0.0.0/24', { description: 'taken' });
        expect((await client.post('/subnets/', { sectionId, subnet: '10.50.0.0', mask: 24, ...fields })).summary).to.equal(
          summary,
        );
        expect(await cidrsAt('/subnets/')).to.deep.equal(['10.0.0.0/24']);
        expect(await summaryOf('/folders/')).to.equal('404 No folders found');
      });
    }

    it('nothing that overlaps a sibling', async () => {
      const masterSubnetId = await network('10.0.0.0/16');
      await network('10.0.1.0/24', { masterSubnetId });
      const answer = await client.post('/subnets/', { sectionId, subnet: '10.0.1.128', mask: 25, masterSubnetId });
      expect(answer.summary).to.equal('409 Subnet overlaps with 10.0.1.0/24');
    });
  });

  describe('read', () => {
    it('all with expanded permissions and location', async () => {
      expect(await summaryOf('/subnets/')).to.equal('404 No subnets found');
      const location = (await client.post('/tools/locations/', { name: 'here' })).id;
      const id = await network('10.0.0.0/24', { location });
      await network('10.1.0.0/24');
      await client.patch(`/subnets/${id}/permissions/`, { Operators: 'rw', Guests: 'ro' });
      for (const path of ['/subnets/', '/subnets/all/']) {
        const [first, second] = (await client.get(path)).records;
        expect(first?.permissions).to.deep.equal([
          {
            group_id: '3',
            permission: '1',
            name: 'Guests',
            desc: 'default Guest group (viewers)',
            members: [{ username: 'guest' }],
          },
          {
            group_id: '2',
            permission: '2',
            name: 'Operators',
            desc: 'default Operator group',
            members: [{ username: 'operator' }],
          },
        ]);
        expect(first?.location).to.include({ id: String(location), name: 'here' });
        expect(second).to.deep.include({ permissions: null, location: [] });
        expect(first).not.to.have.property('calculation');
      }
    });

    it('nothing for unknown and invalid ids', async () => {
      const words = [
        'usage',
        'slaves',
        'slaves_recursive',
        'addresses',
        'first_free',
        'first_subnet/25',
        'changelog',
        'nonsense',
      ];
      expect(await summaryOf('/subnets/39/')).to.equal('400 Invalid subnet Id (39)');
      expect(await summaryOf('/subnets/abc/')).to.equal('404 Invalid Id');
      for (const word of words) {
        expect(await summaryOf(`/subnets/39/${word}/`), word).to.equal('404 Invalid subnet Id (39)');
        expect(await summaryOf(`/subnets/abc/${word}/`), word).to.equal('400 Subnet Id must be numeric (abc)');
      }
      const id = await network('10.0.0.0/24');
      expect(await summaryOf(`/subnets/${id}/nonsense/`)).to.equal('400 Invalid request');
    });

    it('networks by CIDR: exactly, or all that overlap, in every section', async () => {
      const other = (await client.post('/sections/', { name: 'Other' })).id;
      const [own, twin] = [await network('10.0.0.0/24'), await network('10.0.0.0/24', { sectionId: other })];
      await network('10.0.0.0/16', { sectionId: other });
      await network('10.0.0.0/25', { sectionId: other });
      await network('2001:db8::/64');
      for (const word of ['cidr', 'search']) {
        const { records } = await client.get(`/subnets/${word}/10.0.0.0/24/`);
        expect(records.map(({ id }) => id)).to.deep.equal([String(own), String(twin)]);
        expect(records[0]).not.to.have.property('calculation');
        expect(await cidrsAt(`/subnets/${word}/2001:0DB8::0/64/`)).to.deep.equal(['2001:db8::/64']);
        for (const wrong of ['10.0.0.1/24', 'abc/24', '10.0.0.0/abc'])
          expect(await summaryOf(`/subnets/${word}/${wrong}/`), wrong).to.match(/^400 /);
        for (const none of ['10.0.0.0/26', '10.0.0.0'])
          expect(await summaryOf(`/subnets/${word}/${none}/`), none).to.equal('404 No subnets found');
        const filtered = await client.get(`/subnets/${word}/10.0.0.0/24/?filter_by=sectionId&filter_value=${other}`);
        expect(filtered.records.map(({ id }) => id)).to.deep.equal([String(twin)]);
      }
      expect(await cidrsAt('/subnets/overlapping/10.0.0.0/23/')).to.deep.equal([
        '10.0.0.0/25',
        '10.0.0.0/24',
        '10.0.0.0/24',
        '10.0.0.0/16',
      ]);
      expect(await summaryOf('/subnets/overlapping/10.9.0.0/24/')).to.equal('404 No subnets found');
      for (const wrong of ['10.0.0.1/24', 'abc/24'])
        expect(await summaryOf(`/subnets/overlapping/${wrong}/`), wrong).to.match(/^400 /);
    });

    it('the children of a subnet, and its whole subtree with the subnet itself', async () => {
      const master = await network('10.0.0.0/16');
      const [second, first] = [
        await network('10.0.10.0/24', { masterSubnetId: master }),
        await network('10.0.9.0/24', { masterSubnetId: master }),
      ];
      const grandchild = await network('10.0.9.0/25', { masterSubnetId: first });
      expect(await cidrsAt(`/subnets/${master}/slaves/`)).to.deep.equal(['10.0.9.0/24', '10.0.10.0/24']);
      expect(await summaryOf(`/subnets/${grandchild}/slaves/`)).to.equal('404 No slaves');
      const { records } = await client.get(`/subnets/${master}/slaves_recursive/`);
      expect(records.map(({ id }) => Number(id))).to.deep.equal([master, first, grandchild, second]);
      expect(records[2]).to.deep.equal((await client.get(`/subnets/${grandchild}/`)).record);
      expect(await cidrsAt(`/subnets/${grandchild}/slaves_recursive/`)).to.deep.equal(['10.0.9.0/25']);
    });

    it('usage by tag, for folders as the sum of their content', async () => {
      const group = await folder();
      const id = await network('10.0.0.0/29', { masterSubnetId: group });
      for (const [ip, tag] of [
        ['10.0.0.1', 2],
        ['10.0.0.2', 4],
        ['10.0.0.3', 4],
      ] as const)
        await client.post('/addresses/', { subnetId: id, ip, tag });
      const { data } = (await client.get(`/subnets/${id}/usage/`)).envelope;
      expect(data).to.deep.equal({
        ...{ Used: '1', Reserved: '0', DHCP: '2', DHCP_percent: 33.33, used: '3', Used_percent: 16.67, Reserved_percent: 0 },
        ...{ freehosts: '3', freehosts_percent: 50, maxhosts: '6' },
      });
      expect((await client.get(`/folders/${group}/usage/`)).record).to.include({ DHCP: '2' });
      const empty = await network('2001:db8::/64');
      expect((await client.get(`/subnets/${empty}/usage/`)).record).to.deep.equal({
        ...{ Used: '0', Reserved: '0', used: '0', Used_percent: 0, Reserved_percent: 0 },
        ...{ freehosts: '18446744073709551616', freehosts_percent: 100, maxhosts: '18446744073709551616' },
      });
    });

    it('the history of a subnet, newest first', async () => {
      const id = await network('10.0.0.0/24');
      await client.patch(`/subnets/${id}/`, { description: 'new' });
      const [edit, add] = (await client.get(`/subnets/${id}/changelog/`)).records;
      expect(edit).to.deep.equal({
        user: 'Admin',
        action: 'edit',
        result: 'success',
        date: moment,
        diff: ['description: NULL => new'],
      });
      expect(add).to.include({ action: 'add', user: 'Admin' });
    });

    it('links when the application shows links, for folders too', async () => {
      const ids = [await network('10.0.0.0/24'), await folder()];
      const linked = server.on('links');
      for (const [place, controller] of ['subnets', 'folders'].entries()) {
        const { links } = (await linked.get(`/${controller}/${ids[place]}/`)).record as {
          links: { rel: string; href: string }[];
        };
        expect(links.map(({ rel }) => rel)).to.deep.equal([
          ...['self', 'addresses', 'addresses/{ip}', 'usage', 'first_free', 'slaves', 'slaves_recursive'],
          ...['truncate', 'permissions', 'resize', 'split'],
        ]);
        expect(links[0]?.href).to.equal(`/api/links/subnets/${ids[place]}/`);
      }
    });
  });

  it('change a subnet by the id in the path or the body', async () => {
    const id = await network('10.0.0.0/24', { description: 'old' });
    const answers = [
      await client.patch(`/subnets/${id}/`, { description: 'new', state: 4 }),
      await client.patch('/subnets/', { id, showName: 1 }),
      await client.send({ method: 'PUT', target: `/subnets/${id}/?isFull=1` }),
    ];
    for (const answer of answers)
      expect(membersOf(answer)).to.deep.equal({ code: 200, success: true, message: 'Subnet updated' });
    expect((await client.get(`/subnets/${id}/`)).record).to.deep.equal({
      ...{ id: '1', subnet: '10.0.0.0', mask: '24', sectionId: String(sectionId), ...plain, calculation },
      ...{ description: 'new', tag: '4', showName: '1', isFull: '1', editDate: moment },
    });
    const pool = await network('10.1.0.0/30', { isPool: 1 });
    await client.post('/addresses/', { subnetId: pool, ip: '10.1.0.0' });
    const group = await folder();
    const refused = [
      [id, { subnet: '10.9.0.0' }, '400 Subnet cannot be changed'],
      [id, { mask: 25 }, '400 To change mask use resize method'],
      [id, { isFolder: 1 }, '400 isFolder cannot be changed'],
      [id, {}, '400 No values to update'],
      [id, { sectionId: 39 }, '400 Section id (39) does not exist'],
      [id, { sectionId: 'abc' }, '400 Section Id must be numeric (abc)'],
      [id, { masterSubnetId: 39 }, '404 Master Subnet does not exist (id=39)'],
      [id, { masterSubnetId: pool }, '409 Subnet is not within boundaries of its master subnet'],
      [id, { vlanId: 39 }, '404 Vlan does not exist'],
      [id, { vrfId: 39 }, '404 VRF does not exist'],
      [id, { nonsense: 1 }, '400 Invalid request key nonsense'],
      [pool, { isPool: 0 }, '409 Can not disable isPool, network or broadcast address is allocated'],
      [group, { masterSubnetId: group }, '409 Subnet cannot be below itself'],
      [39, { description: 'x' }, '404 Invalid subnet Id (39)'],
      ['abc', { description: 'x' }, '400 Subnet Id must be numeric (abc)'],
    ] as const;
    for (const [which, fields, summary] of refused)
      expect((await client.patch(`/subnets/${which}/`, fields)).summary, JSON.stringify(fields)).to.equal(summary);
    expect((await client.patch(`/subnets/${id}/nonsense/`, { mask: 1 })).summary).to.equal('400 Invalid parameters');
  });

  it('delete a subnet with all networks below it, or only its addresses', async () => {
    const master = await network('10.0.0.0/16');
    const child = await network('10.0.0.0/24', { masterSubnetId: master });
    for (const subnetId of [master, child]) await client.post('/addresses/', { subnetId, ip: '10.0.0.1' });
    const truncated = { code: 200, success: true, message: 'Subnet truncated' };
    for (let i = 0; i < 2; i++) expect(membersOf(await client.delete(`/subnets/${master}/truncate/`))).to.deep.equal(truncated);
    expect((await client.get('/addresses/')).records.map(({ subnetId }) => subnetId)).to.deep.equal([String(child)]);
    const deleted = { code: 200, success: true, message: 'Subnet deleted' };
    expect(membersOf(await client.delete(`/subnets/${master}/`))).to.deep.equal(deleted);
    expect(await summaryOf('/subnets/')).to.equal('404 No subnets found');
    expect(await summaryOf('/addresses/')).to.equal('404 No addresses found');
    expect(membersOf(await client.delete('/folders/', { id: await folder() }))).to.deep.equal(deleted);
    for (const path of [`/subnets/${master}/`, `/subnets/${master}/truncate/`, `/subnets/${master}/permissions/`])
      expect((await client.delete(path)).summary).to.equal(`404 Invalid subnet Id (${master})`);
    expect((await client.delete('/subnets/')).summary).to.equal('400 Subnet Id must be numeric ()');
    expect((await client.delete('/subnets/1/nonsense/')).summary).to.equal('400 Invalid parameters');
  });
});
