import { expect } from 'chai';
import { collect } from '../../support/collect.js';
import { insertAddresses, insertNetwork, ip, newAddress } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const at = '2024-03-01 12:00:00';
const before = '2024-03-01 11:00:00';
const later = '2024-03-01 13:00:00';

describeContract('Scans of subnets', ['scans'], (storage) => {
  const network = (flags: object = {}): Promise<number> => storage.write((to) => insertNetwork(to, '10.0.0.0/24', flags));
  const take = (id: number, owner: string, seconds = 60) => storage.write((to) => to.subnetScans.take(id, owner, seconds));
  const save = (id: number, owner: string, next: string | null) =>
    storage.write((to) => to.subnetScans.save(id, owner, { next: next === null ? null : ip(next), begun: at }));

  it('are leased to one owner at a time, separately for each subnet', async () => {
    const [one, other] = [await network(), await network()];
    const nothing = { next: null, begun: null };
    expect(await take(one, 'a')).to.deep.equal(nothing);
    expect(await take(one, 'b')).to.equal(undefined);
    expect(await take(one, 'a')).to.deep.equal(nothing);
    expect(await take(other, 'b')).to.deep.equal(nothing);
  });

  it('are leased to one of several concurrent owners', async () => {
    const id = await network();
    const taken = await Promise.all(Array.from({ length: 10 }, (_, index) => take(id, `owner ${index}`)));
    expect(taken.filter((state) => state !== undefined)).to.have.lengthOf(1);
  });

  it('store their position for the next owner after the lease expires or ends', async () => {
    const id = await network();
    await take(id, 'a', 0);
    expect(await save(id, 'a', '10.0.0.9')).to.equal(true);
    const state = await take(id, 'b');
    expect([String(state?.next), state?.begun]).to.deep.equal(['10.0.0.9', at]);
    expect(await save(id, 'a', '10.0.0.1')).to.equal(false);
    await storage.write((to) => to.subnetScans.end(id, 'a'));
    expect(await take(id, 'a')).to.equal(undefined);
    await storage.write((to) => to.subnetScans.end(id, 'b'));
    expect(String((await take(id, 'a'))?.next)).to.equal('10.0.0.9');
    expect(await save(id, 'a', null)).to.equal(true);
    expect((await take(id, 'a'))?.next).to.equal(null);
  });

  it('do not exist for missing subnets, and do not prevent the deletion of a subnet', async () => {
    expect(await take(987654321, 'a')).to.equal(undefined);
    expect(await save(987654321, 'a', null)).to.equal(false);
    const id = await network();
    await take(id, 'a');
    expect(await storage.write((to) => to.subnets.delete(id))).to.equal(true);
    expect(await save(id, 'a', null)).to.equal(false);
    expect(await take(id, 'a')).to.equal(undefined);
  });

  it('are due for networks with a scan flag whose last scan began long enough ago', async () => {
    const ids: Record<string, number> = {
      none: await network(),
      never: await network({ pingSubnet: true }),
      before: await network({ pingSubnet: true, lastScan: before }),
      atThatTime: await network({ discoverSubnet: true, lastDiscovery: at }),
      later: await network({ pingSubnet: true, discoverSubnet: true, lastScan: later, lastDiscovery: later }),
      half: await network({ pingSubnet: true, discoverSubnet: true, lastScan: later }),
      other: await network({ pingSubnet: true, lastScan: later, lastDiscovery: before }),
    };
    const due = async (scanDue: string | null) => {
      const found = await collect(storage.readers.subnets.ids({ ids: Object.values(ids), scanDue, order: { by: 'id' } }));
      return Object.keys(ids).filter((name) => found.includes(ids[name] as number));
    };
    expect(await due(at)).to.deep.equal(['never', 'before', 'atThatTime', 'half']);
    expect(await due(null)).to.deep.equal(['never', 'before', 'atThatTime', 'later', 'half', 'other']);
  });
});

describeContract('Addresses in a range', (storage) => {
  it('are those of a subnet with both ends included, in ascending order', async () => {
    for (const [cidr, ips] of [
      ['10.0.0.0/24', ['10.0.0.1', '10.0.0.2', '10.0.0.5', '10.0.0.6', '10.0.0.9']],
      ['2001:db8::/64', ['2001:db8::1', '2001:db8::2', '2001:db8::5', '2001:db8::6', '2001:db8::9']],
    ] as const) {
      const id = await storage.write(async (to) => {
        const subnetId = await insertNetwork(to, cidr);
        await insertAddresses(to, await insertNetwork(to, cidr), ips);
        await insertAddresses(to, subnetId, [...ips].reverse());
        return subnetId;
      });
      const range = { first: ip(ips[1]), last: ip(ips[3]) };
      const found = await collect(storage.readers.addresses.list({ subnetId: id, range, order: 'address' }));
      expect(found.map((address) => String(address.ip))).to.deep.equal(ips.slice(1, 4));
    }
  });

  storage.itWith('scans')('are marked as seen, unless they were seen later', async () => {
    const ids = await storage.write(async (to) => {
      const subnetId = await insertNetwork(to, '10.0.0.0/24');
      const seen = [null, before, at, later, before];
      return Promise.all(seen.map((lastSeen, n) => to.addresses.insert(newAddress(subnetId, `10.0.0.${n + 1}`, { lastSeen }))));
    });
    await storage.write((to) => to.addresses.noteSeen([...ids.slice(0, 4).reverse(), 987654321], at));
    const seen = await Promise.all(ids.map(async (id) => (await storage.readers.addresses.find(id))?.lastSeen));
    expect(seen).to.deep.equal([at, at, at, later, before]);
  });
});
