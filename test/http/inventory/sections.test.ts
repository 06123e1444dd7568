import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { created, membersOf, sendForm, sendXml, xmlOf } from '../support/wire-texts.js';

const now = new Date(2024, 2, 1, 12, 0, 0);
const moment = '2024-03-01 12:00:00';

/** Defaults of a section that is created with only a name. */
const plain = {
  description: null,
  masterSection: '0',
  permissions: null,
  strictMode: '0',
  subnetOrdering: null,
  order: null,
  editDate: null,
  showSubnet: '1',
  showVLAN: '0',
  showVRF: '0',
  showSupernetOnly: '0',
  DNS: null,
};
const done = { code: 200, success: true };

describe('/sections/', () => {
  let server: ApiServer;
  let client: ApiClient;
  const create = async (fields: object) => (await client.post('/sections/', fields)).id;
  const network = async (sectionId: number, subnet: string, fields: object = {}) =>
    (await client.post('/subnets/', { sectionId, subnet, mask: 24, ...fields })).id;
  const namesAt = async (target: string) => (await client.get(target)).records.map(({ name }) => name);

  beforeEach(async () => {
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('returns a message instead of a list when there is no section', async () => {
    for (const target of ['/sections/', '/sections', '//sections//'])
      expect(membersOf(await client.get(target))).to.deep.equal({ ...done, message: 'No sections available' });
  });

  it('creates a section from JSON, a form, the query or XML, and returns it unchanged', async () => {
    const fields = {
      name: 'From JSON',
      description: 'a & b',
      strictMode: 1,
      permissions: '{"3":"1","2":"2"}',
      order: 2,
      showVLAN: true,
      DNS: '7',
    };
    const answer = await client.post('/sections/', { ...fields, subnetOrdering: 'subnet,desc' });
    expect([answer.status, membersOf(answer)]).to.deep.equal([201, created('Section created', 1)]);
    expect(answer.headers.location).to.equal('/api/main/sections/1/');
    expect((await client.get('/sections/1/')).record).to.deep.equal({
      ...{ ...plain, id: '1', name: 'From JSON', description: 'a & b', strictMode: '1', permissions: '{"3":"1","2":"2"}' },
      ...{ subnetOrdering: 'subnet,desc', order: '2', showVLAN: '1', DNS: '7' },
    });
    const others = [
      await sendForm(client, 'POST', '/sections/', 'name=From+a+form&masterSection=1'),
      await client.send({ method: 'POST', target: '/sections/?name=From%20the%20query' }),
      await sendXml(client, 'POST', '/sections/', '<request><name>From XML</name><description>a &amp; b</description></request>'),
    ];
    expect(others.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(xmlOf(others[2] ?? answer)).to.equal(
      '<sections><code>201</code><success>1</success><message>Section created</message><id>4</id></sections>',
    );
    const [form, query, xml] = [
      await client.get('/sections/2/'),
      await client.get('/sections/3/'),
      await client.get('/sections/4/'),
    ];
    expect(form.record).to.deep.equal({ ...plain, id: '2', name: 'From a form', masterSection: '1' });
    expect(query.record).to.deep.equal({ ...plain, id: '3', name: 'From the query' });
    expect(xml.record).to.deep.equal({ ...plain, id: '4', name: 'From XML', description: 'a & b' });
  });

  it('reads a section in XML, and a list of them', async () => {
    await create({ name: 'One & two' });
    const record =
      '<id>1</id><name>One &amp; two</name><description/><masterSection>0</masterSection><permissions/><strictMode>0</strictMode>' +
      '<subnetOrdering/><order/><editDate/><showSubnet>1</showSubnet><showVLAN>0</showVLAN><showVRF>0</showVRF>' +
      '<showSupernetOnly>0</showSupernetOnly><DNS/>';
    const head = '<sections><code>200</code><success>1</success>';
    expect(xmlOf(await sendXml(client, 'GET', '/sections/1/'))).to.equal(`${head}<data>${record}</data></sections>`);
    expect(xmlOf(await sendXml(client, 'GET', '/sections/'))).to.equal(`${head}<data><item0>${record}</item0></data></sections>`);
    expect(xmlOf(await sendXml(client, 'GET', '/sections/39/'))).to.equal(
      '<sections><code>404</code><success/><message>Section does not exist</message></sections>',
    );
  });

  it('finds a section by its name, in any case and with any characters', async () => {
    const id = String(await create({ name: 'Büro 1/ä' }));
    for (const name of ['Büro 1/ä', 'BÜRO 1/ä', 'büro 1/Ä'])
      expect((await client.get(`/sections/${encodeURIComponent(name)}/`)).record.id, name).to.equal(id);
    expect((await client.get('/sections/nobody/')).summary).to.equal('404 Not Found');
    expect((await client.get('/sections/all/')).summary).to.equal('404 Not Found');
    for (const unknown of ['39', '0', '-1', '99999999999'])
      expect((await client.get(`/sections/${unknown}/`)).summary, unknown).to.equal('404 Section does not exist');
  });

  it('lists sections by their order, filtered by returned values', async () => {
    for (const [name, order] of [
      ['Second', 2],
      ['First', 1],
      ['Unordered', null],
    ] as const)
      await create({ name, order });
    expect(await namesAt('/sections/')).to.deep.equal(['Unordered', 'First', 'Second']);
    const filtered = (query: string) => client.get(`/sections/?${query}`);
    expect((await filtered('filter_by=order&filter_value=02')).records.map(({ name }) => name)).to.deep.equal(['Second']);
    expect((await filtered('filter_by=name&filter_value=r&filter_match=partial')).records).to.have.length(2);
    expect((await filtered('filter_by=name&filter_value=/^s/i&filter_match=regex')).records).to.have.length(1);
    const one = await client.get('/sections/1/?filter_by=name&filter_value=Second');
    expect(one.records.map(({ id }) => id)).to.deep.equal(['1']);
    const refused = [
      ['filter_by=name', '400 Missing filter_value'],
      ['filter_by=name&filter_value=', '400 Empty filter_value'],
      ['filter_by=nope&filter_value=x', '400 Invalid filter_by'],
      ['filter_by=name&filter_value=x&filter_match=all', '400 Invalid filter_match'],
      ['filter_by=name&filter_value=s&filter_match=regex', '400 Invalid regular expression (err=1)'],
      ['filter_by=name&filter_value=second', '404 No results (filter applied)'],
    ] as const;
    for (const [query, summary] of refused) expect((await filtered(query)).summary, query).to.equal(summary);
  });

  it('returns links when the application or request enables them: all of one section, only self in lists', async () => {
    await create({ name: 'Linked' });
    const self = { rel: 'self', href: '/api/links/sections/1/', methods: ['GET', 'POST', 'DELETE', 'PATCH'] };
    const linked = server.on('links');
    expect((await linked.get('/sections/1/')).record.links).to.deep.equal([
      self,
      { rel: 'subnets', href: '/api/links/sections/1/subnets/', methods: ['GET'] },
    ]);
    expect((await linked.get('/sections/')).records.map(({ links }) => links)).to.deep.equal([[self]]);
    expect((await linked.get('/sections/1/?links=false')).record).to.deep.equal({ ...plain, id: '1', name: 'Linked' });
    expect((await client.get('/sections/1/?links=true')).record).to.have.property('links');
  });

  const refusedFields: readonly (readonly [object, string])[] = [
    [{ name: 'ab' }, '400 Name is mandatory or too short (mininum 3 characters)'],
    [{ name: 'taken' }, '409 Section taken already exists'],
    [{ name: 'x'.repeat(129) }, '400 Invalid name: longer than 128 characters'],
    [{ name: 'new', masterSection: 39 }, '400 Invalid masterSection id 39'],
    [{ name: 'new', masterSection: 2 }, '400 Only 1 level of nesting is permitted for sections'],
    [{ name: 'new', nonsense: 1 }, '400 Invalid request key nonsense'],
    [{ name: 'new', filter_by: 'x' }, '400 Invalid request key filter_by'],
    [{ name: 'new', custom_fields: {} }, '400 Invalid request key custom_fields'],
    [{ name: 'new', strictMode: 'maybe' }, '400 Invalid strictMode: 0 or 1 expected'],
    [{ name: 'new', order: 'x' }, '400 Invalid order: an integer expected'],
    [{ name: 'new', description: 'a\u0007' }, '400 Invalid description: control characters are not allowed'],
  ];
  for (const [fields, summary] of refusedFields) {
    it(`answers ${summary} to a creation and a change, and writes nothing`, async () => {
      await create({ name: 'TAKEN' });
      await create({ name: 'Inner', masterSection: 1 });
      const id = await create({ name: 'Own' });
      const before = (await client.get('/sections/')).text.replace(/"time":[\d.]+/, '');
      expect((await client.post('/sections/', fields)).summary).to.equal(summary);
      expect((await client.patch(`/sections/${id}/`, fields)).summary).to.equal(summary);
      expect((await client.get('/sections/')).text.replace(/"time":[\d.]+/, '')).to.equal(before);
    });
  }

  it('refuses a section without a name or with an unknown field', async () => {
    const summary = '400 Name is mandatory or too short (mininum 3 characters)';
    expect((await client.post('/sections/', { description: 'nameless' })).summary).to.equal(summary);
    expect((await client.post('/sections/')).summary).to.equal(summary);
    const linked = await client.post('/sections/', { name: 'new', links: 'false' });
    expect(linked.summary).to.equal('400 Invalid request key links');
  });

  it('changes a section by the id in the path or the body, with PATCH or PUT, and returns no record', async () => {
    const id = await create({ name: 'Old', description: 'kept' });
    const headers = { 'Content-Type': 'application/json' };
    const answers = [
      await client.patch(`/sections/${id}/`, { name: 'New' }),
      await client.patch('/sections/', { id, order: 5 }),
      await client.send({ method: 'PUT', target: `/sections/${id}/`, headers, body: JSON.stringify({ id, showVRF: 1 }) }),
      await sendForm(client, 'PATCH', '/sections/', `id=${id}&strictMode=1`),
    ];
    for (const answer of answers) expect(membersOf(answer)).to.deep.equal(done);
    expect((await client.get(`/sections/${id}/`)).record).to.deep.equal({
      ...{
        ...plain,
        id: String(id),
        name: 'New',
        description: 'kept',
        order: '5',
        showVRF: '1',
        strictMode: '1',
        editDate: moment,
      },
    });
    const refused = [
      [await client.patch(`/sections/${id}/`), '400 No values to update'],
      [await client.patch('/sections/39/', { name: 'New' }), '404 Section does not exist'],
      [await client.patch('/sections/', { name: 'New' }), '400 Section Id required'],
      [await client.patch(`/sections/${id}/`, { id: id + 1, name: 'Other' }), '400 Invalid id: differs from the one in the path'],
      [await client.patch(`/sections/${id}/`, { masterSection: id }), '400 Section cannot be its own master'],
    ] as const;
    for (const [answer, summary] of refused) expect(answer.summary).to.equal(summary);
  });

  it('deletes a section with its content, by the id in the path or the body', async () => {
    const [first, second] = [await create({ name: 'First' }), await create({ name: 'Second' })];
    const inner = await create({ name: 'Inner', masterSection: first });
    const subnet = await network(inner, '10.0.0.0');
    const address = (await client.post('/addresses/', { subnetId: subnet, ip: '10.0.0.1' })).id;
    expect(membersOf(await client.delete(`/sections/${first}/`))).to.deep.equal(done);
    expect(await namesAt('/sections/')).to.deep.equal(['Second']);
    expect((await client.get(`/subnets/${subnet}/`)).summary).to.equal(`400 Invalid subnet Id (${subnet})`);
    expect((await client.get(`/addresses/${address}/`)).summary).to.equal('404 Invalid Id');
    expect(membersOf(await client.delete('/sections/', { id: second }))).to.deep.equal(done);
    expect((await client.delete(`/sections/${second}/`)).summary).to.equal('404 Section does not exist');
    expect((await client.delete('/sections/')).summary).to.equal('400 Section Id required');
    expect((await client.delete('/sections/abc/')).summary).to.equal('404 Section does not exist');
  });

  describe('lists the subnets of a section', () => {
    /** Descriptions of the listed subnets. */
    const listed = async (target: string) => (await client.get(target)).records.map(({ description }) => description);

    it('with usage, name servers and gateway, folders first and without usage, by id and by name', async () => {
      const id = await create({ name: 'Full' });
      const nameserver = (await client.post('/tools/nameservers/', { name: 'ns', namesrv1: '192.0.2.1' })).id;
      const subnet = await network(id, '10.0.0.0', { description: 'network', nameserverId: nameserver });
      await client.post('/subnets/', { sectionId: id, isFolder: 1, description: 'folder' });
      const gateway = (await client.post('/addresses/', { subnetId: subnet, ip: '10.0.0.1', is_gateway: 1 })).id;
      for (const section of [id, 'full']) {
        const [folder, found, ...others] = (await client.get(`/sections/${section}/subnets/`)).records;
        expect([folder?.description, folder?.isFolder, others]).to.deep.equal(['folder', '1', []]);
        expect(folder).not.to.have.any.keys('usage', 'gatewayId', 'nameservers', 'addresses');
        expect(found).to.deep.include({ id: String(subnet), subnet: '10.0.0.0', mask: '24', gatewayId: String(gateway) });
        expect(found?.nameservers).to.include({ id: String(nameserver), name: 'ns', namesrv1: '192.0.2.1' });
        expect(found?.usage).to.deep.equal({
          ...{ Used: '1', Reserved: '0', used: '1', Used_percent: 0.39, Reserved_percent: 0 },
          ...{ freehosts: '253', freehosts_percent: 99.61, maxhosts: '254' },
        });
        expect(Object.keys(found ?? {}).at(-1)).to.equal('usage');
      }
    });

    it('with their addresses on request', async () => {
      const id = await create({ name: 'Full' });
      const [held, empty] = [await network(id, '10.0.0.0'), await network(id, '10.0.1.0')];
      const address = (await client.post('/addresses/', { subnetId: held, ip: '10.0.0.9', hostname: 'h' })).id;
      const { record } = await client.get(`/addresses/${address}/`);
      for (const section of [id, 'Full']) {
        const { records } = await client.get(`/sections/${section}/subnets/addresses/`);
        expect(records.map((subnet) => [subnet.id, subnet.addresses])).to.deep.equal([
          [String(held), [record]],
          [String(empty), []],
        ]);
      }
    });

    const orders = [
      [null, ['b', 'a', 'c']],
      ['subnet,desc', ['c', 'a', 'b']],
      ['description,asc', ['a', 'b', 'c']],
      ['description,desc', ['c', 'b', 'a']],
      ['id,desc', ['b', 'c', 'a']],
      ['nonsense,desc', ['b', 'a', 'c']],
    ] as const;
    for (const [subnetOrdering, expected] of orders) {
      it(`in the order of its subnetOrdering: ${subnetOrdering}`, async () => {
        const id = await create({ name: 'Ordered', subnetOrdering });
        for (const [subnet, description] of [
          ['10.0.1.0', 'a'],
          ['10.0.2.0', 'c'],
          ['10.0.0.0', 'b'],
        ] as const)
          await network(id, subnet, { description });
        expect(await listed(`/sections/${id}/subnets/`)).to.deep.equal(expected);
      });
    }

    it('filtered by returned values', async () => {
      const id = await create({ name: 'Mixed' });
      await network(id, '10.0.0.0', { description: 'network' });
      await client.post('/subnets/', { sectionId: id, isFolder: 1, description: 'folder' });
      const target = `/sections/${id}/subnets/?filter_by=`;
      expect(await listed(`${target}isFolder&filter_value=1`)).to.deep.equal(['folder']);
      expect(await listed(`${target}subnet&filter_value=10.0.0.0`)).to.deep.equal(['network']);
      expect((await client.get(`${target}mask&filter_value=25`)).summary).to.equal('404 No results (filter applied)');
    });

    it('but returns 404 for a section without subnets and for an unknown one', async () => {
      const id = await create({ name: 'Empty' });
      for (const section of [id, 'Empty', 39, 'nobody'])
        for (const path of ['subnets', 'subnets/addresses'])
          expect((await client.get(`/sections/${section}/${path}/`)).summary).to.equal('404 No subnets found');
    });
  });

  it('returns the history of a section, newest first, by id and by name', async () => {
    const id = await create({ name: 'Told' });
    await client.patch(`/sections/${id}/`, { description: 'new' });
    for (const section of [id, 'told'])
      expect((await client.get(`/sections/${section}/changelog/`)).envelope.data).to.deep.equal([
        { user: 'Admin', action: 'edit', result: 'success', date: moment, diff: ['description: NULL => new'] },
        { user: 'Admin', action: 'add', result: 'success', date: moment, diff: ['name: NULL => Told', 'showSubnet: NULL => 1'] },
      ]);
    expect((await client.get('/sections/39/changelog/')).summary).to.equal('404 Section does not exist');
  });

  it('returns custom fields flat or nested, as the application requires', async () => {
    await server.provision({
      customFields: [{ on: 'sections', name: 'custom_site', type: 'varchar(8)', comment: 'Where', default: 'here' }],
    });
    expect((await client.get('/sections/custom_fields/')).record).to.deep.equal({
      custom_site: { name: 'custom_site', type: 'varchar(8)', Comment: 'Where', Null: 'YES', Default: 'here' },
    });
    const id = await create({ name: 'Marked', custom_site: 'there' });
    expect((await client.get(`/sections/${id}/`)).record).to.deep.equal({
      ...{ ...plain, id: String(id), name: 'Marked', custom_site: 'there' },
    });
    const nesting = server.on('nest');
    expect(membersOf(await nesting.patch(`/sections/${id}/`, { custom_fields: { custom_site: 'else' } }))).to.deep.equal(done);
    expect((await nesting.get(`/sections/${id}/`)).record.custom_fields).to.deep.equal({ custom_site: 'else' });
    const unknown = await nesting.post('/sections/', { name: 'New', custom_fields: { custom_nope: 1 } });
    expect(unknown.summary).to.equal('400 custom_nope is not a valid custom field');
  });

  it('refuses writes of read-only applications and of users without the level', async () => {
    const id = await create({ name: 'Guarded', permissions: { 2: 2, 3: 0 } });
    for (const [method, target] of [
      ['POST', '/sections/'],
      ['PATCH', `/sections/${id}/`],
      ['DELETE', `/sections/${id}/`],
    ] as const)
      expect((await server.on('read').send({ method, target })).summary).to.equal('401 invalid permissions');
    const [operator, guest] = [await server.signIn('operator', 'main'), await server.signIn('guest', 'main')];
    expect((await operator.get(`/sections/${id}/`)).summary).to.equal('200');
    expect((await operator.patch(`/sections/${id}/`, { name: 'Mine' })).summary).to.equal('403 Insufficient permissions');
    expect((await operator.delete(`/sections/${id}/`)).summary).to.equal('403 Insufficient permissions');
    expect((await operator.post('/sections/', { name: 'Mine' })).summary).to.equal('403 Insufficient permissions');
    expect((await guest.get(`/sections/${id}/`)).summary).to.equal('404 Section does not exist');
    expect((await guest.get('/sections/guarded/')).summary).to.equal('404 Not Found');
    expect((await guest.patch(`/sections/${id}/`, { name: 'Mine' })).summary).to.equal('404 Section does not exist');
    expect(membersOf(await guest.get('/sections/'))).to.deep.equal({ ...done, message: 'No sections available' });
  });

  it('answers HEAD like GET without a body, and OPTIONS with the methods', async () => {
    await create({ name: 'Own' });
    const [got, head] = [await client.get('/sections/1/'), await client.send({ method: 'HEAD', target: '/sections/1/' })];
    expect([head.status, head.text, head.headers['content-type']]).to.deep.equal([200, '', got.headers['content-type']]);
    expect((await client.send({ method: 'HEAD', target: '/sections/39/' })).status).to.equal(404);
    expect((await client.send({ method: 'OPTIONS', target: '/sections/' })).record).to.deep.equal({
      methods: [
        { href: '/api/main/sections/', methods: [{ rel: 'options', method: 'OPTIONS' }] },
        {
          href: '/api/main/sections/{id}/',
          methods: [
            { rel: 'read', method: 'GET' },
            { rel: 'create', method: 'POST' },
            { rel: 'update', method: 'PATCH' },
            { rel: 'delete', method: 'DELETE' },
          ],
        },
      ],
    });
  });
});
