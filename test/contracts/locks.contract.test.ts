import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { LockStrength } from '../../application/ports/inventory.js';
import type { Repositories } from '../../application/ports/unit-of-work.js';
import { insertAddresses, insertNetwork, newSection } from './support/builders.js';
import { describeContract } from './support/contract.js';

type Work = (repositories: Repositories) => Promise<unknown>;

const lock =
  (owner: 'sections' | 'subnets', id: number, strength: LockStrength): Work =>
  (repositories) =>
    repositories[owner].lock(id, strength);

describeContract('A unit of work beside another', (storage) => {
  if (storage.skip.parallelUnits) return;

  /** Whether something ends, at the latest after `limit`, while a unit of work goes on that has done its work. */
  const endsBeside = async (work: Work, other: () => Promise<unknown>, limit: number): Promise<boolean> => {
    let beside: Promise<unknown> = Promise.resolve();
    const ended = await storage.write(async (repositories) => {
      await work(repositories);
      beside = other();
      const stop = new AbortController();
      const ending = Promise.allSettled([beside]).then(() => true);
      return Promise.race([ending, delay(limit, false, { signal: stop.signal })]).finally(() => stop.abort());
    });
    await beside;
    return ended;
  };

  const expectRunning = async (work: Work, other: Work): Promise<void> => {
    expect(await endsBeside(work, () => storage.write(other), 10_000)).to.equal(true);
  };
  const expectWaiting = async (work: Work, other: Work): Promise<void> => {
    expect(await endsBeside(work, () => storage.write(other), 300)).to.equal(false);
  };

  for (const owner of ['sections', 'subnets'] as const) {
    const insert = (): Promise<number> =>
      storage.write((to) => (owner === 'sections' ? to.sections.insert(newSection()) : insertNetwork(to, '10.0.0.0/24')));

    it(`lets others share ${owner} that it shares, and has those wait who want to change them`, async () => {
      const id = await insert();
      await expectRunning(lock(owner, id, 'share'), lock(owner, id, 'share'));
      await expectWaiting(lock(owner, id, 'share'), lock(owner, id, 'change'));
      await expectWaiting(lock(owner, id, 'share'), (all) => all[owner].update(id, { description: 'x' }));
    });

    it(`has others wait for ${owner} that it holds for a change, but not for other ones`, async () => {
      const [id, other] = [await insert(), await insert()];
      await expectWaiting(lock(owner, id, 'change'), lock(owner, id, 'change'));
      await expectWaiting(lock(owner, id, 'change'), lock(owner, id, 'share'));
      await expectRunning(lock(owner, id, 'change'), lock(owner, other, 'change'));
      await expectWaiting(lock(owner, id, 'change'), (all) => all[owner].delete(id));
    });
  }

  it('lets others add records that refer to one that it holds for a change', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const sectionId = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
    await expectRunning(lock('sections', sectionId, 'change'), (to) => insertNetwork(to, '10.0.0.0/24', { sectionId }));
    await expectRunning(lock('subnets', subnet, 'change'), (to) => insertAddresses(to, subnet, ['10.0.0.1']));
  });

  it('does not keep readers waiting, and shows them what was before', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24', { description: 'before' }));
    const write: Work = ({ subnets }) => subnets.update(subnet, { description: 'uncommitted' });
    const read = async (): Promise<void> => {
      expect((await storage.readers.subnets.find(subnet))?.description).to.equal('before');
      for await (const listing of storage.readers.subnets.list({ ids: [subnet], order: { by: 'id' } })) {
        expect(listing.subnet.description).to.equal('before');
      }
    };
    expect(await endsBeside(write, read, 10_000)).to.equal(true);
    expect((await storage.readers.subnets.find(subnet))?.description).to.equal('uncommitted');
  });
});
