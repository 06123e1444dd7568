import { expect } from 'chai';
import { formatTimestamp } from '../../../domain/scalar-text.js';
import { FakeHosts } from '../../support/fake-hosts.js';
import { anyone, codeOf, memberOf, startApplication } from '../support/application.js';

const now = new Date(Date.UTC(2024, 2, 1, 12, 0, 0));

describe('Pings', () => {
  const start = async () => {
    const hosts = new FakeHosts();
    const started = await startApplication({ hosts, clock: { now: () => now } });
    await started.provision({ settings: { scan: { enabled: true } } });
    const subnetId = await started.network('10.0.0.0/24');
    const id = await started.addresses.create(anyone, { subnetId, ip: '10.0.0.1' });
    return { ...started, hosts, id };
  };

  it('are rejected as ping.busy while 16 are running, and accepted afterwards', async () => {
    const { pings, hosts, id } = await start();
    let end = (): void => {};
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    hosts.meanwhile = () => gate;
    const underWay = Array.from({ length: 17 }, () => pings.ping(anyone, id));
    const refused = Promise.race(underWay);
    expect(await codeOf(refused)).to.equal('ping.busy');
    end();
    expect((await Promise.allSettled(underWay)).filter(({ status }) => status === 'rejected')).to.have.lengthOf(1);
    expect(await pings.ping(anyone, id)).to.deep.equal({ outcome: 'offline', program: 'fping' });
  });

  it('release their slots after an unexpected failure', async () => {
    const { pings, hosts, id } = await start();
    hosts.meanwhile = () => Promise.reject(new Error('a defect'));
    for (let tries = 0; tries < 20; tries++)
      expect(String(await pings.ping(anyone, id).catch(String))).to.equal('Error: a defect');
  });

  it('probe nothing for callers without access to the address', async () => {
    const { pings, hosts, id } = await start();
    expect(await codeOf(pings.ping(memberOf(7), id))).to.equal('address.unknown');
    expect(hosts.probed).to.deep.equal([]);
  });

  it('never replace a later last-seen time, and ignore a deleted address', async () => {
    const { pings, hosts, id, addresses, readers } = await start();
    hosts.alive.add('10.0.0.1');
    const later = formatTimestamp(new Date(now.getTime() + 60_000));
    hosts.meanwhile = () => addresses.change(anyone, id, { lastSeen: later });
    expect(await pings.ping(anyone, id)).to.deep.equal({ outcome: 'online', program: 'fping' });
    expect((await readers.addresses.find(id))?.lastSeen).to.equal(later);
    hosts.meanwhile = () => addresses.delete(anyone, id);
    expect(await pings.ping(anyone, id)).to.deep.equal({ outcome: 'online', program: 'fping' });
    expect(await readers.addresses.find(id)).to.equal(undefined);
  });
});
