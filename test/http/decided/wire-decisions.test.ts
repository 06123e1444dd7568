import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const json = { 'Content-Type': 'application/json' };
const xml = { 'Content-Type': 'application/xml' };
const numbers = { 'api-stringify-results': '0' };

describe('The wire format', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;

  before(async () => {
    const customFields = [
      { on: 'subnets', name: 'custom_customer_type', type: 'varchar(32)' },
      { on: 'addresses', name: 'custom_customer_address_type', type: 'varchar(32)' },
      { on: 'subnets', name: 'customer_address_type', type: 'varchar(32)' },
      { on: 'addresses', name: 'due', type: 'datetime' },
    ];
    server = await ApiServer.start({ provision: { customFields } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Decided' })).id;
    subnetId = (await client.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId, custom_customer_type: 'Lab' })).id;
  });
  after(() => server.close());
  afterEach(() => expect(server.complaints).to.deep.equal([]));

  const read = (target: string, headers: object): Promise<Answer> =>
    client.send({ method: 'GET', target, headers: { ...headers } });

  it('treats null for a description or state as not sent', async () => {
    const none = { description: null, state: null };
    const first = await client.post(`/subnets/${subnetId}/first_subnet/24/`, none);
    const last = await client.post(`/subnets/${subnetId}/last_subnet/24/`, { ...none, state: 0 });
    const selected = await client.post('/prefix/Lab/v4/24/', none);
    const texts = ['API autocreated', 'API autocreated', 'Prefix controller autocreated'];
    for (const [index, { id }] of [first, last, selected].entries())
      expect((await client.get(`/subnets/${id}/`)).record).to.include({ description: texts[index], tag: '2' });
    const made = await client.post(`/addresses/first_free/${first.id}/`, { description: null, tag: null });
    expect((await client.get(`/addresses/${made.id}/`)).record).to.include({ description: 'API created', tag: '2' });
    const empty = await client.post(`/addresses/first_free/${first.id}/`, { description: '' });
    expect((await client.get(`/addresses/${empty.id}/`)).record).to.include({ description: null });
    await client.patch(`/subnets/${first.id}/`, { state: 3 });
    for (const state of [0, null, '']) {
      expect((await client.patch(`/subnets/${first.id}/`, { state, description: 'x' })).summary).to.equal('200');
      expect((await client.get(`/subnets/${first.id}/`)).record, String(state)).to.include({ tag: '3' });
    }
    const cleared = await client.post('/subnets/', { subnet: '10.6.0.0', mask: 24, sectionId, state: '' });
    expect((await client.get(`/subnets/${cleared.id}/`)).record).to.include({ tag: '2' });
  });

  it('treats null at creation as not sent where a default exists', async () => {
    const unset = null;
    const network = { subnet: '10.5.0.0', mask: 24, sectionId, scanAgent: unset, threshold: unset };
    const subnet = await client.post('/subnets/', network);
    expect((await client.get(`/subnets/${subnet.id}/`)).record).to.include({ scanAgent: '1', threshold: '0' });
    const address = { subnetId: subnet.id, ip: '10.5.0.1', PTR: unset, lastSeen: unset, excludePing: unset };
    const { id } = await client.post('/addresses/', address);
    const seen = { PTR: '0', lastSeen: '1970-01-01 00:00:01', excludePing: '0' };
    expect((await client.get(`/addresses/${id}/`)).record).to.include(seen);
    const device = await client.post('/devices/', { hostname: 'n0', snmp_port: unset });
    expect((await client.get(`/devices/${device.id}/`)).record).to.include({ snmp_port: '161' });
  });

  it('refuses another id in the body than in the path', async () => {
    const answer = await client.post(`/subnets/${subnetId}/first_subnet/24/`, { id: 4711 });
    expect(answer.summary).to.equal('400 Invalid id: differs from the one in the path');
  });

  it('refuses deletions with further path segments, which name something else than a record', async () => {
    const section = (await client.post('/sections/', { name: 'Extra segments' })).id;
    const vlan = (await client.post('/vlan/', { name: 'v', number: 7 })).id;
    const parent = (await client.post('/subnets/', { subnet: '10.4.0.0', mask: 24, sectionId: section })).id;
    const address = (await client.post('/addresses/', { subnetId: parent, ip: '10.4.0.1' })).id;
    const refused = [`/sections/${section}/subnets/`, `/vlan/${vlan}/subnets/`, `/addresses/${address}/ping/`];
    for (const path of refused) expect((await client.delete(path)).summary, path).to.equal('400 Invalid parameters');
    const elsewhere = await client.delete(`/addresses/${address}/${subnetId}/`);
    expect(elsewhere.summary).to.equal('404 Address does not exist');
    for (const path of [`/sections/${section}/`, `/vlan/${vlan}/`, `/addresses/${address}/`])
      expect((await client.get(path)).status, path).to.equal(200);
    expect((await client.delete(`/addresses/${address}/${parent}/`)).status).to.equal(200);
  });

  it('filters the list of all subnets by the location, and by its absence', async () => {
    const location = (await client.post('/tools/locations/', { name: 'Vienna' })).id;
    const { id } = await client.post('/subnets/', { subnet: '10.3.0.0', mask: 24, sectionId, location });
    const idsBy = async (filter: string) => (await client.list(`/subnets/?filter_by=location&${filter}`)).map((each) => each.id);
    expect(await idsBy(`filter_value=${location}`)).to.deep.equal([String(id)]);
    const without = await idsBy('filter_value=/%5E$/&filter_match=regex');
    expect([id, subnetId].map((each) => without.includes(String(each)))).to.deep.equal([false, true]);
    expect(await idsBy('filter_value=&filter_match=partial')).to.include.members([String(id), String(subnetId)]);
  });

  it('clears the name servers of sections and subnets when they are deleted', async () => {
    const nameservers = [];
    for (const name of ['NS1', 'NS2']) nameservers.push((await client.post('/tools/nameservers/', { name })).id);
    const [one, two] = nameservers;
    const section = (await client.post('/sections/', { name: 'Resolvers', DNS: `${one};${two}` })).id;
    expect((await client.delete(`/tools/nameservers/${one}/`)).status).to.equal(200);
    expect((await client.get(`/sections/${section}/`)).record).to.include({ DNS: String(two) });
    expect((await client.delete(`/tools/nameservers/${two}/`)).status).to.equal(200);
    expect((await client.get(`/sections/${section}/`)).record).to.include({ DNS: '0' });
  });

  it('refuses to delete tags that the service uses, although they are unlocked', async () => {
    for (const tag of [1, 2, 3]) {
      await client.patch(`/tools/tags/${tag}/`, { locked: 'No' });
      expect((await client.delete(`/tools/tags/${tag}/`)).status, String(tag)).to.equal(409);
    }
  });

  describe('treats an unset field as the empty text in filters', () => {
    let id: number;

    const ipsBy = async (filter: string): Promise<unknown> => {
      const answer = await client.get(`/subnets/${id}/addresses/?filter_by=owner&${filter}`);
      return answer.status === 200 ? answer.records.map(({ ip }) => ip) : answer.summary;
    };

    before(async () => {
      id = (await client.post('/subnets/', { subnet: '10.7.0.0', mask: 24, sectionId })).id;
      await client.post('/addresses/', { subnetId: id, ip: '10.7.0.1' });
      await client.post('/addresses/', { subnetId: id, ip: '10.7.0.2', owner: 'anna' });
    });

    const both = ['10.7.0.1', '10.7.0.2'];
    const found: readonly (readonly [string, unknown])[] = [
      ['filter_value=/%5E$/&filter_match=regex', ['10.7.0.1']],
      ['filter_value=/.*/&filter_match=regex', both],
      ['filter_value=/n/&filter_match=regex', ['10.7.0.2']],
      ['filter_value=&filter_match=partial', both],
      ['filter_value=ann&filter_match=partial', ['10.7.0.2']],
      ['filter_value=0', '404 No results (filter applied)'],
      ['filter_value=', '400 Empty filter_value'],
      ['filter_value=&filter_match=regex', '400 Empty filter_value'],
    ];
    for (const [filter, expected] of found)
      it(`${filter}`, async () => {
        expect(await ipsBy(filter)).to.deep.equal(expected);
      });

    for (const pattern of ['a(?=b)', '(?<!a)b', '(a)\\1', 'a++', '\\Qa\\E', 'a\\Z', 'a\\R'])
      it(`refuses /${pattern}/`, async () => {
        const value = encodeURIComponent(`/${pattern}/`);
        expect(await ipsBy(`filter_value=${value}&filter_match=regex`)).to.equal('400 Invalid regular expression (err=1)');
      });
  });

  it('returns name servers in lists as in single reads', async () => {
    const nameserverId = (await client.post('/tools/nameservers/', { name: 'NS', namesrv1: '192.0.2.53' })).id;
    const { id } = await client.post('/subnets/', { subnet: '10.8.0.0', mask: 24, sectionId, nameserverId });
    const { nameservers } = (await client.get(`/subnets/${id}/`)).record;
    expect(nameservers).to.include({ namesrv1: '192.0.2.53' });
    for (const path of ['/subnets/', '/subnets/all/'])
      expect((await client.list(path)).find((record) => record.id === String(id))?.nameservers, path).to.deep.equal(nameservers);
    expect((await read('/subnets/', xml)).text).to.include('<namesrv1>192.0.2.53</namesrv1>');
  });

  it('returns usage as numbers when the request asks for numbers', async () => {
    const paths = [`/subnets/${subnetId}/usage/`, '/prefix/Lab/?usage=true'];
    for (const path of paths) {
      const [asNumbers, asTexts] = [await read(path, numbers), await read(path, {})];
      const usageOf = ({ envelope }: Answer) => {
        const [first] = [envelope.data].flat() as [Record<string, Record<string, unknown>>];
        return first.usage ?? first;
      };
      for (const count of ['used', 'Used', 'freehosts', 'maxhosts']) {
        expect(usageOf(asNumbers)[count], `${path} ${count}`).to.be.a('number');
        expect(usageOf(asTexts)[count], `${path} ${count}`).to.be.a('string');
      }
    }
  });

  it('accepts and returns the state of customers under two names', async () => {
    const made = await client.post('/tools/customers/', { title: 'One', state: 'Tyrol' });
    const other = await client.post('/tools/customers/', { title: 'Two', tag: 'Tyrol' });
    for (const { id } of [made, other]) {
      const { record } = await client.get(`/tools/customers/${id}/`);
      expect(record).to.include({ state: 'Tyrol', tag: 'Tyrol' });
      const { state, tag } = record;
      expect((await client.patch(`/tools/customers/${id}/`, { state, tag, city: 'Lienz' })).summary).to.equal('200');
    }
    const differing = await client.patch(`/tools/customers/${made.id}/`, { state: 'Tyrol', tag: 'Styria' });
    expect(differing.summary).to.equal('400 Invalid state: differs from tag');
    expect((await read(`/tools/customers/${made.id}/`, xml)).text).to.include('<state>Tyrol</state>');
  });

  it('accepts times without seconds, and dates', async () => {
    const parent = (await client.post('/subnets/', { subnet: '10.9.0.0', mask: 24, sectionId })).id;
    const { id } = await client.post('/addresses/', { subnetId: parent, ip: '10.9.0.1' });
    const times = {
      '2024-01-02': '2024-01-02 00:00:00',
      '2024-01-02 10:00': '2024-01-02 10:00:00',
      '2024-01-02T10:00': '2024-01-02 10:00:00',
      '2024-01-02T10:00:05': '2024-01-02 10:00:05',
    };
    for (const [given, shown] of Object.entries(times)) {
      expect((await client.patch(`/addresses/${id}/`, { lastSeen: given, due: given })).summary).to.equal('200');
      expect((await client.get(`/addresses/${id}/`)).record, given).to.include({ lastSeen: shown, due: shown });
    }
    for (const wrong of ['2024-13-02', '2024-02-30 10:00', '2024-01-02 10', '2024-01-02 24:00', '2024-01-02 10:00:00.5', '10:00'])
      expect((await client.patch(`/addresses/${id}/`, { lastSeen: wrong })).status, wrong).to.equal(400);
  });

  it('prints changes as field: old => new', async () => {
    const { id } = await client.post('/sections/', { name: 'History', description: 'old' });
    await client.patch(`/sections/${id}/`, { description: 'new' });
    await client.patch(`/sections/${id}/`, { description: null });
    const diffs = (await client.list(`/sections/${id}/changelog/`)).map(({ diff }) => diff);
    expect(diffs.slice(0, 2)).to.deep.equal([['description: new => NULL'], ['description: old => new']]);
    expect(diffs[2]).to.include('name: NULL => History');
  });

  it('is unchanged for host name searches, default sections of devices, and the user list', async () => {
    const parent = (await client.post('/subnets/', { subnet: '10.11.0.0', mask: 24, sectionId })).id;
    await client.post('/addresses/', { subnetId: parent, ip: '10.11.0.1', hostname: 'MÜLLER.example' });
    expect(await client.list(`/addresses/search_hostname/${encodeURIComponent('müller.EXAMPLE')}/`)).to.have.length(1);
    expect(await client.list('/addresses/search_hostname/muller.example/')).to.deep.equal([]);
    const viaTools = await client.send({
      method: 'POST',
      target: '/tools/devices/',
      headers: json,
      body: JSON.stringify({ hostname: 'by-tools' }),
    });
    const viaDevices = await client.post('/devices/', { hostname: 'by-devices' });
    const ids = (await client.list('/sections/')).map((section) => Number(section.id));
    const all = ids.sort((a, b) => a - b).join(';');
    for (const { id } of [viaTools, viaDevices]) expect((await client.get(`/devices/${id}/`)).record.sections).to.equal(all);
    for (const user of await client.list('/user/all/')) expect(user).to.not.have.any.keys('authMethod', 'theme', 'menuType');
  });
});
