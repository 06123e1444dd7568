import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { type CrudSubject, describeCrud } from '../support/crud-suite.js';

const vlans = {
  location: '/vlans/',
  sample: (n) => ({ name: `v${n}`, number: n, description: 'a VLAN' }),
  change: { description: 'changed' },
  defaults: { domainId: '1', editDate: null, customer_id: null },
  says: {
    created: { message: 'Vlan created' },
    changed: 'Vlan updated',
    deleted: 'Vlan deleted',
    none: '404 No vlans configured',
    unknown: '404 Vlan not found',
    notNumeric: '404 Vlan not found',
    changeUnknown: '404 Invalid Vlan id',
    deleteUnknown: '404 Invalid Vlan id',
    changeNothing: '400 No values to update',
    withoutId: '400 Vlan Id is required',
  },
} satisfies Partial<CrudSubject>;

describeCrud({ ...vlans, path: '/vlans/', rels: ['self', 'subnets'] });
describeCrud({ ...vlans, path: '/vlan/', idName: 'vlanId' });

describe('/vlans/ and /vlan/', () => {
  let server: ApiServer;
  let client: ApiClient;
  const create = async (given: Readonly<Record<string, unknown>>) => (await client.post('/vlan/', { name: 'v', ...given })).id;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
  });
  after(() => server.close());

  const refused: readonly (readonly [string, object, string])[] = [
    ['no number', {}, '400 Vlan number must be number'],
    ['an empty number', { name: 'v', number: '' }, '400 Vlan number must be number'],
    ['a negative number', { name: 'v', number: -1 }, '400 Vlan number cannot be negative'],
    ['a number in words', { name: 'v', number: 'abc' }, '400 Highest possible VLAN number is 4096!'],
    ['a number that is too high', { name: 'v', number: 4097 }, '400 Highest possible VLAN number is 4096!'],
    ['a number beyond all bounds', { name: 'v', number: '9'.repeat(40) }, '400 Highest possible VLAN number is 4096!'],
    ['no name', { number: 2 }, '400 Vlan name is required'],
    ['an empty name', { number: 2, name: '' }, '400 Vlan name is required'],
    ['a domain in words', { name: 'v', number: 2, domainId: 'x' }, '400 Domain id must be numeric'],
    ['an unknown domain', { name: 'v', number: 2, domainId: 99 }, '400 Invalid domain id'],
    ['an unknown customer', { name: 'v', number: 2, customer_id: 99 }, '400 Invalid customer_id: 99 does not exist'],
    ['an id of its own', { name: 'v', number: 2, vlanId: 5 }, '400 Invalid request key vlanId'],
  ];
  for (const [what, body, summary] of refused) {
    it(`refuses a VLAN with ${what}`, async () => expect((await client.post('/vlan/', body)).summary).to.equal(summary));
  }

  it('accepts the lowest and the highest number, up to the limit in the settings', async () => {
    expect((await client.post('/vlan/', { name: 'lowest', number: 0 })).status).to.equal(201);
    expect((await client.post('/vlan/', { name: 'highest', number: 4096 })).status).to.equal(201);
    await server.provision({ settings: { vlanMax: 100 } });
    expect((await client.post('/vlan/', { name: 'v', number: 101 })).summary).to.equal(
      '400 Highest possible VLAN number is 100!',
    );
    await server.provision({ settings: { vlanMax: 4096 } });
  });

  it('refuses bad numbers and names in changes', async () => {
    const id = await create({ number: 10 });
    expect((await client.patch(`/vlan/${id}/`, { number: 5000 })).summary).to.equal('400 Highest possible VLAN number is 4096!');
    expect((await client.patch(`/vlan/${id}/`, { number: 'abc' })).summary).to.equal('400 Highest possible VLAN number is 4096!');
    expect((await client.patch(`/vlan/${id}/`, { number: null })).summary).to.equal('400 Vlan number must be number');
    expect((await client.patch(`/vlan/${id}/`, { name: '' })).summary).to.equal('400 Vlan name is required');
    expect((await client.patch(`/vlan/${id}/`, { domainId: 99 })).summary).to.equal('400 Invalid domain id');
    expect((await client.get(`/vlan/${id}/`)).record).to.include({ number: '10', domainId: '1' });
  });

  it('accepts the id as vlanId in the body, with or without an id in the path', async () => {
    const id = await create({ number: 11 });
    expect((await client.patch('/vlan/', { vlanId: id, name: 'one' })).summary).to.equal('200');
    expect((await client.patch(`/vlan/${id}/`, { vlanId: id, name: 'two' })).summary).to.equal('200');
    expect((await client.patch(`/vlan/${id}/`, { vlanId: id + 1, name: 'three' })).summary).to.equal(
      '400 Invalid vlanId: differs from the one in the path',
    );
    expect((await client.patch('/vlan/abc/', { name: 'x' })).summary).to.equal('400 Vlan Id must be numeric');
    expect((await client.get(`/vlan/${id}/`)).record.name).to.equal('two');
  });

  it('searches by number', async () => {
    const id = await create({ number: 3000 });
    for (const path of ['/vlan/search/3000/', `/vlan/${id}/search/3000/`]) {
      expect((await client.get(path)).records.map(({ vlanId }) => vlanId)).to.deep.equal([String(id)]);
    }
    for (const path of ['/vlan/search/', '/vlan/search/5/', '/vlan/search/abc/', `/vlan/search/${'9'.repeat(30)}/`]) {
      expect((await client.get(path)).summary).to.equal('404 Vlans not found');
    }
  });

  it('filters by id and by vlanId', async () => {
    const id = await create({ number: 12 });
    for (const name of ['id', 'vlanId']) {
      const { records } = await client.get(`/vlans/?filter_by=${name}&filter_value=${id}`);
      expect(records.map((record) => record.id)).to.deep.equal([String(id)]);
    }
    expect((await client.get(`/vlans/${id}/?filter_by=vlanId&filter_value=${id}`)).records).to.have.length(1);
    expect((await client.get('/vlans/?filter_by=constructor&filter_value=x')).summary).to.equal('400 Invalid filter_by');
  });

  it('lists the subnets of a VLAN, all or those of a section', async () => {
    const id = await create({ number: 13 });
    expect((await client.get(`/vlan/${id}/subnets/`)).summary).to.equal('404 No subnets found');
    const sectionId = (await client.post('/sections/', { name: 'Of VLANs' })).id;
    const subnetId = (await client.post('/subnets/', { subnet: '10.1.0.0', mask: 24, sectionId, vlanId: id })).id;
    const gateway = await client.post('/addresses/', { subnetId, ip: '10.1.0.1', is_gateway: 1 });
    for (const path of [`/vlan/${id}/subnets/`, `/vlan/${id}/subnets/${sectionId}/`, `/tools/vlans/${id}/subnets/`]) {
      const [subnet, ...others] = (await client.get(path)).records;
      expect(subnet).to.include({ id: String(subnetId), subnet: '10.1.0.0', gatewayId: String(gateway.id) });
      expect(others).to.deep.equal([]);
    }
    for (const section of [sectionId + 1, 'abc']) {
      expect((await client.get(`/vlan/${id}/subnets/${section}/`)).summary).to.equal('404 No subnets found');
    }
    expect((await client.get('/vlan/4711/subnets/')).summary).to.equal('404 Invalid Vlan id');
    expect((await client.get('/vlan/abc/subnets/')).summary).to.equal('400 Vlan Id must be numeric');
    expect((await client.delete(`/vlan/${id}/`)).status).to.equal(200);
    expect((await client.get(`/subnets/${subnetId}/`)).record.vlanId).to.equal('0');
  });

  it('refuses a number in use in the L2 domain when the settings require unique numbers', async () => {
    const domainId = (await client.post('/l2domains/', { name: 'second' })).id;
    await create({ number: 14 });
    await create({ number: 14 });
    await server.provision({ settings: { uniqueVlanNumbers: true } });
    expect((await client.post('/vlan/', { name: 'v', number: '014' })).summary).to.equal('409 Vlan already exists');
    expect((await client.post('/vlan/', { name: 'v', number: 14, domainId })).status).to.equal(201);
    const racing = await Promise.all(Array.from({ length: 20 }, () => client.post('/vlan/', { name: 'v', number: 15 })));
    expect(racing.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(19).fill(409)]);
    await server.provision({ settings: { uniqueVlanNumbers: false } });
  });

  it('shows custom fields and their definitions', async () => {
    expect((await client.get('/vlan/custom_fields/')).summary).to.equal('404 No custom fields defined');
    await server.provision({ customFields: [{ on: 'vlans', name: 'custom_note', type: 'varchar(8)' }] });
    const id = await create({ number: 16, custom_note: 'x' });
    for (const path of ['/vlan/custom_fields/', `/vlans/${id}/custom_fields/`]) {
      expect((await client.get(path)).record).to.have.keys('custom_note');
    }
    expect((await client.get(`/vlan/${id}/`)).record.custom_note).to.equal('x');
    expect((await server.on('nest').get(`/vlan/${id}/`)).record.custom_fields).to.deep.equal({ custom_note: 'x' });
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
