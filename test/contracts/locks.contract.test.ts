import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Repositories } from '../../application/ports/unit-of-work.js';
import { insertAddresses, insertNetwork, newSection } from './builders.js';
import { describeContract } from './contract.js';

describeContract('A unit of work beside another', (storage) => {
  if (storage.skip.parallelUnits) return;
  const insertSection = (): Promise<number> => storage.write(({ sections }) => sections.insert(newSection()));

  /** How long something is watched that should wait, and how long something that should not. */
  const watched = 300;
  const longest = 10_000;

  /** Whether something ends while a unit of work goes on that has done `held`. */
  const endsWithin = async (
    limit: number,
    held: (repositories: Repositories) => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<boolean> => {
    let beside: Promise<unknown> = Promise.resolve();
    const ended = await storage.write(async (repositories) => {
      await held(repositories);
      beside = other();
      const stop = new AbortController();
      const ending = Promise.allSettled([beside]).then(() => true);
      return Promise.race([ending, delay(limit, false, { signal: stop.signal })]).finally(() => stop.abort());
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
      expect(await endsWithin(longest, share, () => storage.write(share))).to.equal(true);
      expect(await endsWithin(watched, share, () => storage.write<unknown>((all) => all[owner].lock(id, 'change')))).to.equal(
        false,
      );
      expect(
        await endsWithin(watched, share, () => storage.write<unknown>((all) => all[owner].update(id, { description: 'x' }))),
      ).to.equal(false);
    });

    it(`has others wait for ${owner} that it holds for a change, but not for other ones`, async () => {
      const [id, other] = [await insert(), await insert()];
      const change = (all: Repositories): Promise<unknown> => all[owner].lock(id, 'change');
      expect(await endsWithin(watched, change, () => storage.write(change))).to.equal(false);
      expect(await endsWithin(watched, change, () => storage.write<unknown>((all) => all[owner].lock(id, 'share')))).to.equal(
        false,
      );
      expect(await endsWithin(longest, change, () => storage.write<unknown>((all) => all[owner].lock(other, 'change')))).to.equal(
        true,
      );
    });
  }

  it('lets others add records that refer to one that it holds for a change', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    const section = (await storage.readers.subnets.find(subnet))?.sectionId ?? 0;
    expect(
      await endsWithin(
        longest,
        ({ sections }) => sections.lock(section, 'change'),
        () => storage.write((to) => insertNetwork(to, '10.0.0.0/24', { sectionId: section })),
      ),
    ).to.equal(true);
    expect(
      await endsWithin(
        longest,
        ({ subnets }) => subnets.lock(subnet, 'change'),
        () => storage.write((to) => insertAddresses(to, subnet, ['10.0.0.1'])),
      ),
    ).to.equal(true);
  });

  it('does not keep readers waiting, and shows them what was before', async () => {
    const subnet = await storage.write((to) => insertNetwork(to, '10.0.0.0/24', { description: 'before' }));
    const write = ({ subnets }: Repositories): Promise<void> => subnets.update(subnet, { description: 'uncommitted' });
    const read = async (): Promise<void> => {
      expect((await storage.readers.subnets.find(subnet))?.description).to.equal('before');
      for await (const listing of storage.readers.subnets.list({ ids: [subnet], order: { by: 'id' } })) {
        expect(listing.subnet.description).to.equal('before');
      }
    };
    expect(await endsWithin(longest, write, read)).to.equal(true);
    expect((await storage.readers.subnets.find(subnet))?.description).to.equal('uncommitted');
  });
});
