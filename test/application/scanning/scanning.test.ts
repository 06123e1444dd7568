import { expect } from 'chai';
import type { Observer } from '../../../application/ports/observer.js';
import { runScans, type ScanReport } from '../../../application/scan/scan-run.js';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { collect } from '../../support/collect.js';
import { FakeHosts } from '../../support/fake-hosts.js';
import { anyone, startApplication } from '../support/application.js';

const now = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));
const at = formatTimestamp(now);
const never = '1970-01-01 00:00:01';

const both = { pingSubnet: 1, discoverSubnet: 1 };

describe('Scanning', () => {
  /** By default two packets per second, which means four addresses for each step. */
  const start = async (settings: object = { packetsPerSecond: 2 }) => {
    const hosts = new FakeHosts();
    const events: (readonly [event: string, ...facts: unknown[]])[] = [];
    const observer: Observer = {
      hostsProbed: (counts) => events.push(['probed', counts]),
      scanEnded: (milliseconds) => events.push(['ended', milliseconds]),
      scanFailed: (failure) => events.push(['failed', failure]),
    };
    const clock = { at: now, now: () => clock.at };
    const started = await startApplication({ hosts, clock, observer });
    await started.provision({ settings: { scan: settings } });
    const { scanning, readers } = started;
    const all = async () =>
      (await collect(readers.addresses.list({ order: 'address' }))).map(({ ip, tag, lastSeen, hostname, description }) =>
        [String(ip), tag, lastSeen, hostname, description].join(' '),
      );
    const steps = (owner: string) => ({
      step: (id: number) => scanning.step(id, owner),
      release: (id: number) => scanning.release(id, owner),
    });
    const scan = async (owner = 'a'): Promise<ScanReport[]> => runScans(await scanning.targets(), steps(owner));
    const historyOf = async (id: number) =>
      (await readers.changeLog.list('address', id, 10)).map(({ action, by, differences }) => [action, by, ...differences]);
    return { ...started, hosts, all, scan, steps, historyOf, events, clock };
  };

  it('adds exactly the responding unregistered hosts, with their names and a history entry', async () => {
    const { network, hosts, scan, all, readers, historyOf } = await start();
    const id = await network('10.0.0.0/28', { discoverSubnet: 1, resolveDNS: 1 });
    for (const ip of ['10.0.0.0', '10.0.0.5', '10.0.0.14', '10.0.0.15', '10.0.1.1']) hosts.alive.add(ip);
    hosts.namesByIp.set('10.0.0.5', ['bad name', 'five.example']);
    const counts = { probed: 14, online: 2, added: 2, changed: 0 };
    expect(await scan()).to.deep.equal([{ id, cidr: '10.0.0.0/28', state: 'done', ...counts }]);
    expect(await all()).to.deep.equal([
      `10.0.0.5 2 ${at} five.example discovered by a scan`,
      `10.0.0.14 2 ${at}  discovered by a scan`,
    ]);
    expect(hosts.probed.map((ips) => ips.length)).to.deep.equal([3, 4, 4, 3]);
    const [first] = await collect(readers.addresses.list({ order: 'address' }));
    expect(await historyOf(first?.id ?? 0)).to.deep.equal([
      [
        ...['add', 'scan', `[subnetId]:  => ${id}`, '[ip]:  => 10.0.0.5', '[description]:  => discovered by a scan'],
        ...['[hostname]:  => five.example', '[tag]:  => 2', `[lastSeen]:  => ${at}`, '[PTR]:  => 0'],
      ],
    ]);
    const subnet = await readers.subnets.find(id);
    expect([subnet?.lastScan, subnet?.lastDiscovery]).to.deep.equal([null, at]);
  });

  it('sets no host names when the subnet does not require them', async () => {
    const { network, hosts, scan, all } = await start({ discoveredTag: 4, discoveredDescription: '' });
    await network('10.0.0.0/30', { discoverSubnet: 1 });
    hosts.alive.add('10.0.0.1');
    hosts.namesByIp.set('10.0.0.1', ['one.example']);
    await scan();
    expect(await all()).to.deep.equal([`10.0.0.1 4 ${at}  `]);
  });

  it('updates registered addresses: the last-seen time, and the tag with a history entry', async () => {
    const { network, addresses, hosts, scan, all, historyOf, readers } = await start();
    const subnetId = await network('10.0.0.0/28', { pingSubnet: 1 });
    const lately = formatTimestamp(new Date(now.getTime() - 1000));
    const create = (ip: string, fields: object = {}) => addresses.create(anyone, { subnetId, ip, ...fields });
    await create('10.0.0.1');
    const woken = await create('10.0.0.2', { tag: 1 });
    await create('10.0.0.3', { tag: 3 });
    const asleep = await create('10.0.0.4');
    await create('10.0.0.5', { lastSeen: lately });
    await create('10.0.0.6', { tag: 4 });
    await create('10.0.0.7', { excludePing: 1 });
    for (const n of [1, 2, 3, 7, 8]) hosts.alive.add(`10.0.0.${n}`);
    const [report] = await scan();
    expect(report).to.include({ state: 'done', probed: 6, online: 3, added: 0, changed: 2 });
    const rows = [`1 2 ${at}`, `2 2 ${at}`, `3 3 ${at}`, `4 1 ${never}`, `5 2 ${lately}`, `6 4 ${never}`, `7 2 ${never}`];
    expect(await all()).to.deep.equal(rows.map((row) => `10.0.0.${row}  `));
    expect((await historyOf(woken))[0]).to.deep.equal(['edit', 'scan', '[tag]: 1 => 2', `[lastSeen]: ${never} => ${at}`]);
    expect((await historyOf(asleep))[0]).to.deep.equal(['edit', 'scan', '[tag]: 2 => 1']);
    const subnet = await readers.subnets.find(subnetId);
    expect([subnet?.lastScan, subnet?.lastDiscovery]).to.deep.equal([at, null]);
  });

  it('never probes unregistered IPv6 addresses', async () => {
    const { network, addresses, hosts, scan } = await start();
    const subnetId = await network('2001:db8::/64', both);
    for (const ip of ['2001:db8::1', '2001:db8::ffff:1']) await addresses.create(anyone, { subnetId, ip });
    await network('2001:db8:1::/64', { discoverSubnet: 1 });
    expect((await scan()).map(({ state, probed }) => [state, probed])).to.deep.equal([
      ['done', 2],
      ['done', 0],
    ]);
    expect(hosts.probed.flat()).to.deep.equal(['2001:db8::1', '2001:db8::ffff:1']);
  });

  it('records the access of its agent, and skips subnets of other agents', async () => {
    const { network, catalog, scan, readers, unitOfWork, scanning } = await start();
    const agent = await catalog.create(anyone, 'scanAgent', { name: 'elsewhere', type: 'mysql', code: 'x' });
    const [own, others, nobodys] = [
      await network('10.0.0.0/30', both),
      await network('10.0.1.0/30', both),
      await network('10.0.2.0/30', both),
    ];
    await unitOfWork.run(async ({ subnets }) => {
      await subnets.update(others, { scanAgent: agent });
      await subnets.update(nobodys, { scanAgent: null });
    });
    expect((await scan()).map(({ id, state }) => [id, state])).to.deep.equal([
      [own, 'done'],
      [nobodys, 'done'],
    ]);
    expect(await scanning.step(others, 'a')).to.deep.equal({ state: 'nothing' });
    expect((await readers.catalog.find('scanAgent', 1))?.values.last_access).to.equal(at);
    expect((await readers.catalog.find('scanAgent', agent))?.values.last_access).to.equal(null);
  });

  it('continues an interrupted scan, also with another owner', async () => {
    const { network, hosts, scanning } = await start();
    const id = await network('10.0.0.0/28', both);
    expect(await scanning.step(id, 'a')).to.include({ state: 'going', share: 0.25, probed: 3 });
    expect(await scanning.step(id, 'b')).to.deep.equal({ state: 'busy' });
    await scanning.release(id, 'a');
    expect(await scanning.step(id, 'b')).to.include({ state: 'going', share: 0.5, probed: 4 });
    expect(hosts.probed.at(-1)).to.deep.equal(['10.0.0.4', '10.0.0.5', '10.0.0.6', '10.0.0.7']);
    expect(await scanning.step(id, 'a')).to.deep.equal({ state: 'busy' });
    await scanning.step(id, 'b');
    expect(await scanning.step(id, 'b')).to.include({ state: 'done', share: 1 });
    expect(await scanning.step(id, 'a')).to.include({ state: 'going', share: 0.25 });
  });

  it('writes nothing when the probe fails, reports the reason, and repeats the step later', async () => {
    const { network, hosts, scan, all, scanning } = await start();
    const id = await network('10.0.0.0/30', both);
    hosts.alive.add('10.0.0.1');
    hosts.trouble = 'late';
    expect(await scan()).to.deep.equal([
      { id, cidr: '10.0.0.0/30', state: 'failed', problem: 'fping says why', probed: 0, online: 0, added: 0, changed: 0 },
    ]);
    expect(await all()).to.deep.equal([]);
    hosts.trouble = undefined;
    expect(await scanning.step(id, 'another')).to.include({ state: 'done', added: 1 });
  });

  it('reports each step, the duration at the end, and failures; a stopped scan is not a failure', async () => {
    const { network, hosts, scanning, events, clock } = await start({ packetsPerSecond: 4 });
    const id = await network('10.0.0.0/28', both);
    for (const ip of ['10.0.0.1', '10.0.0.9']) hosts.alive.add(ip);
    await scanning.step(id, 'a');
    expect(events.splice(0)).to.deep.equal([['probed', { probed: 7, online: 1, added: 1, changed: 0 }]]);
    clock.at = new Date(now.getTime() + 90_000);
    for (const trouble of ['missing', 'late', 'stopped'] as const) {
      hosts.trouble = trouble;
      expect(await scanning.step(id, 'a')).to.include({ state: 'failed' });
    }
    expect(events.splice(0)).to.deep.equal([
      ['failed', 'missing'],
      ['failed', 'late'],
    ]);
    hosts.trouble = undefined;
    await scanning.step(id, 'a');
    expect(events.splice(0)).to.deep.equal([
      ['probed', { probed: 7, online: 1, added: 1, changed: 0 }],
      ['ended', 90_000],
    ]);
  });

  it('continues with the other subnets after a failure, unless all would fail', async () => {
    const { network, hosts, scan } = await start();
    for (const n of [1, 2, 3]) await network(`10.0.${n}.0/30`, both);
    hosts.trouble = 'broken';
    expect((await scan()).map(({ state }) => state)).to.deep.equal(['failed', 'failed', 'failed']);
    hosts.trouble = 'missing';
    expect((await scan()).map(({ state, problem }) => [state, problem])).to.deep.equal([
      ['failed', 'fping is not installed'],
      ['stopped', undefined],
      ['stopped', undefined],
    ]);
  });

  it('scans subnets alternately, finishes a small one before a large one, and stops on request', async () => {
    const { network, scanning, steps } = await start();
    const [large, small] = [await network('10.0.0.0/24', both), await network('10.0.1.0/30', both)];
    const ended: number[] = [];
    let count = 0;
    const reports = await runScans(await scanning.targets(), steps('a'), {
      isStopped: () => count >= 5,
      progressed: () => void count++,
      ended: ({ id }) => void ended.push(id),
    });
    expect(ended).to.deep.equal([small, large]);
    expect(reports.map(({ state, probed }) => [state, probed])).to.deep.equal([
      ['done', 2],
      ['stopped', 15],
    ]);
    expect(await scanning.step(large, 'b')).to.include({ state: 'going', probed: 4 });
  });

  it('adds no host when its address is registered or its subnet is changed or deleted during the probe', async () => {
    const { network, addresses, subnets, hosts, scan, all } = await start({});
    const subnetId = await network('10.0.0.0/28', both);
    for (const ip of ['10.0.0.1', '10.0.0.2']) hosts.alive.add(ip);
    hosts.meanwhile = async () => void (await addresses.create(anyone, { subnetId, ip: '10.0.0.1', hostname: 'mine' }));
    expect((await scan())[0]).to.include({ added: 1, state: 'done' });
    expect(await all()).to.deep.equal([`10.0.0.1 2 ${never} mine `, `10.0.0.2 2 ${at}  discovered by a scan`]);
    hosts.alive.add('10.0.0.3');
    hosts.meanwhile = () => subnets.change(anyone, subnetId, { discoverSubnet: 0 });
    expect((await scan())[0]).to.include({ added: 0 });
    hosts.meanwhile = () => subnets.delete(anyone, subnetId);
    await subnets.change(anyone, subnetId, { discoverSubnet: 1 });
    expect((await scan())[0]).to.include({ state: 'busy', added: 0 });
  });

  it('adds no address that a concurrent request allocates', async () => {
    const { network, allocation, hosts, scan, readers } = await start({});
    const subnetId = await network('10.0.0.0/26', both);
    for (let n = 1; n < 63; n++) hosts.alive.add(`10.0.0.${n}`);
    const taking = Array.from({ length: 20 }, () => allocation.allocateAddress(anyone, subnetId, {}));
    const [report] = await scan();
    await Promise.all(taking);
    const held = (await collect(readers.addresses.list({ subnetId, order: 'address' }))).map(({ ip }) => String(ip));
    expect(new Set(held).size).to.equal(held.length);
    expect(held).to.have.lengthOf(62);
    expect(report?.added).to.equal(42);
  });

  it('probes at most 1,024 addresses in a step, regardless of the size of the subnet', async () => {
    const { network, hosts, scan } = await start({ packetsPerSecond: 1000 });
    await network('10.0.0.0/18', { discoverSubnet: 1 });
    const [report] = await scan();
    expect(report).to.include({ state: 'done', probed: 16_382 });
    expect(Math.max(...hosts.probed.map((ips) => ips.length))).to.equal(1024);
  });

  it('lists the subnets without a recent scan, or one subnet', async () => {
    const { network, scan, scanning } = await start({});
    const [one, two, folderless] = [
      await network('10.0.0.0/30', both),
      await network('10.0.1.0/30'),
      await network('10.0.2.0/30', both),
    ];
    expect(await scanning.targets({ subnetId: one })).to.deep.equal([{ id: one, cidr: '10.0.0.0/30' }]);
    expect(await scanning.targets({ subnetId: two })).to.deep.equal([]);
    await scan();
    expect((await scanning.targets({ idleSeconds: 1 })).map(({ id }) => id)).to.deep.equal([]);
    expect((await scanning.targets({ idleSeconds: 0 })).map(({ id }) => id)).to.deep.equal([one, folderless]);
  });
});
