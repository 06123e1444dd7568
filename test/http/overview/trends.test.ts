import { expect } from 'chai';
import { createMemoryDatabase, type MemoryDatabase } from '../../../adapters/memory/index.js';
import { UsageRecording } from '../../../application/views/usage-recording.js';
import { dayOf, daysAfter } from '../../../domain/trends/day.js';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('Utilization over time and reports', () => {
  let server: ApiServer;
  let guest: ApiClient;
  let storage: MemoryDatabase;
  const today = dayOf(new Date());
  const seen = JSON.stringify({ 3: 1 });
  const record = (day: string) =>
    new UsageRecording(
      storage.readers,
      storage.unitOfWork,
      { now: () => new Date(`${day}T12:00:00Z`) },
      { create: () => day },
    ).record();

  before(async () => {
    storage = createMemoryDatabase();
    server = await ApiServer.start({ storage });
    guest = await server.signIn('guest', 'main');
    const { client } = server;
    await client.post('/sections/', { name: 'Offices', permissions: seen });
    await client.post('/sections/', { name: 'Hidden' });
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 28, sectionId: 1, permissions: seen, vlanId: 0 });
    await client.post('/subnets/', { subnet: '10.0.1.0', mask: 24, sectionId: 1, permissions: seen });
    await client.delete('/subnets/2/permissions/');
    await client.post('/subnets/', { subnet: '10.9.0.0', mask: 29, sectionId: 2 });
    await client.post('/subnets/', { subnet: '2001:db8::', mask: 32, sectionId: 1, permissions: seen });
    await client.post('/addresses/first_free/3/', { count: 5 });
    for (let ago = 20; ago >= 0; ago -= 2) {
      if (ago > 0) await client.post('/addresses/first_free/1/', { hostname: `host-${ago}` });
      await record(daysAfter(today, -ago));
    }
  });
  after(() => server.close());

  interface Data {
    readonly points: readonly Readonly<Record<string, unknown>>[];
    readonly forecast: Readonly<Record<string, unknown>> | null;
    readonly networks: readonly Readonly<Record<string, unknown>>[];
    readonly next: string | null;
  }
  const data = async (client: ApiClient, target: string) => (await client.get(target)).envelope.data as Data;

  it('returns a point of each recorded day and a forecast of a network', async () => {
    const { points, forecast } = await data(server.client, '/subnets/1/usage/history/');
    expect(points).to.have.lengthOf(11);
    expect(points.at(-1)).to.deep.equal({ day: today, used: '10', freehosts: '4', maxhosts: '14', used_percent: 71.43 });
    expect(forecast).to.deep.equal({ perDay: '0.5', fullInDays: '6', fullOn: daysAfter(today, 6) });
  });

  it('returns the points of a period in a resolution, with the same forecast', async () => {
    const from = daysAfter(today, -5);
    const { points, forecast } = await data(
      server.client,
      `/subnets/1/usage/history/?from=${from}&until=${daysAfter(today, -1)}`,
    );
    expect(points.map(({ day }) => day)).to.deep.equal([daysAfter(today, -4), daysAfter(today, -2)]);
    expect(forecast).to.include({ fullInDays: '6' });
    const months = await data(server.client, '/subnets/1/usage/history/?resolution=month');
    expect(months.points.length).to.be.within(1, 2);
  });

  it('returns the sizes of IPv6 networks as texts', async () => {
    const { points, forecast } = await data(server.client, '/subnets/4/usage/history/');
    expect(points.at(-1)).to.include({ used: '0', maxhosts: (1n << 96n).toString(), used_percent: 0 });
    expect(forecast).to.equal(null);
  });

  it('refuses other days and resolutions', async () => {
    for (const [code, query, message] of [
      ['usage.day', 'from=2026-02-30', 'Invalid from: a day such as 2026-01-31 expected'],
      ['usage.day', 'until=yesterday', 'Invalid until: a day such as 2026-01-31 expected'],
      ['usage.reversed', 'from=2026-02-02&until=2026-02-01', 'Invalid until: a day before from'],
      ['usage.resolution', 'resolution=year', 'Invalid resolution: day, week or month expected'],
    ])
      for (const path of ['/subnets/1', '/sections/1'])
        expect((await server.client.get(`${path}/usage/history/?${query}`)).summary, code).to.equal(`400 ${message}`);
  });

  it('sums up all networks of a section for administrators, and the visible ones for others', async () => {
    const all = await data(server.client, '/sections/1/usage/history/');
    expect(all.points.at(-1)).to.deep.include({ day: today, used: '10', maxhosts: '268', used6: '0' });
    const visible = await data(guest, '/sections/Offices/usage/history/');
    expect(visible.points).to.have.lengthOf(11);
    expect(visible.points.at(-1)).to.deep.include({ day: today, used: '10', maxhosts: '14', used6: '0' });
  });

  it('answers for hidden subnets and sections as for unknown ones', async () => {
    for (const [hidden, unknown] of [
      ['/subnets/2/usage/history/', '/subnets/2000/usage/history/'],
      ['/sections/2/usage/history/', '/sections/2000/usage/history/'],
      ['/sections/2/usage/networks/', '/sections/2000/usage/networks/'],
    ] as const)
      expect((await guest.get(hidden)).summary).to.equal((await guest.get(unknown)).summary.replace('2000', '2'));
  });

  it('lists short histories of all networks of a section', async () => {
    const list = async (client: ApiClient) =>
      (await client.get('/sections/1/usage/networks/')).envelope.data as readonly { id: string; percents: readonly unknown[] }[];
    expect((await list(server.client)).map(({ id }) => id)).to.deep.equal(['1', '2', '4']);
    const [first, ...others] = await list(guest);
    expect(others.map(({ id }) => id)).to.deep.equal(['4']);
    expect(first?.percents.at(-1)).to.equal('71.43');
    expect(first?.percents.length).to.be.within(3, 5);
  });

  it('reports the fullest and the fastest growing networks that the caller may see, page by page', async () => {
    const fullest = await data(server.client, '/reports/fullest/');
    expect(fullest.networks.map(({ subnet }) => subnet)).to.deep.equal(['10.9.0.0', '10.0.0.0']);
    expect(fullest.networks[1]).to.include({
      id: '1',
      mask: '28',
      used: '10',
      maxhosts: '14',
      used_percent: 71.43,
      growth: '14',
    });
    expect(fullest.next).to.equal(null);
    const page = await data(server.client, '/reports/fullest/?limit=1');
    expect(page.networks).to.have.lengthOf(1);
    const second = await data(server.client, `/reports/fullest/?limit=1&after=${page.next}`);
    expect(second.networks.map(({ id }) => id)).to.deep.equal(['1']);
    expect((await data(guest, '/reports/fullest/')).networks.map(({ id }) => id)).to.deep.equal(['1']);
    expect((await data(server.client, '/reports/growing/')).networks.map(({ id }) => id)).to.deep.equal(['1']);
  });

  it('reports networks that are unused for some days', async () => {
    const ids = async (query: string) => (await data(server.client, `/reports/unused/${query}`)).networks.map(({ id }) => id);
    expect(await ids('')).to.deep.equal([]);
    expect(await ids('?days=20')).to.deep.equal(['2', '4']);
    expect(await ids('?days=21')).to.deep.equal([]);
  });

  it('reports networks without a VLAN or location as lists', async () => {
    const location = await server.client.post('/tools/locations/', { name: 'Vienna' });
    await server.client.patch('/subnets/', { id: 1, location: location.id });
    const list = async (name: string) => (await server.client.get(`/reports/${name}/?limit=2&count=1`)).envelope;
    expect(await list('without_vlan')).to.include({ total: 4 });
    const without = await list('without_location');
    expect(without).to.include({ total: 3 });
    expect((without.data as readonly { id: string }[]).map(({ id }) => id)).to.deep.equal(['2', '3']);
    const { records } = await server.client.get('/reports/without_location/?filter_by=sectionId&filter_value=1');
    expect(records.map(({ id }) => id)).not.to.include('1');
  });

  it('reports addresses that were not seen, until a deletion by filter releases them', async () => {
    const days = 30;
    const before = daysAfter(today, -days);
    await storage.unitOfWork.run(async ({ addresses, subnets }) => {
      await subnets.lock(3, 'change');
      await addresses.noteSeen([1, 2], `${daysAfter(before, -1)} 12:00:00`);
      await addresses.noteSeen([3], `${daysAfter(before, 1)} 12:00:00`);
    });
    const listed = await server.client.get(`/reports/not_seen/?days=${days}&limit=10&count=1`);
    expect(listed.envelope).to.include({ total: 2 });
    const body = { filter: { lastSeen: { lt: before, gt: '1970-01-02' } }, expect: 2 };
    expect((await server.client.delete('/addresses/?dry_run=1', body)).summary).to.match(/^200/);
    expect((await server.client.delete('/addresses/', { ...body, expect: 3 })).summary).to.match(/^409/);
    expect((await server.client.delete('/addresses/', body)).summary).to.match(/^200/);
    expect((await server.client.get(`/reports/not_seen/?days=${days}`)).summary).to.match(/^404/);
    const rest = await server.client.get(`/reports/not_seen/?days=${days}&filter_by=subnetId&filter_value=3`);
    expect(rest.summary).to.match(/^404/);
  });

  it('reports addresses that share a host name or MAC address, page by page', async () => {
    const { client } = server;
    for (const [ip, hostname, mac] of [
      ['10.0.1.10', 'twin', '00:11:22:33:44:55'],
      ['10.0.1.11', 'TWIN', '00:11:22:33:44:66'],
      ['10.0.1.12', 'other', '00-11-22-33-44-66'],
      ['10.0.1.13', 'single', '00:11:22:33:44:77'],
    ])
      await client.post('/addresses/', { subnetId: 2, ip, hostname, mac });
    const ips = async (from: ApiClient, target: string) => (await from.get(target)).records.map(({ ip }) => ip);
    expect(await ips(client, '/reports/duplicate_hostnames/')).to.deep.equal(['10.0.1.11', '10.0.1.10']);
    expect(await ips(client, '/reports/duplicate_macs/?sort=ip')).to.deep.equal(['10.0.1.11', '10.0.1.12']);
    const page = await client.get('/reports/duplicate_macs/?limit=1&count=1');
    expect(page.envelope).to.include({ total: 2 });
    expect((await guest.get('/reports/duplicate_macs/')).summary).to.match(/^404/);
  });

  it('refuses parameters of reports that are out of range', async () => {
    for (const [code, target, message] of [
      ['report.limit', 'fullest/?limit=0', 'Invalid limit: a number from 1 to 1000 expected'],
      ['report.after', 'growing/?after=abc', 'Invalid after: the value of next in the previous answer expected'],
      [
        'report.after',
        `unused/?after=${Buffer.from('2026-02-30 1').toString('base64url')}`,
        'Invalid after: the value of next in the previous answer expected',
      ],
      ['report.days', 'unused/?days=0', 'Invalid days: a number from 1 to 3650 expected'],
      ['report.days', 'not_seen/?days=x', 'Invalid days: a number from 1 to 3650 expected'],
    ])
      expect((await server.client.get(`/reports/${target}`)).summary, code).to.equal(`400 ${message}`);
  });

  it('records immediately for administrators, unless another process is recording', async () => {
    const recorded = await server.client.post('/admin/usage/record/', {});
    expect(recorded.envelope.data).to.deep.equal({ day: today, subnets: '4', sections: '2' });
    await storage.unitOfWork.run(({ usageHistory }) => usageHistory.begin(today, 'another', 60));
    expect((await server.client.post('/admin/usage/record/', {})).summary, 'usage.recording').to.equal(
      '409 Another process records the utilization',
    );
    expect((await guest.post('/admin/usage/record/', {})).summary).to.match(/^403/);
  });
});
