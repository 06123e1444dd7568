import { expect } from 'chai';
import { internalCaller } from '../../application/caller.js';
import { ChangeFeed } from '../../application/changes/feed/change-feed.js';
import type { FeedEntry } from '../../application/ports/feed.js';
import type { Repositories } from '../../application/ports/unit-of-work.js';
import { SubnetItems } from '../../application/transfer/bulk/subnet-items.js';
import { IpamError } from '../../domain/errors.js';
import { collect } from '../support/collect.js';
import { cidr, insertAddresses, newNetwork, newSection } from './support/builders.js';
import { describeFreshContract } from './support/contract.js';

const at = '2026-11-25 12:00:00';
/** A feed entry without ids. Networks and addresses are identified by their prefix or IP. */
const brief = ({ object, action, before, isConsequence }: FeedEntry) => {
  const { prefix, ip, linked_subnet } = Object(before);
  return [object, action, isConsequence, String(prefix ?? ip ?? (linked_subnet ? 'link' : ''))];
};

/** Networks with the same parent. The second has a child with an address, and another network links to it. */
async function makeNetworks(to: Repositories) {
  const section = await to.sections.insert(newSection());
  const master = await to.subnets.insert(newNetwork(section, '10.0.0.0/16'));
  await to.subnets.lock(master, 'change');
  const siblings: number[] = [];
  for (let n = 0; n < 12; n++)
    siblings.push(await to.subnets.insert(newNetwork(section, `10.0.${n}.0/24`, { masterSubnetId: master })));
  const [, second = 0] = siblings;
  await to.subnets.lock(second, 'change');
  const child = await to.subnets.insert(newNetwork(section, '10.0.1.0/25', { masterSubnetId: second }));
  await to.subnets.lock(child, 'change');
  await insertAddresses(to, child, ['10.0.1.1']);
  const linked = await to.subnets.insert(newNetwork(section, '10.9.0.0/24', { linked_subnet: second }));
  return { section, master, siblings, second, child, linked };
}

describeFreshContract('Networks deleted together', (storage) => {
  const feed = () => new ChangeFeed(storage.readers, storage.unitOfWork);
  const toldOf = async (work: (to: Repositories) => Promise<unknown>) => {
    const from = await feed().end();
    await storage.write(work);
    return (await feed().read(from, 1000)).map(brief);
  };
  const remove = async (to: Repositories, ids: readonly number[]) => {
    const items = ids.map((id) => ({ action: 'delete', id }) as const);
    const writer = new SubnetItems(to, internalCaller, at);
    await writer.lock(items);
    return (await writer.write(items)).map((outcome) =>
      'result' in outcome ? outcome.result : outcome.error instanceof IpamError && outcome.error.code,
    );
  };

  it('are locked in ascending order of id, and missing ones are skipped', async () => {
    await storage.write(async (to) => {
      const { siblings, master } = await makeNetworks(to);
      const locked = await to.subnets.lockAll([...siblings.toReversed(), 2_000_000_000, 0]);
      expect(locked.map(({ id }) => id)).to.deep.equal(siblings);
      expect((await to.subnets.lockAll([master])).map(({ id }) => id)).to.deep.equal([master]);
      expect(await to.subnets.lockAll([])).to.deep.equal([]);
    });
  });

  for (const count of [3, 12]) {
    it(`are deleted with their descendants, ${count} of them, and free their address space`, async () => {
      const made = await storage.write(makeNetworks);
      const { subnets } = storage.readers;
      const free = () => subnets.freePrefix({ id: made.master, prefix: cidr('10.0.0.0/16') }, 24, 'first');
      expect(String(await free())).to.equal('10.0.12.0/24');
      await storage.write((to) => remove(to, made.siblings.slice(0, count)));
      const left = await collect(subnets.list({ sectionId: made.section, order: { by: 'id' } }));
      const ids = left.map(({ subnet }) => subnet.id);
      expect(ids).to.deep.equal([made.master, ...made.siblings.slice(count), made.linked]);
      expect((await subnets.find(made.linked))?.linked_subnet).to.equal(null);
      expect(String(await free())).to.equal('10.0.0.0/24');
    });
  }

  it('have the same feed entries as networks deleted one by one', async () => {
    const [together, alone] = [await storage.write(makeNetworks), await storage.write(makeNetworks)];
    const one = await toldOf((to) => remove(to, together.siblings));
    const other = await toldOf(async (to) => {
      for (const id of alone.siblings) await remove(to, [id]);
    });
    expect(one).to.have.deep.members(other);
    expect(one.filter(([object]) => object === 'address')).to.have.length(1);
  });

  it('are processed in order: a network that an earlier item deleted is unknown', async () => {
    const { siblings, second, child, linked } = await storage.write(makeNetworks);
    const [first = 0, , third = 0] = siblings;
    const outcomes = await storage.write((to) => remove(to, [first, first, second, child, third, linked, 2_000_000_000]));
    expect(outcomes).to.deep.equal([first, 'subnet.unknown', second, 'subnet.unknown', third, linked, 'subnet.unknown']);
  });
});
