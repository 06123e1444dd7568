import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('Holds', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  let now: Date;
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const network = async (subnet: string, mask: number, fields: object = {}) =>
    (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  const take = (fields: object = {}) => client.post(`/addresses/first_free/${subnetId}/`, fields);
  const read = async (id: number, of = 'addresses') => {
    const { status, record } = await client.get(`/${of}/${id}/`);
    return status === 200 ? [String(record.tag), record.heldUntil] : status;
  };
  const history = async (id: number, of = 'addresses') =>
    (await client.get(`/${of}/${id}/changelog/`)).records.map(({ user, action, diff }) => [user, action, diff]);

  beforeEach(async () => {
    now = new Date(2026, 2, 1, 12, 0, 0);
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section', strictMode: 1 })).id;
    subnetId = await network('10.0.0.0', 29);
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('reserve an address until it is confirmed; only held records return heldUntil', async () => {
    const { id } = await take({ hold: 60 });
    expect(await read(id)).to.deep.equal(['3', '2026-03-01 12:01:01']);
    expect((await client.patch(`/addresses/${id}/`, { hold: 0 })).status).to.equal(200);
    expect((await client.get(`/addresses/${id}/`)).record).not.to.have.property('heldUntil');
    expect(await read(id)).to.deep.equal(['2', undefined]);
    pass(100);
    expect((await take()).envelope.data).to.equal('10.0.0.2');
    expect((await client.patch(`/addresses/${id}/`, { hold: 0 })).status).to.equal(200);
  });

  it('are prolonged from the time of the change', async () => {
    const { id } = await take({ hold: 60 });
    pass(30);
    expect((await client.patch(`/addresses/${id}/`, { hold: 60, hostname: 'web' })).status).to.equal(200);
    expect(await read(id)).to.deep.equal(['3', '2026-03-01 12:01:31']);
    pass(60);
    expect((await take()).envelope.data).to.equal('10.0.0.2');
    pass(1);
    expect((await take()).envelope.data).to.equal('10.0.0.1');
    expect(await read(id)).to.equal(404);
  });

  it('that have expired count as free in every kind of read and allocation', async () => {
    const hold = async () => {
      const { id } = await client.post('/addresses/', { subnetId, ip: '10.0.0.1', hold: 10 });
      pass(11);
      return id;
    };
    const ways: Record<string, () => Promise<unknown>> = {
      look: async () => (await client.get(`/addresses/first_free/${subnetId}/`)).envelope.data,
      criteria: async () => (await client.get(`/addresses/first_free/${subnetId}/?to=10.0.0.1`)).envelope.data,
      'first free': async () => (await take()).envelope.data,
      several: async () => ((await take({ count: 2 })).envelope.data as { ip: string }[])[0]?.ip,
      named: async () => (await client.post('/addresses/', { subnetId, ip: '10.0.0.1' })).status === 201 && '10.0.0.1',
      section: async () =>
        (await client.post('/addresses/', { section: sectionId, ip: '10.0.0.1' })).status === 201 && '10.0.0.1',
      bulk: async () => {
        const items = [{ action: 'create', subnetId, ip: '10.0.0.1' }];
        return String((await client.post('/addresses/bulk/', { items })).records[0]?.status) === '201' && '10.0.0.1';
      },
      ensured: async () =>
        (await client.post('/addresses/ensure/', { subnetId, ip: '10.0.0.1' })).envelope.data === 'created' && '10.0.0.1',
      tried: async () => (await take({ dry_run: 1 })).envelope.data,
    };
    for (const [way, work] of Object.entries(ways)) {
      const id = await hold();
      expect(await work(), way).to.equal('10.0.0.1');
      expect(Array.isArray(await read(id)), way).to.equal(way === 'tried');
      await client.delete(`/subnets/${subnetId}/truncate/`);
    }
  });

  it('apply to several addresses and to bulk items', async () => {
    const many = (await take({ count: 3, hold: 60 })).envelope.data as { id: string }[];
    for (const { id } of many) expect(await read(Number(id))).to.deep.equal(['3', '2026-03-01 12:01:01']);
    const items = [{ action: 'create', subnetId, ip: '10.0.0.6', hold: 5 }];
    const [made] = (await client.post('/addresses/bulk/', { items })).records;
    expect(await read(Number(made?.id))).to.deep.equal(['3', '2026-03-01 12:00:06']);
    await client.post('/addresses/bulk/', { items: [{ action: 'change', id: Number(made?.id), hold: 0 }] });
    expect(await read(Number(made?.id))).to.deep.equal(['2', undefined]);
  });

  it('that are invalid are refused, and allocate nothing', async () => {
    const refusals: readonly (readonly [object, number])[] = [
      [{ hold: -1 }, 400],
      [{ hold: 2592001 }, 400],
      [{ hold: 'long' }, 400],
      [{ hold: 60, tag: 2 }, 400],
    ];
    for (const [fields, status] of refusals) {
      expect((await take(fields)).status, JSON.stringify(fields)).to.equal(status);
      const answer = await client.post('/addresses/', { subnetId, ip: '10.0.0.1', ...fields });
      expect(answer.status, JSON.stringify(fields)).to.equal(status);
    }
    expect((await client.post('/folders/', { sectionId, description: 'x', isFolder: 1, hold: 60 })).status).to.equal(400);
    const { id } = await take();
    expect(id && (await client.patch(`/addresses/${id}/`, { hold: 60 })).status).to.equal(409);
    expect((await client.patch(`/addresses/${id}/`, { hold: 60, tag: 2 })).status).to.equal(409);
    expect(await read(id)).to.deep.equal(['2', undefined]);
  });

  it('are confirmed by another tag, but not by changes of other fields', async () => {
    const { id } = await take({ hold: 60 });
    await client.patch(`/addresses/${id}/`, { hostname: 'web' });
    expect(await read(id)).to.deep.equal(['3', '2026-03-01 12:01:01']);
    await client.patch(`/addresses/${id}/`, { tag: 4 });
    expect(await read(id)).to.deep.equal(['4', undefined]);
  });

  it('stay when a record is written back; ensure prolongs or confirms them', async () => {
    const { id } = await take({ hold: 60 });
    const { record } = await client.get(`/addresses/${id}/?links=false`);
    expect((await client.patch(`/addresses/${id}/`, record)).status).to.equal(200);
    expect(await read(id)).to.deep.equal(['3', '2026-03-01 12:01:01']);
    const ensure = async (fields: object) =>
      (await client.post('/addresses/ensure/', { subnetId, ip: '10.0.0.1', ...fields })).envelope.data;
    expect(await ensure({ hold: 90 })).to.equal('changed');
    expect(await read(id)).to.deep.equal(['3', '2026-03-01 12:01:31']);
    expect([await ensure({}), await ensure({}), await ensure({ hold: 0 })]).to.deep.equal(['changed', 'unchanged', 'unchanged']);
    expect(await read(id)).to.deep.equal(['2', undefined]);
  });

  it('of networks expire when the network is empty, and are confirmed when it is not', async () => {
    const master = await network('10.1.0.0', 24);
    const allocate = (fields: object = {}) => client.post(`/subnets/${master}/first_subnet/28/`, fields);
    const [empty, used] = [await allocate({ hold: 60 }), await allocate({ hold: 60 })];
    expect(await read(empty.id, 'subnets')).to.deep.equal(['3', '2026-03-01 12:01:01']);
    const { id: inside } = await client.post(`/addresses/first_free/${used.id}/`, {});
    pass(61);
    expect((await client.get(`/subnets/${master}/first_subnet/28/`)).envelope.data).to.equal('10.1.0.0/28');
    expect(await read(empty.id, 'subnets')).to.equal(400);
    expect(await read(used.id, 'subnets')).to.deep.equal(['2', undefined]);
    expect(await read(inside)).to.deep.equal(['2', undefined]);
    expect((await allocate()).envelope.data).to.equal('10.1.0.0/28');
    expect((await allocate()).envelope.data).to.equal('10.1.0.32/28');
  });

  it('of a network that contains only expired holds expire with them', async () => {
    const master = await network('10.1.0.0', 24);
    const { id } = await client.post(`/subnets/${master}/first_subnet/26/`, { hold: 60 });
    const { id: child } = await client.post(`/subnets/${id}/first_subnet/28/`, { hold: 30 });
    await client.post(`/addresses/first_free/${child}/`, { hold: 60 });
    pass(61);
    expect((await client.post(`/subnets/${master}/last_subnet/25/`, {})).envelope.data).to.equal('10.1.0.128/25');
    expect([await read(id, 'subnets'), await read(child, 'subnets')]).to.deep.equal([400, 400]);
  });

  it('block the creation of an overlapping network until they expire', async () => {
    const { id } = await client.post('/subnets/', { sectionId, subnet: '10.2.0.0', mask: 24, hold: 60 });
    const again = async (fields: object = {}) =>
      (await client.post('/subnets/', { sectionId, subnet: '10.2.0.0', mask: 23, ...fields })).status;
    expect(await again()).to.equal(409);
    expect((await client.patch(`/subnets/${id}/`, { hold: 90 })).status).to.equal(200);
    pass(61);
    expect(await again()).to.equal(409);
    pass(30);
    expect([await again(), await again(), await read(id, 'subnets')]).to.deep.equal([201, 409, 400]);
    const ensured = await client.post('/subnets/ensure/', { sectionId, subnet: '10.3.0.0', mask: 24, hold: 10 });
    pass(11);
    const other = await client.post('/subnets/ensure/', { sectionId, subnet: '10.3.0.0', mask: 24 });
    expect([ensured.envelope.data, other.envelope.data, other.id === ensured.id]).to.deep.equal(['created', 'created', false]);
    expect(await read(other.id, 'subnets')).to.deep.equal(['2', undefined]);
  });

  it('of networks do not block address allocation, splits and resizes after they expire', async () => {
    const holdChild = async (id: number) => {
      await client.post(`/subnets/${id}/first_subnet/30/`, { hold: 10 });
      pass(11);
    };
    const master = await network('10.6.0.0', 28);
    await holdChild(master);
    expect((await client.get(`/addresses/first_free/${master}/`)).envelope.data).to.equal('10.6.0.1');
    await holdChild(master);
    expect((await client.get(`/addresses/first_free/${master}/?count=2`)).envelope.data).to.deep.equal(['10.6.0.1', '10.6.0.2']);
    await holdChild(master);
    expect((await client.post(`/addresses/first_free/${master}/`, { hold: 10 })).envelope.data).to.equal('10.6.0.1');
    await holdChild(master);
    expect((await client.patch(`/subnets/${master}/split/`, { number: 2 })).status).to.equal(200);
    const grown = await network('10.7.0.0', 28);
    await client.post('/subnets/', { sectionId, subnet: '10.7.0.16', mask: 28, hold: 10 });
    expect((await client.patch(`/subnets/${grown}/resize/`, { mask: 27 })).status).to.equal(409);
    pass(11);
    expect((await client.patch(`/subnets/${grown}/resize/`, { mask: 27 })).status).to.equal(200);
  });

  it('count as freed from the time of their expiry', async () => {
    await take({ hold: 60 });
    pass(61 + 300);
    expect((await take({ quarantine: 6 })).envelope.data).to.equal('10.0.0.2');
    expect((await take({ quarantine: 5 })).envelope.data).to.equal('10.0.0.1');
  });

  it('appear in history and feed with creation, confirmation and expiry', async () => {
    const { id } = await take({ hold: 60 });
    await client.patch(`/addresses/${id}/`, { hold: 0 });
    const { id: lost } = await take({ hold: 60 });
    const historyEntries = await history(id);
    expect(JSON.stringify(historyEntries)).to.contain('heldUntil').and.to.contain('2026-03-01');
    pass(61);
    expect(await server.application.holdExpiry.sweep()).to.equal(1);
    expect(await server.application.holdExpiry.sweep()).to.equal(0);
    const { changes } = (await client.get('/changes/?kind=address')).record as unknown as {
      changes: {
        objectId: string;
        action: string;
        by: string;
        before: Record<string, unknown>;
        after: Record<string, unknown>;
      }[];
    };
    const seen = changes.map(({ objectId, action, by, before, after }) => [
      Number(objectId),
      action,
      by,
      before?.heldUntil !== undefined && before.heldUntil !== null,
      after?.heldUntil !== undefined && after.heldUntil !== null,
    ]);
    expect(seen).to.deep.equal([
      [id, 'add', seen[0]?.[2], false, true],
      [id, 'edit', seen[0]?.[2], true, false],
      [lost, 'add', seen[0]?.[2], false, true],
      [lost, 'delete', 'expired hold', true, false],
    ]);
  });

  it('are created once under an idempotency key, and not in a dry run', async () => {
    const headers = { 'idempotency-key': 'one' };
    const send = () => client.send({ method: 'POST', target: `/addresses/first_free/${subnetId}/?hold=60`, headers });
    const [one, again] = [await send(), await send()];
    expect([again.id, again.headers['idempotent-replayed']]).to.deep.equal([one.id, 'true']);
    const trial = await take({ hold: 60, dry_run: 1 });
    expect([trial.status, trial.envelope.data]).to.deep.equal([201, '10.0.0.2']);
    expect((await client.get(`/subnets/${subnetId}/addresses/`)).records).to.have.length(1);
  });

  it('are filtered and sorted by heldUntil, and returned in XML', async () => {
    const [{ id: long }, { id: short }] = [await take({ hold: 600 }), await take({ hold: 60 })];
    await take();
    const found = await client.get('/addresses/?filter[heldUntil][null]=0&sort=heldUntil&fields=id,heldUntil');
    expect(found.records.map(({ id }) => Number(id))).to.deep.equal([short, long]);
    const { text } = await client.send({
      method: 'GET',
      target: `/addresses/${long}/`,
      headers: { accept: 'application/xml', 'content-type': 'application/xml' },
    });
    expect(text).to.contain('<heldUntil>2026-03-01 12:10:01</heldUntil>');
  });
});
