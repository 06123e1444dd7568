import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Repositories } from '../../application/ports/unit-of-work.js';
import { insertAddresses, insertNetwork, newSection } from './builders.js';
import { describeContract } from './contract.js';

describeContract('A unit of work beside another', (storage) => {
  if (storage.skip.parallelUnits) return;
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));

  /** Whether something ends while the unit of work goes on that `within` runs in. */
  const endsWithin = async (
    held: (repositories: Repositories) => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<boolean> => {
    let beside: Promise<unknown> = Promise.resolve();
    const ended = await storage.write(async (repositories) => {
      await held(repositories);
      beside = other();
      return Promise.race([Promise.allSettled([beside]).then(() => true), delay(300, false)]);
    });
    await beside;
    return ended;
  };

  for (const owner of ['sections', 'subnets'] as const) {
    const insert = (): Promise<number> =>
      owner === 'sections' ? insertSection() : storage.write((to) => insertNetwork(to, '10.0.0.0/24'));

    it(`lets others share ${owner} that it shares, and has those wait who want to change them`, async () => {
      const id = await insert();
      const share = (all: Repositories): Promise<unknown> => all[owner].lock(id, 'share');
      expect(await endsWithin(share, () => storage.write(share))).to.equal(true);
      expect(await endsWithin(share, () => storage.write<unknown>((all) => all[owner].lock(id, 'change')))).to.equal(false);
      expect(
        await endsWithin(share, () => storage.write<unknown>((all) => all[owner].update(id, { description: 'x' }))),
      ).to.equal(false);
    });

    it(`has others wait for ${owner} that it holds for a change, but not for other ones`, async () => {
      const [id, other] = [await insert(), await insert()];
      const change = (all: Repositories): Promise<unknown> => all[owner].lock(id, 'change');
      expect(await endsWithin(change, () => storage.write(change))).to.equal(false);
      expect(await endsWithin(change, () => storage.write<unknown>((all) => all[owner].lock(id, 'share')))).to.equal(false);
      expect(await endsWithin(change, () => storage.write<unknown>((all) => all[owner].lock(other, 'change')))).to.equal(true);
    });
  }

  it('lets others add records that refer to one that it holds for a change', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const section = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
    expect(
      await endsWithin(
        ({ sections }) => sections.lock(section, 'change'),
        () => storage.write((to) => insertNetwork(to, '10.0.0.0/24', { sectionId: section })),
      ),
    ).to.equal(true);
    expect(
      await endsWithin(
        ({ subnets }) => subnets.lock(subnet, 'change'),
        () => storage.write((to) => insertAddresses(to, subnet, ['10.0.0.1'])),
      ),
    ).to.equal(true);
  });

  it('does not keep readers waiting', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const write = ({ subnets }: Repositories) => subnets.update(subnet, { description: 'uncommitted' });
    expect(await endsWithin(write, () => storage.readers.subnets.find(subnet))).to.equal(true);
  });
});
