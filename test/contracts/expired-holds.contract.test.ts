import { expect } from 'chai';
import { insertNetwork, newAddress, newNetwork } from './support/builders.js';
import { describeContract } from './support/contract.js';

const before = '2024-03-01 11:00:00';
const at = '2024-03-01 12:00:00';
const later = '2024-03-01 13:00:00';

describeContract('Expired holds', (storage) => {
  const address = (subnetId: number, ip: string, heldUntil: string | null) =>
    storage.write(async (to) => {
      await to.subnets.lock(subnetId, 'change');
      return to.addresses.insert(newAddress(subnetId, ip, { heldUntil }));
    });
  const network = () => storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
  const ids = async (until: string, max: number, subnetId?: number) =>
    (await storage.readers.addresses.expiredHolds(until, max, subnetId)).map(({ id }) => id);

  it('are the addresses held until a time or earlier, the earliest first, in one subnet or in all', async () => {
    const [one, other] = [await network(), await network()];
    const atTime = await address(one, '10.0.0.1', at);
    await address(one, '10.0.0.2', later);
    await address(one, '10.0.0.3', null);
    const earlier = await address(one, '10.0.0.4', before);
    const elsewhere = await address(other, '10.0.0.1', before);
    expect(await ids(at, 10, one)).to.deep.equal([earlier, atTime]);
    expect(await ids(at, 1, one)).to.deep.equal([earlier]);
    expect(await ids(before, 10, one)).to.deep.equal([earlier]);
    expect(await ids('2024-03-01 10:59:59', 10, one)).to.deep.equal([]);
    expect(await ids(at, 1000)).to.include.members([earlier, atTime, elsewhere]);
    expect((await storage.readers.addresses.expiredHolds(at, 1000)).find(({ id }) => id === elsewhere)?.subnetId).to.equal(other);
  });

  it('are also the networks held until a time or earlier, below one network or in all', async () => {
    const master = await network();
    const [first, second, third] = await storage.write(async (to) => {
      const sectionId = (await to.subnets.lock(master, 'change'))?.sectionId ?? 0;
      const child = (cidr: string, heldUntil: string | null) =>
        to.subnets.insert(newNetwork(sectionId, cidr, { masterSubnetId: master, heldUntil }));
      return [await child('10.0.0.0/28', at), await child('10.0.0.16/28', later), await child('10.0.0.32/28', before)];
    });
    const { subnets } = storage.readers;
    expect(await subnets.expiredHolds(at, 10, master)).to.deep.equal([third, first]);
    expect(await subnets.expiredHolds(later, 2, master)).to.deep.equal([third, first]);
    expect(await subnets.expiredHolds(later, 1000)).to.include.members([first, second, third]);
    expect(await subnets.expiredHolds(at, 1000))
      .to.include.members([first, third])
      .and.not.to.include(second);
    expect(await subnets.expiredHolds(at, 10, first)).to.deep.equal([]);
  });

  it('end when an update extends or clears the hold', async () => {
    const subnetId = await network();
    const id = await address(subnetId, '10.0.0.1', at);
    await storage.write((to) => to.addresses.update(id, { heldUntil: later }));
    expect([await ids(at, 10, subnetId), (await storage.readers.addresses.find(id))?.heldUntil]).to.deep.equal([[], later]);
    await storage.write((to) => to.addresses.update(id, { heldUntil: null }));
    expect([await ids(later, 10, subnetId), (await storage.readers.addresses.find(id))?.heldUntil]).to.deep.equal([[], null]);
  });

  it('are in subnets that lockIfIdle locks if no other unit of work has locked them', async () => {
    const id = await network();
    expect(await storage.write(async (to) => (await to.subnets.lockIfIdle(id))?.id)).to.equal(id);
    expect(await storage.write((to) => to.subnets.lockIfIdle(987654321))).to.equal(undefined);
    await storage.write(async (to) => {
      await to.subnets.lock(id, 'change');
      expect((await to.subnets.lockIfIdle(id))?.id).to.equal(id);
    });
  });

  it('are reported when their parent is locked for an allocation', async () => {
    const master = await network();
    await storage.write(async (to) => {
      const sectionId = (await to.subnets.lock(master, 'change'))?.sectionId ?? 0;
      await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/28', { masterSubnetId: master, heldUntil: at }));
    });
    const locked = (until: string, id = master) => storage.write((to) => to.subnets.lockForAllocation(id, until));
    expect(await locked(at)).to.deep.equal({ master: await storage.readers.subnets.find(master), hasExpiredBelow: true });
    expect((await locked(before))?.hasExpiredBelow).to.equal(false);
    expect(await locked(at, 987654321)).to.equal(undefined);
  });

  it('are in subnets that lockIfIdle skips if another unit of work has locked them', async function () {
    // this storage runs units of work one at a time
    if (storage.skip.parallelUnits) return this.skip();
    const id = await network();
    await storage.write(async (to) => {
      await to.subnets.lock(id, 'change');
      expect(await storage.write((other) => other.subnets.lockIfIdle(id))).to.equal(undefined);
    });
  });
});
