import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { LockStrength } from '../../application/ports/inventory/records.js';
import type { Repositories } from '../../application/ports/unit-of-work.js';
import { insertAddresses, insertNetwork, newSection } from './support/builders.js';
import { describeContract } from './support/contract.js';

type Work = (repositories: Repositories) => Promise<unknown>;

const lock =
  (owner: 'sections' | 'subnets', id: number, strength: LockStrength): Work =>
  (repositories) =>
    repositories[owner].lock(id, strength);

describeContract('A concurrent unit of work', (storage) => {
  if (storage.skip.parallelUnits) return;

  /** Whether a promise settles within `limit` ms during a unit of work that has completed `work`. */
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

    it(`with a shared lock on ${owner} allows other shared locks, and blocks changes`, async () => {
      const id = await insert();
      await expectRunning(lock(owner, id, 'share'), lock(owner, id, 'share'));
      await expectWaiting(lock(owner, id, 'share'), lock(owner, id, 'change'));
      await expectWaiting(lock(owner, id, 'share'), (all) => all[owner].update(id, { description: 'x' }));
    });

    it(`with a change lock on ${owner} blocks other locks and deletions of the same record only`, async () => {
      const [id, other] = [await insert(), await insert()];
      await expectWaiting(lock(owner, id, 'change'), lock(owner, id, 'change'));
      await expectWaiting(lock(owner, id, 'change'), lock(owner, id, 'share'));
      await expectRunning(lock(owner, id, 'change'), lock(owner, other, 'change'));
      await expectWaiting(lock(owner, id, 'change'), (all) => all[owner].delete(id));
    });
  }

  it('with a change lock allows others to insert records that refer to the locked record', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const sectionId = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
    await expectRunning(lock('sections', sectionId, 'change'), (to) => insertNetwork(to, '10.0.0.0/24', { sectionId }));
    await expectRunning(lock('subnets', subnet, 'change'), (to) => insertAddresses(to, subnet, ['10.0.0.1']));
  });

  it('does not block readers, and they see the values from before its writes', async () => {
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
