import { expect } from 'chai';
import type { ApiClient, RawRequest, WireRecord } from '../support/api-client.js';
import { ApiServer } from '../support/api-server.js';
import { enterTimeZone } from '../support/time/time-zone.js';

const provision = { customFields: [{ on: 'addresses', name: 'custom_due', type: 'datetime' }] };

const json = (method: string, target: string, body: object): RawRequest => ({
  method,
  target,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe("Times in the service's zone", () => {
  let server: ApiServer;
  let client: ApiClient;
  let now: Date;
  let leave: () => void;

  beforeEach(async () => {
    leave = enterTimeZone('Europe/Vienna');
    now = new Date('2024-07-01T22:30:00Z');
    server = await ApiServer.start({ provision, clock: { now: () => now } });
    client = server.client;
    await client.post('/sections/', { name: 'Home' });
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 24, sectionId: 1 });
  });
  afterEach(async () => {
    await server.close();
    leave();
  });

  /** Changes the time zone, as if another process of the service continued there. */
  const moveTo = (zone: string): void => {
    const before = leave;
    const back = enterTimeZone(zone);
    leave = () => {
      back();
      before();
    };
  };
  const create = async (values: object): Promise<number> =>
    Number((await client.post('/addresses/', { subnetId: 1, ip: '10.0.0.1', ...values })).id);
  const lastSeen = async (id: number): Promise<unknown> => (await client.get(`/addresses/${id}/`)).record.lastSeen;

  it('are returned for changes, for values of clients, and for tokens', async () => {
    const id = await create({ lastSeen: '2024-01-15 10:00:00' });
    await client.patch(`/addresses/${id}/`, { hostname: 'h', lastSeen: '2024-07-01T10:00:00' });
    await client.patch('/sections/1/', { description: 'd' });
    expect((await client.get(`/addresses/${id}/`)).record).to.include({
      ...{ lastSeen: '2024-07-01 10:00:00', editDate: '2024-07-02 00:30:00' },
    });
    moveTo('Asia/Tokyo');
    expect((await client.get(`/addresses/${id}/`)).record).to.include({
      ...{ lastSeen: '2024-07-01 17:00:00', editDate: '2024-07-02 07:30:00' },
    });
    expect((await client.get('/sections/1/')).record.editDate).to.equal('2024-07-02 07:30:00');
    const [edit, add] = (await client.get(`/addresses/${id}/changelog/`)).records;
    expect([edit?.date, add?.date]).to.deep.equal(['2024-07-02 07:30:00', '2024-07-02 07:30:00']);
    expect(edit?.diff).to.include('lastSeen: 2024-01-15 18:00:00 => 2024-07-01 17:00:00');
    expect((await client.get('/user/')).record.expires).to.equal('2024-07-02 13:30:00');
    const [admin] = (await client.get('/user/all/')).records;
    expect(admin).to.include({ editDate: '2024-07-02 07:30:00', lastLogin: '2024-07-02 07:30:00' });
  });

  it('are returned in UTC, with the zone, below /admin/', async () => {
    now = new Date('2024-07-01T22:30:00Z');
    const admin = (path: string) => client.get(`/admin${path}`);
    await client.patch('/admin/users/guest/', { email: 'guest@x.example' });
    await server.signIn('guest', 'main');
    for (const zone of ['Europe/Vienna', 'Asia/Tokyo']) {
      moveTo(zone);
      const at = '2024-07-01T22:30:00Z';
      expect((await admin('/users/guest/')).record, zone).to.include({ lastLogin: at, editDate: at });
      expect((await admin('/history/?limit=1')).records[0]?.at, zone).to.equal(at);
      expect((await admin('/tokens/?user=guest')).records[0]?.expires, zone).to.equal('2024-07-02T04:30:00Z');
    }
  });

  it('are 1970-01-01 00:00:01 in every zone for addresses that were never seen', async () => {
    const id = await create({});
    const named = await create({ ip: '10.0.0.2', lastSeen: '1970-01-01 00:00:01' });
    for (const zone of ['Asia/Tokyo', 'America/New_York']) {
      moveTo(zone);
      for (const each of [id, named]) expect(await lastSeen(each), zone).to.equal('1970-01-01 00:00:01');
      const { diff } = (await client.get(`/addresses/${id}/changelog/`)).records[0] ?? {};
      expect(diff).to.include('lastSeen: NULL => 1970-01-01 00:00:01');
    }
  });

  it('do not apply to custom fields, which return the written text', async () => {
    const due = '2024-01-15 10:00:00';
    const id = await create({ custom_due: due });
    moveTo('Asia/Tokyo');
    expect((await client.get(`/addresses/${id}/`)).record.custom_due).to.equal(due);
    await client.patch(`/addresses/${id}/`, { custom_due: '2024-03-31 02:30:00' });
    moveTo('Europe/Vienna');
    expect((await client.get(`/addresses/${id}/`)).record.custom_due).to.equal('2024-03-31 02:30:00');
    const { diff } = (await client.get(`/addresses/${id}/changelog/`)).records[0] ?? {};
    expect(diff).to.deep.equal([`custom_due: ${due} => 2024-03-31 02:30:00`]);
  });

  it('are compared by filters', async () => {
    await create({ lastSeen: '2024-01-15 10:00:00' });
    moveTo('Asia/Tokyo');
    const filtered = (value: string) => client.get(`/addresses/?filter_by=lastSeen&filter_value=${encodeURIComponent(value)}`);
    expect((await filtered('2024-01-15 18:00:00')).records).to.have.length(1);
    expect((await filtered('2024-01-15 09:00:00')).status).to.equal(404);
  });

  const writers: readonly (readonly [name: string, write: (record: WireRecord) => Promise<string>])[] = [
    ['a change', async ({ id, lastSeen: at }) => (await client.patch(`/addresses/${id}/`, { lastSeen: at, note: 'n' })).text],
    [
      'PUT',
      async ({ id, lastSeen: at }) => (await client.send(json('PUT', `/addresses/${id}/`, { lastSeen: at, note: 'n' }))).text,
    ],
    [
      'a bulk change',
      async ({ id, lastSeen: at }) => {
        const items = [{ action: 'change', id: Number(id), lastSeen: at, note: 'n' }];
        return (await client.post('/addresses/bulk/', { items })).text;
      },
    ],
    [
      'ensure',
      async ({ ip, subnetId, lastSeen: at }) =>
        (await client.post('/addresses/ensure/', { subnetId, ip, lastSeen: at, note: 'n' })).text,
    ],
  ];
  for (const [name, write] of writers)
    for (const instant of ['2025-10-26 00:30:00', '2025-10-26 01:30:00'])
      it(`stay ${instant} in UTC when ${name} writes 02:30 of the repeated hour`, async () => {
        moveTo('UTC');
        const id = await create({ lastSeen: instant });
        moveTo('Europe/Berlin');
        const { record } = await client.get(`/addresses/${id}/`);
        expect(record.lastSeen).to.equal('2025-10-26 02:30:00');
        await write(record);
        const { record: after } = await client.get(`/addresses/${id}/`);
        expect(after).to.include({ note: 'n', lastSeen: '2025-10-26 02:30:00' });
        moveTo('UTC');
        expect(await lastSeen(id)).to.equal(instant);
      });

  it('count as unchanged for ensure in the repeated hour', async () => {
    moveTo('UTC');
    await create({ lastSeen: '2025-10-26 00:30:00' });
    moveTo('Europe/Berlin');
    const { status } = await client.post('/addresses/ensure/', { subnetId: 1, ip: '10.0.0.1', lastSeen: '2025-10-26 02:30:00' });
    expect(status).to.equal(200);
    expect((await client.get('/addresses/1/changelog/')).records).to.have.length(1);
    const changed = { subnetId: 1, ip: '10.0.0.1', lastSeen: '2025-10-26 02:31:00' };
    await client.post('/addresses/ensure/', changed);
    moveTo('UTC');
    expect(await lastSeen(1)).to.equal('2025-10-26 01:31:00');
  });

  it('of the repeated hour match conditions by the returned text', async () => {
    moveTo('UTC');
    await create({ lastSeen: '2025-10-26 00:30:00' });
    await create({ ip: '10.0.0.2', lastSeen: '2025-10-26 01:30:00' });
    moveTo('Europe/Berlin');
    const found = async (operator: string) => {
      const query = `filter[lastSeen]${operator}=${encodeURIComponent('2025-10-26 02:30:00')}&sort=id`;
      return (await client.get(`/addresses/?${query}`)).records.map(({ id }) => id);
    };
    expect(await found('')).to.deep.equal(['1', '2']);
    expect(await found('[in]')).to.deep.equal(['1', '2']);
    expect(await found('[ne]')).to.deep.equal([]);
    expect(await found('[gte]')).to.deep.equal(['1', '2']);
    expect(await found('[lte]')).to.deep.equal(['1', '2']);
    expect(await found('[lt]')).to.deep.equal([]);
    expect(await found('[gt]')).to.deep.equal([]);
  });

  it('stay the same instant when a record is written back, also in the repeated hour', async () => {
    moveTo('UTC');
    const instants = ['2024-10-27 00:30:00', '2024-10-27 01:30:00', '2024-03-31 01:30:00', '2024-07-01 12:00:00'];
    for (const [index, instant] of instants.entries()) {
      moveTo('UTC');
      const id = await create({ ip: `10.0.0.${10 + index}`, lastSeen: instant });
      moveTo('Europe/Vienna');
      const { record } = await client.get(`/addresses/${id}/`);
      expect((await client.patch(`/addresses/${id}/`, { ...record, hostname: 'h' })).summary).to.equal('200');
      const { diff } = (await client.get(`/addresses/${id}/changelog/`)).records[0] ?? {};
      expect(diff).to.deep.equal(['hostname: NULL => h']);
      moveTo('UTC');
      expect(await lastSeen(id)).to.equal(instant);
    }
  });

  it('are the second of two instants when clocks go back, and one hour later when clocks skip', async () => {
    const twice = await create({ lastSeen: '2024-10-27 02:30:00' });
    const skipped = await create({ ip: '10.0.0.2', lastSeen: '2024-03-31 02:30:00' });
    const other = await create({ ip: '10.0.0.3', lastSeen: '2024-01-01 00:00:00' });
    await client.patch(`/addresses/${other}/`, { lastSeen: '2024-10-27 02:30:00' });
    expect(await lastSeen(skipped)).to.equal('2024-03-31 03:30:00');
    moveTo('UTC');
    expect(await lastSeen(twice)).to.equal('2024-10-27 01:30:00');
    expect(await lastSeen(other)).to.equal('2024-10-27 01:30:00');
    expect(await lastSeen(skipped)).to.equal('2024-03-31 01:30:00');
  });

  it('are refused when they are invalid', async () => {
    for (const wrong of ['soon', '2024-02-30 10:00:00', '2024-13-01'])
      expect((await client.post('/addresses/', { subnetId: 1, ip: '10.0.0.1', lastSeen: wrong })).status, wrong).to.equal(400);
  });
});
