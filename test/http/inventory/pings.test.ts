import { expect } from 'chai';
import type { ProbeFailure } from '../../../application/ports/scanning.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { FakeHosts } from '../../support/fake-hosts.js';

const never = '1970-01-01 00:00:01';
const moment = '2024-03-01 12:00:00';

describe('/addresses/ID/ping/', () => {
  let hosts: FakeHosts;
  let server: ApiServer;
  let client: ApiClient;
  let id: number;
  beforeEach(async () => {
    hosts = new FakeHosts();
    const provision = { settings: { scan: { enabled: true, attempts: 3, timeoutMilliseconds: 700, packetsPerSecond: 20 } } };
    server = await ApiServer.start({ hosts, clock: { now: () => new Date(2024, 2, 1, 12, 0, 0) }, provision });
    client = server.client;
    const { id: sectionId } = await client.post('/sections/', { name: 'Section' });
    const { id: subnetId } = await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 });
    id = (await client.post('/addresses/', { subnetId, ip: '10.0.0.1' })).id;
  });
  afterEach(() => server.close());

  const ping = async () => {
    const { status, record } = await client.get(`/addresses/${id}/ping/`);
    return { status, record, lastSeen: (await client.get(`/addresses/${id}/`)).record.lastSeen };
  };

  it('reports a host as online and stores lastSeen, without an entry in the history', async () => {
    hosts.alive.add('10.0.0.1');
    const record = { scan_type: 'fping', exit_code: '0', result_code: 'SUCCESS', message: 'Address online' };
    expect(await ping()).to.deep.equal({ status: 200, record, lastSeen: moment });
    expect(hosts.probed).to.deep.equal([['10.0.0.1']]);
    expect(hosts.limits).to.include({ attempts: 3, timeoutMilliseconds: 700, packetsPerSecond: 20 });
    expect((await client.get(`/addresses/${id}/changelog/`)).records).to.have.lengthOf(1);
  });

  it('reports a host as offline, and stores nothing', async () => {
    const record = { scan_type: 'fping', exit_code: '1', result_code: 'OFFLINE', message: 'Address offline' };
    expect(await ping()).to.deep.equal({ status: 200, record, lastSeen: never });
  });

  const troubles: readonly (readonly [ProbeFailure, object])[] = [
    ['missing', { scan_type: 'none', exit_code: '69', result_code: 'UNAVAILABLE', why: 'fping is not installed' }],
    ['forbidden', { scan_type: 'fping', exit_code: '77', result_code: 'NOPERM', why: 'fping says why' }],
    ['late', { scan_type: 'fping', exit_code: '75', result_code: 'TEMPFAIL', why: 'fping says why' }],
    ['broken', { scan_type: 'fping', exit_code: '70', result_code: 'SOFTWARE', why: 'fping says why' }],
  ];
  for (const [trouble, { why, ...codes }] of troubles as readonly (readonly [ProbeFailure, { why: string }])[])
    it(`reports why a ping fails, and stores nothing: ${trouble}`, async () => {
      Object.assign(hosts, { trouble });
      hosts.alive.add('10.0.0.1');
      const record = { ...codes, message: `Address cannot be pinged: ${why}` };
      expect(await ping()).to.deep.equal({ status: 200, record, lastSeen: never });
    });

  it('never probes addresses that do not belong to one host', async () => {
    const { id: sectionId } = await client.post('/sections/', { name: 'Groups' });
    const { id: subnetId } = await client.post('/subnets/', { sectionId, isFolder: 1, description: 'folder' });
    id = (await client.post('/addresses/', { subnetId, ip: '224.0.0.1' })).id;
    const record = {
      ...{ scan_type: 'fping', exit_code: '65', result_code: 'DATAERR' },
      message: 'Address cannot be that of one host',
    };
    expect(await ping()).to.deep.equal({ status: 200, record, lastSeen: never });
    expect(hosts.probed).to.deep.equal([]);
  });

  it('runs 16 pings at the same time, returns 503 for more, and does not block allocations', async () => {
    let letThrough = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    hosts.meanwhile = () => gate;
    const clients = Array.from({ length: 16 }, () => server.on('main')); // a client has few connections
    const pings = clients.map((each) => each.get(`/addresses/${id}/ping/`));
    const underWay = async (): Promise<void> => {
      while (hosts.probed.length < 16) await new Promise((resolve) => setImmediate(resolve));
    };
    await underWay();
    expect((await client.get(`/addresses/${id}/ping/`)).summary).to.equal('503 Too many pings at the same time');
    expect((await client.post('/addresses/first_free/1/', {})).status).to.equal(201);
    letThrough();
    expect((await Promise.all(pings)).map(({ status }) => status)).to.deep.equal(Array(16).fill(200));
    expect((await client.get(`/addresses/${id}/ping/`)).status).to.equal(200);
  });

  it('reports disabled scanning', async () => {
    await server.provision({ settings: { scan: { enabled: false } } });
    const record = { scan_type: 'none', exit_code: '1001', result_code: 'SCANNING_DISABLED', message: 'Scanning disabled' };
    expect(await ping()).to.deep.equal({ status: 200, record, lastSeen: never });
    expect(hosts.probed).to.deep.equal([]);
  });
});
