import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const xml = { 'Content-Type': 'application/xml' };

describe('Ranges of a network', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  const add = (fields: object): Promise<Answer> => client.post('/ranges/', { subnetId, ...fields });
  const take = async (fields: object = {}): Promise<unknown> => {
    const { status, envelope } = await client.post(`/addresses/first_free/${subnetId}/`, fields);
    return status === 201 ? envelope.data : [status, envelope.message];
  };
  const printers = { name: 'printers', first: '10.0.0.10', last: '10.0.0.12', purpose: 'static', allocation: 'named' };

  beforeEach(async () => {
    server = await ApiServer.start({ clock: { now: () => new Date(Date.UTC(2026, 2, 1, 12)) } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 28 })).id;
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('are created, read, listed, changed and deleted, with their history', async () => {
    const made = await add(printers);
    expect([made.status, made.envelope.message, made.headers.location]).to.deep.equal([
      201,
      'Range created',
      `/api/main/ranges/${made.id}/`,
    ]);
    const { links: _, ...record } = (await client.get(`/ranges/${made.id}/`)).record;
    expect(record).to.deep.equal({
      ...{ id: String(made.id), subnetId: String(subnetId), ...printers, description: null, editDate: null },
      ...(record.custom_fields === undefined ? {} : { custom_fields: record.custom_fields }),
    });
    const dhcp = await add({ name: 'DHCP', first: '10.0.0.2', last: '10.0.0.5', purpose: 'dhcp' });
    for (const path of [`/subnets/${subnetId}/ranges/?sort=first`, '/ranges/?sort=first', '/ranges/all/?sort=first'])
      expect((await client.list(path)).map(({ name }) => name)).to.deep.equal(['DHCP', 'printers']);
    expect((await client.list('/ranges/?filter_by=purpose&filter_value=dhcp')).map(({ name }) => name)).to.deep.equal(['DHCP']);
    expect((await client.patch(`/ranges/${made.id}/`, { last: '10.0.0.13', allocation: 'first' })).summary).to.equal('200');
    expect((await client.get(`/ranges/${made.id}/`)).record).to.include({ last: '10.0.0.13', allocation: 'first' });
    const changes = (await client.get(`/ranges/${made.id}/changelog/`)).records;
    expect(changes.map(({ action }) => action)).to.have.members(['add', 'edit']);
    expect((await client.delete(`/ranges/${dhcp.id}/`)).summary).to.equal('200');
    expect((await client.get(`/ranges/${dhcp.id}/`)).summary).to.equal('404 No objects found');
  });

  it('are found by subnet and name in an ensure request, and created if they are missing', async () => {
    const ensure = async (fields: object) =>
      (await client.post('/ranges/ensure/', { subnetId, ...printers, ...fields })).envelope;
    const results = [await ensure({}), await ensure({}), await ensure({ last: '10.0.0.13' })];
    expect(results.map(({ data }) => data)).to.deep.equal(['created', 'unchanged', 'changed']);
    expect((await client.list('/ranges/')).map(({ last }) => last)).to.deep.equal(['10.0.0.13']);
    expect((await client.post('/ranges/bulk/', { items: [] })).status).to.equal(400);
  });

  it('have defaults that exclude them from allocation', async () => {
    const { id } = await add({ name: 'kept', first: '10.0.0.1', last: '10.0.0.3' });
    expect((await client.get(`/ranges/${id}/`)).record).to.include({ purpose: 'reserved', allocation: 'never' });
    expect(await take()).to.equal('10.0.0.4');
  });

  it('must not overlap, and need a unique name in a network', async () => {
    await add(printers);
    expect((await add({ name: 'other', first: '10.0.0.12', last: '10.0.0.13' })).summary).to.equal(
      '409 The range overlaps with range printers (10.0.0.10-10.0.0.12)',
    );
    expect((await add({ ...printers, first: '10.0.0.1', last: '10.0.0.2' })).summary).to.equal('409 range already exists');
    expect((await add({ name: 'back', first: '10.0.0.2', last: '10.0.0.1' })).summary).to.equal(
      '400 Invalid range: last must not lie before first',
    );
    expect((await add({ name: 'far', first: '10.0.0.2', last: '10.0.1.1' })).summary).to.equal(
      '409 Range 10.0.0.2-10.0.1.1 does not lie inside of subnet 10.0.0.0/28',
    );
    const { id } = await add({ name: 'other', first: '10.0.0.2', last: '10.0.0.3' });
    expect((await client.patch(`/ranges/${id}/`, { last: '10.0.0.10' })).status).to.equal(409);
    expect((await client.patch(`/ranges/${id}/`, { subnetId: 99 })).summary).to.equal(
      '409 The subnet of a range cannot be changed',
    );
  });

  it('control the allocation of their addresses: never, only by name, or first', async () => {
    await add({ name: 'kept', first: '10.0.0.1', last: '10.0.0.2' });
    await add(printers);
    await add({ name: 'servers', first: '10.0.0.5', last: '10.0.0.6', allocation: 'first' });
    expect([await take(), await take(), await take()]).to.deep.equal(['10.0.0.5', '10.0.0.6', '10.0.0.3']);
    expect((await client.get(`/addresses/first_free/${subnetId}/?range=printers`)).envelope.data).to.equal('10.0.0.10');
    expect((await client.get(`/subnets/${subnetId}/first_free/?range=printers&policy=highest`)).envelope.data).to.equal(
      '10.0.0.12',
    );
    for (const expected of ['10.0.0.10', '10.0.0.11', '10.0.0.12']) expect(await take({ range: 'printers' })).to.equal(expected);
    expect(await take({ range: 'printers' })).to.deep.equal([404, 'No free addresses found']);
    expect(await take({ range: 'kept' })).to.deep.equal([409, 'Range kept is excluded from allocation']);
    expect(await take({ range: 'none' })).to.deep.equal([404, 'The subnet has no range none']);
    const created = await client.post('/addresses/', { subnetId, ip: '10.0.0.1' });
    expect(created.status, 'an address that a request names').to.equal(201);
  });

  it('apply to holds, allocations of several addresses, and dry runs', async () => {
    await add(printers);
    const { status, envelope } = await client.post(`/addresses/first_free/${subnetId}/?range=printers&count=2&dry_run=1`);
    expect([status, (envelope.data as { ip: string }[]).map(({ ip }) => ip)]).to.deep.equal([201, ['10.0.0.10', '10.0.0.11']]);
    expect(await take({ range: 'printers', hold: 60 })).to.equal('10.0.0.10');
    expect(((await take({ range: 'printers', count: 2, contiguous: 1 })) as { ip: string }[]).map(({ ip }) => ip)).to.deep.equal([
      '10.0.0.11',
      '10.0.0.12',
    ]);
    expect(((await take({ count: 8 })) as { ip: string }[]).map(({ ip }) => ip)).to.deep.equal(
      [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `10.0.0.${last}`),
    );
  });

  it('are named in explanations', async () => {
    await add({ name: 'kept', first: '10.0.0.1', last: '10.0.0.3' });
    const explanation = JSON.parse((await client.get(`/addresses/first_free/${subnetId}/?explain=1`)).text).explain;
    expect(explanation).to.deep.equal({
      ranges: [
        { first: '10.0.0.0', last: '10.0.0.0', reason: 'edge' },
        { first: '10.0.0.1', last: '10.0.0.3', reason: 'range', range: 'kept' },
      ],
      leftOff: '0',
    });
    const refused = await client.get(`/addresses/first_free/${subnetId}/?explain=1&range=kept`);
    expect([refused.status, JSON.parse(refused.text).explain.refusal]).to.deep.equal([409, 'range']);
  });

  it('return the number of used addresses', async () => {
    await add(printers);
    await take({ range: 'printers' });
    expect((await client.get(`/subnets/${subnetId}/ranges/usage/`)).records).to.deep.equal([
      {
        ...{ id: '1', name: 'printers', purpose: 'static', allocation: 'named', first: '10.0.0.10', last: '10.0.0.12' },
        ...{ used: '1', maxhosts: '3', freehosts: '2' },
      },
    ]);
  });

  it('must fit into a resized network, and into one part of a split network, to which they move', async () => {
    const { id } = await add({ ...printers, first: '10.0.0.7', last: '10.0.0.9' });
    expect((await client.patch(`/subnets/${subnetId}/resize/`, { mask: 29 })).summary).to.equal(
      '409 Range printers (10.0.0.7-10.0.0.9) does not lie inside of subnet 10.0.0.0/29',
    );
    expect((await client.patch(`/subnets/${subnetId}/split/`, { number: 2 })).status).to.equal(409);
    await client.patch(`/ranges/${id}/`, { first: '10.0.0.9' });
    expect((await client.patch(`/subnets/${subnetId}/split/`, { number: 2 })).summary).to.equal('200');
    const parts = await client.list(`/subnets/${subnetId}/slaves/`);
    const part = parts.find(({ subnet }) => subnet === '10.0.0.8')?.id;
    expect((await client.get(`/ranges/${id}/`)).record.subnetId).to.equal(part);
    expect((await client.get(`/subnets/${part}/first_free/`)).envelope.data).to.equal('10.0.0.10');
  });

  it('stay when their network is truncated, and are deleted with it', async () => {
    const { id } = await add(printers);
    await client.delete(`/subnets/${subnetId}/truncate/`);
    expect((await client.get(`/ranges/${id}/`)).status).to.equal(200);
    await client.delete(`/subnets/${subnetId}/`);
    expect((await client.get(`/ranges/${id}/`)).status).to.equal(404);
    const { changes } = (await client.get('/changes/?before=now&limit=5')).record as {
      changes: { kind: string; action: string }[];
    };
    expect(changes.map(({ kind, action }) => `${kind} ${action}`)).to.include('range delete');
  });

  it('are read and written as XML', async () => {
    const body = `<range><subnetId>${subnetId}</subnetId><name>DHCP</name><first>10.0.0.2</first><last>10.0.0.5</last><purpose>dhcp</purpose></range>`;
    const made = await client.send({ method: 'POST', target: '/ranges/', headers: xml, body });
    expect([made.status, made.text]).to.satisfy(([status, text]: [number, string]) => status === 201 && /<id>1<\/id>/.test(text));
    const read = await client.send({ method: 'GET', target: '/ranges/1/', headers: xml });
    expect(read.text).to.match(/<first>10\.0\.0\.2<\/first><last>10\.0\.0\.5<\/last><purpose>dhcp<\/purpose>/);
    const next = await client.send({ method: 'POST', target: `/addresses/first_free/${subnetId}/`, headers: xml, body: '<a/>' });
    expect(next.text).to.include('10.0.0.1');
  });

  it('do not change answers of other paths', async () => {
    await add(printers);
    const { record } = await client.get(`/subnets/${subnetId}/`);
    expect(Object.keys(record).filter((name) => /range/i.test(name))).to.deep.equal([]);
    expect((await client.get('/')).text).not.to.match(/range/);
  });
});
