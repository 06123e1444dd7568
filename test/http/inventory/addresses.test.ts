import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { created, membersOf, sendForm, sendXml, xmlOf } from '../support/wire-texts.js';

const now = new Date(2024, 2, 1, 12, 0, 0);
const moment = '2024-03-01 12:00:00';

/** Defaults of an address that is created with only subnet and IP. */
const plain = {
  is_gateway: '0',
  description: null,
  hostname: null,
  mac: null,
  owner: null,
  tag: '2',
  deviceId: null,
  location: null,
  port: null,
  note: null,
  lastSeen: '1970-01-01 00:00:01',
  excludePing: '0',
  PTRignore: '0',
  PTR: '0',
  firewallAddressObject: null,
  editDate: null,
  customer_id: null,
};

describe('/addresses/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  const network = async (subnet: string, mask: number, fields: object = {}) =>
    (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  const create = async (ip: string, fields: object = {}) => (await client.post('/addresses/', { subnetId, ip, ...fields })).id;
  const ipsAt = async (target: string) => (await client.get(target)).records.map(({ ip }) => ip);
  const summaryOf = async (target: string) => (await client.get(target)).summary;

  beforeEach(async () => {
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    subnetId = await network('10.0.0.0', 29);
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  describe('creates an address', () => {
    it('from JSON, a form, the query or XML, under every name of its fields', async () => {
      const deviceId = (await client.post('/devices/', { hostname: 'switch' })).id;
      const answer = await client.post('/addresses/', { subnetId, ip: '10.0.0.1' });
      expect([answer.status, membersOf(answer)]).to.deep.equal([201, created('Address created', 1)]);
      expect(answer.headers.location).to.equal('/api/main/addresses/1/');
      expect((await client.get('/addresses/1/')).record).to.deep.equal({
        id: '1',
        subnetId: String(subnetId),
        ip: '10.0.0.1',
        ...plain,
      });
      const others = [
        await sendForm(client, 'POST', '/addresses/', `subnetId=${subnetId}&ip_addr=167772162&state=4&switch=${deviceId}`),
        await client.send({ method: 'POST', target: `/addresses/?subnetId=${subnetId}&ip=10.0.0.3&tag=1&deviceId=${deviceId}` }),
        await sendXml(
          client,
          'POST',
          '/addresses/',
          `<a><subnetId>${subnetId}</subnetId><ip>10.0.0.4</ip><note>a &lt; b</note></a>`,
        ),
      ];
      expect(others.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
      expect(
        (await client.get('/addresses/all/')).records
          .slice(1)
          .map((record) => [record.ip, record.tag, record.deviceId, record.note]),
      ).to.deep.equal([
        ['10.0.0.2', '4', String(deviceId), null],
        ['10.0.0.3', '1', String(deviceId), null],
        ['10.0.0.4', '2', null, 'a < b'],
      ]);
    });

    it('with all writable fields', async () => {
      const location = (await client.post('/tools/locations/', { name: 'here' })).id;
      const customer = (await client.post('/tools/customers/', { title: 'Customer' })).id;
      const sent = {
        ...{ is_gateway: '1', description: 'text', hostname: 'H.local', owner: 'me', port: 'eth0', note: 'two\nlines', PTR: '5' },
        ...{ lastSeen: '2024-01-02 03:04:05', excludePing: '1', PTRignore: '1', firewallAddressObject: 'f' },
      };
      const id = await create('10.0.0.1', { ...sent, mac: '001B.4411.3AB7', location, customer_id: customer });
      expect((await client.get(`/addresses/${id}/`)).record).to.deep.equal({
        ...{ ...plain, ...sent, id: String(id), subnetId: String(subnetId), ip: '10.0.0.1', mac: '00:1b:44:11:3a:b7' },
        ...{ location: String(location), customer_id: String(customer) },
      });
    });

    const refused: readonly (readonly [object, string])[] = [
      [{ subnetId: undefined }, '400 SubnetId must be numeric'],
      [{ subnetId: 'abc' }, '400 SubnetId must be numeric'],
      [{ subnetId: 39 }, '404 Invalid subnet Id'],
      [{ ip: undefined }, '400 Invalid address'],
      [{ ip: 'abc' }, '400 Invalid address (abc)'],
      [{ ip: '10.0.0.1' }, '409 IP address already exists'],
      [{ ip: 167772161 }, '409 IP address already exists'],
      [{ ip: '10.0.0.0' }, '400 10.0.0.0 is not a valid address for subnet 10.0.0.0/29'],
      [{ ip: '10.0.0.7' }, '400 10.0.0.7 is not a valid address for subnet 10.0.0.0/29'],
      [{ ip: '10.0.0.9' }, '400 10.0.0.9 is not a valid address for subnet 10.0.0.0/29'],
      [{ ip: '2001:db8::1' }, '400 2001:db8::1 is not a valid address for subnet 10.0.0.0/29'],
      [{ id: 7, nonsense: 1 }, '400 Invalid request key nonsense'],
    ];
    for (const [fields, summary] of refused) {
      it(`but answers ${summary} to ${JSON.stringify(fields)}, and creates none`, async () => {
        await create('10.0.0.1');
        expect((await client.post('/addresses/', { subnetId, ip: '10.0.0.2', ...fields })).summary).to.equal(summary);
        expect(await ipsAt('/addresses/')).to.deep.equal(['10.0.0.1']);
      });
    }
  });

  const refusedFields: readonly (readonly [object, string])[] = [
    [{ mac: 'abc' }, '400 Invalid MAC address (abc)'],
    [{ deviceId: 39 }, '400 Device does not exist'],
    [{ switch: 'abc' }, '400 Device does not exist'],
    [{ tag: 'abc' }, '400 Invalid state'],
    [{ tag: 39 }, '400 Tag does not exist'],
    [{ state: 0 }, '400 Tag does not exist'],
    [{ tag: '' }, '400 Tag does not exist'],
    [{ location: 39 }, '400 Invalid location: 39 does not exist'],
    [{ description: 'x'.repeat(65) }, '400 Invalid description: longer than 64 characters'],
    [{ hostname: 'a\nb' }, '400 Invalid hostname: control characters are not allowed'],
    [{ nonsense: 1 }, '400 Invalid request key nonsense'],
  ];
  for (const [fields, summary] of refusedFields) {
    it(`answers ${summary} to ${JSON.stringify(fields).slice(0, 40)} in a creation, an allocation and a change`, async () => {
      const id = await create('10.0.0.1');
      expect((await client.post('/addresses/', { subnetId, ip: '10.0.0.2', ...fields })).summary).to.equal(summary);
      expect((await client.post(`/addresses/first_free/${subnetId}/`, fields)).summary).to.equal(summary);
      expect((await client.patch(`/addresses/${id}/`, fields)).summary).to.equal(summary);
      expect((await client.get('/addresses/')).records).to.deep.equal([
        { ...plain, id: '1', subnetId: String(subnetId), ip: '10.0.0.1' },
      ]);
    });
  }

  describe('reads addresses', () => {
    it('one by its id, or by its ip in a subnet, in JSON and XML', async () => {
      const id = await create('10.0.0.1', { hostname: 'a&b' });
      const { record } = await client.get(`/addresses/${id}/`);
      for (const path of [`/addresses/${id}/more/`, `/addresses/10.0.0.1/${subnetId}/`])
        expect((await client.get(path)).record, path).to.deep.equal(record);
      expect(xmlOf(await sendXml(client, 'GET', `/addresses/${id}/`))).to.equal(
        `<addresses><code>200</code><success>1</success><data><id>1</id><subnetId>${subnetId}</subnetId><ip>10.0.0.1</ip>` +
          '<is_gateway>0</is_gateway><description/><hostname>a&amp;b</hostname><mac/><owner/><tag>2</tag><deviceId/><location/>' +
          '<port/><note/><lastSeen>1970-01-01 00:00:01</lastSeen><excludePing>0</excludePing><PTRignore>0</PTRignore><PTR>0</PTR>' +
          '<firewallAddressObject/><editDate/><customer_id/></data></addresses>',
      );
      const refused = [
        ['/addresses/39/', '404 Invalid Id'],
        ['/addresses/0/', '404 Invalid Id'],
        ['/addresses/abc/', '400 Invalid Id'],
        [`/addresses/10.0.0.2/${subnetId}/`, '404 No addresses found'],
        ['/addresses/10.0.0.1/39/', '404 No addresses found'],
        ['/addresses/10.0.0.1/abc/', '404 No addresses found'],
      ] as const;
      for (const [path, summary] of refused) expect(await summaryOf(path), path).to.equal(summary);
    });

    it('all of them, and those of a subnet in numeric order', async () => {
      for (const path of ['/addresses/', '/addresses/all/', `/subnets/${subnetId}/addresses/`])
        expect(await summaryOf(path), path).to.equal('404 No addresses found');
      for (const ip of ['10.0.0.5', '10.0.0.1', '10.0.0.3']) await create(ip);
      for (const path of ['/addresses/', '/addresses/all/'])
        expect(await ipsAt(path)).to.deep.equal(['10.0.0.5', '10.0.0.1', '10.0.0.3']);
      expect(await ipsAt(`/subnets/${subnetId}/addresses/`)).to.deep.equal(['10.0.0.1', '10.0.0.3', '10.0.0.5']);
      expect(await ipsAt(`/subnets/${subnetId}/addresses/10.0.0.3/`)).to.deep.equal(['10.0.0.3']);
      expect(await summaryOf(`/subnets/${subnetId}/addresses/10.0.0.2/`)).to.equal('404 No addresses found');
    });

    it('by ip in every subnet, as text or number, in any spelling', async () => {
      const twin = await network('10.0.0.0', 29);
      const six = await network('2001:db8::', 64);
      for (const [id, ip] of [
        [subnetId, '10.0.0.1'],
        [twin, '10.0.0.1'],
        [six, '2001:db8::1'],
      ] as const)
        await client.post('/addresses/', { subnetId: id, ip });
      const subnetsAt = async (target: string) => (await client.get(target)).records.map((record) => Number(record.subnetId));
      for (const spelling of ['10.0.0.1', '167772161'])
        expect(await subnetsAt(`/addresses/search/${spelling}/`)).to.deep.equal([subnetId, twin]);
      expect(await subnetsAt('/addresses/search/2001:DB8:0:0::0001/')).to.deep.equal([six]);
      expect(await summaryOf('/addresses/search/10.0.0.2/')).to.equal('404 Address not found');
      for (const bad of ['abc/', '10.0.0/', ''])
        expect(await summaryOf(`/addresses/search/${bad}`)).to.equal(`400 Invalid address (${bad.replace('/', '')})`);
    });

    it('by hostname, its beginning, or MAC address in any spelling', async () => {
      await create('10.0.0.1', { hostname: 'web.local', mac: '00:1b:44:11:3a:b7' });
      await create('10.0.0.2', { hostname: 'WEB.local' });
      await create('10.0.0.3', { hostname: 'api.local' });
      await create('10.0.0.4');
      expect(await ipsAt('/addresses/search_hostname/Web.Local/')).to.deep.equal(['10.0.0.1', '10.0.0.2']);
      expect(await ipsAt('/addresses/search_hostbase/WE/')).to.have.members(['10.0.0.1', '10.0.0.2']);
      expect((await ipsAt('/addresses/search_hostbase/'))[0]).to.equal('10.0.0.3');
      for (const mac of ['00:1b:44:11:3a:b7', '00-1B-44-11-3A-B7', '001b.4411.3ab7', '001b44113ab7'])
        expect(await ipsAt(`/addresses/search_mac/${mac}/`), mac).to.deep.equal(['10.0.0.1']);
      const refused = [
        ['/addresses/search_hostname/web/', '404 Hostname not found'],
        ['/addresses/search_hostname/web.local%25/', '404 Hostname not found'],
        ['/addresses/search_hostbase/%25/', '404 Host name not found'],
        ['/addresses/search_mac/00:1b:44:11:3a:b8/', '404 Host name not found'],
        ['/addresses/search_mac/abc/', '400 Invalid MAC address (abc)'],
        ['/addresses/search_linked/x/', '404 No addresses found'],
      ] as const;
      for (const [path, summary] of refused) expect(await summaryOf(path), path).to.equal(summary);
    });

    it('with the same value of the link field of the settings', async () => {
      await server.provision({
        customFields: [{ on: 'addresses', name: 'custom_link', type: 'varchar(32)' }],
        settings: { linkField: 'custom_link' },
      });
      await create('10.0.0.1', { custom_link: 'pair' });
      await create('10.0.0.3', { custom_link: 'pair' });
      await create('10.0.0.2', { custom_link: 'other' });
      expect(await ipsAt('/addresses/search_linked/pair/')).to.deep.equal(['10.0.0.1', '10.0.0.3']);
      expect(await summaryOf('/addresses/search_linked/none/')).to.equal('404 No addresses found');
      expect((await client.get('/addresses/custom_fields/')).record).to.deep.equal({
        custom_link: { name: 'custom_link', type: 'varchar(32)', Comment: '', Null: 'YES', Default: null },
      });
    });

    it('filtered by returned field names, with IPs dotted or as numbers', async () => {
      await create('10.0.0.1', { tag: 4 });
      await create('10.0.0.2', { hostname: 'h' });
      const filters = [
        ['tag&filter_value=4', ['10.0.0.1']],
        ['ip&filter_value=10.0.0.2', ['10.0.0.2']],
        ['ip&filter_value=167772162', ['10.0.0.2']],
        ['hostname&filter_value=h', ['10.0.0.2']],
      ] as const;
      for (const base of ['/addresses/', `/subnets/${subnetId}/addresses/`])
        for (const [filter, ips] of filters) expect(await ipsAt(`${base}?filter_by=${filter}`), filter).to.deep.equal(ips);
      expect(await summaryOf('/addresses/?filter_by=state&filter_value=4')).to.equal('400 Invalid filter_by');
      expect(await summaryOf('/addresses/?filter_by=tag&filter_value=3')).to.equal('404 No results (filter applied)');
    });

    it('with links when the application shows links', async () => {
      const id = await create('10.0.0.1');
      const self = { rel: 'self', href: `/api/links/addresses/${id}/`, methods: ['GET', 'POST', 'DELETE', 'PATCH'] };
      const linked = server.on('links');
      expect((await linked.get(`/addresses/${id}/`)).record.links).to.deep.equal([
        self,
        { rel: 'ping', href: `/api/links/addresses/${id}/ping/`, methods: ['GET'] },
      ]);
      expect((await linked.get('/addresses/')).records.map(({ links }) => links)).to.deep.equal([[self]]);
    });
  });

  it('reports disabled scanning for a ping of an existing address', async () => {
    const id = await create('10.0.0.1');
    expect(membersOf(await client.get(`/addresses/${id}/ping/`))).to.deep.equal({
      ...{ code: 200, success: true },
      data: { scan_type: 'none', exit_code: '1001', result_code: 'SCANNING_DISABLED', message: 'Scanning disabled' },
    });
    expect(await summaryOf('/addresses/39/ping/')).to.equal('404 Address does not exist');
    expect(await summaryOf('/addresses/abc/ping/')).to.equal('400 Invalid Id');
  });

  it('returns all tags, one tag, and its addresses in all subnets or in one', async () => {
    const used = {
      id: '2',
      type: 'Used',
      showtag: '0',
      bgcolor: '#a9c9a4',
      fgcolor: '#ffffff',
      compress: 'No',
      locked: 'Yes',
      updateTag: '1',
    };
    expect((await client.get('/addresses/tags/')).records.map(({ id, type }) => [id, type])).to.deep.equal([
      ...[
        ['1', 'Offline'],
        ['2', 'Used'],
        ['3', 'Reserved'],
        ['4', 'DHCP'],
      ],
    ]);
    expect((await client.get('/addresses/tags/2/')).record).to.deep.equal(used);
    const other = await network('10.1.0.0', 29);
    await create('10.0.0.2', { tag: 4 });
    await create('10.0.0.1', { tag: 4 });
    await client.post('/addresses/', { subnetId: other, ip: '10.1.0.1', tag: 4 });
    expect(await ipsAt('/addresses/tags/4/addresses/')).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.1.0.1']);
    expect(await ipsAt(`/addresses/tags/4/addresses/?subnetId=${other}`)).to.deep.equal(['10.1.0.1']);
    const refused = [
      ['/addresses/tags/3/addresses/', '404 No addresses found'],
      ['/addresses/tags/39/', '404 Address tag does not exist'],
      ['/addresses/tags/39/addresses/', '404 Address tag does not exist'],
      ['/addresses/tags/abc/', '400 Invalid tag identifier'],
      ['/addresses/tags/abc/addresses/', '400 Invalid tag identifier'],
    ] as const;
    for (const [path, summary] of refused) expect(await summaryOf(path), path).to.equal(summary);
  });

  describe('first_free', () => {
    const nobody = '404 No free addresses found';

    it('returns the lowest free address, by path or parameter', async () => {
      await create('10.0.0.1');
      for (const path of [
        `/addresses/first_free/${subnetId}/`,
        `/addresses/first_free/?subnetId=${subnetId}`,
        `/subnets/${subnetId}/first_free/`,
      ])
        expect(membersOf(await client.get(path)), path).to.deep.equal({ code: 200, success: true, data: '10.0.0.2' });
    });

    it('creates the address with a default description, and ignores a sent IP', async () => {
      const answers = [
        await client.post(`/addresses/first_free/${subnetId}/`),
        await client.post('/addresses/first_free/', { subnetId, ip: '10.0.0.6', description: 'mine', hostname: 'h' }),
        await client.send({ method: 'POST', target: `/addresses/first_free/${subnetId}/?description=queried` }),
        await sendXml(client, 'POST', `/addresses/first_free/${subnetId}/`, '<a><tag>4</tag></a>'),
      ];
      const [first, , , inXml] = answers;
      expect(membersOf(first ?? expect.fail())).to.deep.equal(created('Address created', 1, '10.0.0.1'));
      expect(first?.headers.location).to.equal('/api/main/addresses/1/');
      expect(xmlOf(inXml ?? expect.fail())).to.equal(
        '<addresses><code>201</code><success>1</success><message>Address created</message><id>4</id><data>10.0.0.4</data></addresses>',
      );
      const { records } = await client.get('/addresses/');
      expect(records.map(({ ip, description, tag }) => [ip, description, tag])).to.deep.equal([
        ['10.0.0.1', 'API created', '2'],
        ['10.0.0.2', 'mine', '2'],
        ['10.0.0.3', 'queried', '2'],
        ['10.0.0.4', 'API created', '4'],
      ]);
    });

    it('gives each free address to one of 20 simultaneous clients, and returns 404 to the others', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(`/addresses/first_free/${subnetId}/`)));
      const given = answers.filter(({ status }) => status === 201).map(({ envelope }) => envelope.data);
      expect(new Set(given)).to.deep.equal(new Set(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6']));
      const turnedAway = answers.filter(({ status }) => status !== 201).map(({ summary }) => summary);
      expect(turnedAway).to.deep.equal(Array(14).fill(nobody));
    });

    it('returns an error for subnets without free addresses, folders and unknown ids', async () => {
      const full = await network('10.1.0.0', 29, { isFull: 1 });
      const parent = await network('10.2.0.0', 24);
      await network('10.2.0.0', 25, { masterSubnetId: parent });
      const folder = (await client.post('/subnets/', { sectionId, isFolder: 1 })).id;
      const used = await network('10.3.0.0', 32);
      await client.post('/addresses/', { subnetId: used, ip: '10.3.0.0' });
      const identifier = '400 Invalid subnet identifier';
      const expectedSummaries: readonly (readonly [number | string, string, string, string])[] = [
        [full, nobody, nobody, `${nobody} (subnet is full)`],
        [parent, nobody, '409 Subnet contains subnets', nobody],
        [folder, nobody, nobody, nobody],
        [used, nobody, nobody, nobody],
        [39, nobody, '404 Invalid subnet Id (39)', identifier],
        ['abc', nobody, '400 Subnet Id must be numeric (abc)', identifier],
      ];
      for (const [id, ofAddresses, ofSubnets, ofPost] of expectedSummaries) {
        expect(await summaryOf(`/addresses/first_free/${id}/`), `${id}`).to.equal(ofAddresses);
        expect(await summaryOf(`/subnets/${id}/first_free/`), `${id}`).to.equal(ofSubnets);
        expect((await client.post(`/addresses/first_free/${id}/`)).summary, `${id}`).to.equal(ofPost);
      }
      expect(await summaryOf('/addresses/first_free/')).to.equal(nobody);
      expect((await client.post('/addresses/first_free/')).summary).to.equal(identifier);
    });
  });

  it('changes an address by the id in the path or the body, and leaves other fields unchanged', async () => {
    const id = await create('10.0.0.1', { tag: 4, hostname: 'h' });
    const headers = { 'Content-Type': 'application/json' };
    const answers = [
      await client.patch(`/addresses/${id}/`, { description: 'new' }),
      await client.patch('/addresses/', { id, note: 'noted' }),
      await client.send({
        method: 'PUT',
        target: `/addresses/${id}/`,
        headers,
        body: JSON.stringify({ owner: 'me', hostname: '' }),
      }),
      await sendForm(client, 'PATCH', `/addresses/${id}/`, 'excludePing=1'),
    ];
    for (const answer of answers)
      expect(membersOf(answer)).to.deep.equal({ code: 200, success: true, message: 'Address updated' });
    expect((await client.get(`/addresses/${id}/`)).record).to.deep.equal({
      ...{ ...plain, id: String(id), subnetId: String(subnetId), ip: '10.0.0.1', tag: '4', description: 'new', note: 'noted' },
      ...{ owner: 'me', excludePing: '1', editDate: moment },
    });
    const refused = [
      [await client.patch(`/addresses/${id}/`, { ip: '10.0.0.2' }), '400 IP address cannot be changed'],
      [await client.patch(`/addresses/${id}/`, { subnetId: 39 }), '400 Subnet cannot be changed'],
      [await client.patch(`/addresses/${id}/`), '400 No values to update'],
      [await client.patch(`/addresses/${id}/`, { id: 39, note: 'x' }), '400 Invalid id: differs from the one in the path'],
      [await client.patch('/addresses/39/', { note: 'x' }), '404 Address does not exist'],
      [await client.patch('/addresses/abc/', { note: 'x' }), '404 Address does not exist'],
      [await client.patch('/addresses/', { note: 'x' }), '404 Address does not exist'],
    ] as const;
    for (const [answer, summary] of refused) expect(answer.summary).to.equal(summary);
  });

  it('allows one gateway per subnet, and returns it with the subnet', async () => {
    await create('10.0.0.1', { is_gateway: 1 });
    const second = await create('10.0.0.2', { is_gateway: 1 });
    const flags = async () => (await client.get('/addresses/')).records.map(({ is_gateway }) => is_gateway);
    expect(await flags()).to.deep.equal(['0', '1']);
    expect((await client.get(`/subnets/${subnetId}/`)).record).to.deep.include({
      gatewayId: String(second),
      gateway: { ip_addr: '10.0.0.2', id: String(second) },
    });
    await client.patch('/addresses/1/', { is_gateway: 1 });
    expect(await flags()).to.deep.equal(['1', '0']);
  });

  it('deletes an address by its id, by its ip in a subnet, or by the id in the body', async () => {
    for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) await create(ip);
    const done = { code: 200, success: true, message: 'Address deleted' };
    for (const path of ['/addresses/1/', `/addresses/10.0.0.2/${subnetId}/`, '/addresses/3/?remove_dns=1'])
      expect(membersOf(await client.delete(path)), path).to.deep.equal(done);
    expect(membersOf(await client.delete('/addresses/', { id: 4, remove_dns: 0 }))).to.deep.equal(done);
    expect(await summaryOf('/addresses/')).to.equal('404 No addresses found');
    for (const path of ['/addresses/1/', '/addresses/abc/', '/addresses/'])
      expect((await client.delete(path)).summary, path).to.equal('404 Address does not exist');
    for (const path of [`/addresses/10.0.0.2/${subnetId}/`, '/addresses/10.0.0.2/39/'])
      expect((await client.delete(path)).summary, path).to.equal('404 No addresses found');
  });

  it('returns the history of an address, newest first', async () => {
    const id = await create('10.0.0.1');
    await client.patch(`/addresses/${id}/`, { hostname: 'h' });
    expect((await client.get(`/addresses/${id}/changelog/`)).envelope.data).to.deep.equal([
      { user: 'Admin', action: 'edit', result: 'success', date: moment, diff: ['hostname: NULL => h'] },
      {
        ...{ user: 'Admin', action: 'add', result: 'success', date: moment },
        diff: [
          `subnetId: NULL => ${subnetId}`,
          'ip: NULL => 10.0.0.1',
          'tag: NULL => 2',
          'lastSeen: NULL => 1970-01-01 00:00:01',
          'PTR: NULL => 0',
        ],
      },
    ]);
    expect(await summaryOf('/addresses/39/changelog/')).to.equal('404 Invalid Id');
  });

  it('shows addresses to users by their level on the subnet, and lets them write from level 2', async () => {
    const id = await create('10.0.0.1');
    await client.patch(`/sections/${sectionId}/`, { permissions: { 2: 2, 3: 1 } });
    await client.patch(`/subnets/${subnetId}/permissions/`, { 2: 'rw', 3: 'ro' });
    const [operator, guest] = [await server.signIn('operator', 'main'), await server.signIn('guest', 'main')];
    for (const user of [operator, guest]) expect((await user.get(`/addresses/${id}/`)).status).to.equal(200);
    const writes = (user: ApiClient) => [
      user.post('/addresses/', { subnetId, ip: '10.0.0.2' }),
      user.post(`/addresses/first_free/${subnetId}/`),
      user.patch(`/addresses/${id}/`, { note: 'x' }),
      user.delete(`/addresses/10.0.0.1/${subnetId}/`),
    ];
    for (const write of writes(guest)) expect((await write).summary).to.equal('403 Insufficient permissions');
    for (const write of writes(operator)) expect((await write).status).to.be.oneOf([200, 201]);
    await client.patch(`/subnets/${subnetId}/permissions/`, { 2: 'rw', 3: 'na' });
    for (const path of ['/addresses/', '/addresses/search/10.0.0.2/', '/addresses/tags/2/addresses/'])
      expect((await guest.get(path)).status, path).to.equal(404);
    expect((await guest.get(`/addresses/10.0.0.2/${subnetId}/`)).summary).to.equal('404 No addresses found');
  });
});
