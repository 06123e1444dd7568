import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { authorship, internalCaller } from '../../../application/caller.js';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';
import { type ChangeFilter, Changes } from '../../../application/changes/feed/changes.js';
import { FeedHub } from '../../../application/changes/feed/feed-hub.js';
import type { Timers } from '../../../application/ports/environment.js';
import type { FeedSubject } from '../../../application/ports/feed.js';
import { CommitSignal } from '../../../application/unit-of-work/commit-signal.js';

const count = 2500;
const at = '2024-01-01 00:00:00';
/** Timers that never fire: there are no subscribers here. */
const timers: Timers = { after: () => () => {} };

/** A feed of VLAN changes, with a VRF change as every 100th. `looked` counts the entries that are read. */
async function feedOfMany() {
  const { readers, unitOfWork } = createMemoryDatabase();
  await unitOfWork.run(async ({ changeLog, feed }) => {
    for (let id = 1; id <= count; id++) {
      const object = id % 100 === 0 ? 'vrf' : 'vlan';
      const subnetId = id % 500 === 7 ? 7 : null;
      const entry = { object, objectId: id, objectName: null, action: 'edit', differences: [], subnetId } as const;
      await changeLog.append({ ...entry, ...authorship(internalCaller, at) });
    }
    await feed.number(count);
  });
  const { feed } = readers;
  const looked = { entries: 0 };
  const watched = {
    find: (position: number) => feed.find(position),
    bounds: () => feed.bounds(),
    hasUnnumbered: () => feed.hasUnnumbered(),
    read: async (after: number, max: number, maxSize?: number) => {
      const read = await feed.read(after, max, maxSize);
      looked.entries += read.length;
      return read;
    },
    readBack: async (subject: FeedSubject, before: number, max: number) => {
      const read = await feed.readBack(subject, before, max);
      looked.entries += read.length;
      return read;
    },
  };
  const changeFeed = new ChangeFeed({ ...readers, feed: { ...feed, ...watched } }, unitOfWork);
  return { looked, changes: new Changes(changeFeed, new FeedHub(changeFeed, new CommitSignal(), timers), readers.subnets) };
}

const ids = Array.from({ length: count }, (_, index) => index + 1);
const expected = (kind?: string): number[] => (kind === 'vrf' ? ids.filter((id) => id % 100 === 0) : ids);

describe('The visible changes', () => {
  for (const [max, kinds] of [
    [1, undefined],
    [20, undefined],
    [1000, undefined],
    [3, ['vrf']],
    [1000, ['vrf']],
    [7, ['device']],
  ] as const) {
    const filter: ChangeFilter = { kinds };
    const wanted = kinds?.[0] === 'device' ? [] : expected(kinds?.[0]);
    const pages = max === 1 ? 30 : Number.POSITIVE_INFINITY;

    it(`are returned in pages of ${max}, of ${kinds ?? 'all kinds'}, without duplicates and gaps`, async () => {
      const { changes } = await feedOfMany();
      const found: number[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < pages; page++) {
        const { changes: some, after } = await changes.list(internalCaller, cursor, filter, max);
        found.push(...some.map(({ objectId }) => objectId));
        if (some.length === 0 || cursor === after) break;
        cursor = after;
      }
      expect(found).to.deep.equal(wanted.slice(0, pages));
    });

    it(`are returned backwards in pages of ${max}, of ${kinds ?? 'all kinds'}`, async () => {
      const { changes } = await feedOfMany();
      const found: number[] = [];
      let cursor: string | undefined = 'now';
      for (let page = 0; page < pages && cursor !== undefined; page++) {
        const { changes: some, before } = await changes.listBack(internalCaller, cursor, filter, max);
        found.push(...some.map(({ objectId }) => objectId));
        cursor = before;
      }
      expect(found).to.deep.equal(wanted.toReversed().slice(0, pages));
    });
  }

  it('are read only up to the page size, and further if few of them match', async () => {
    const { changes, looked } = await feedOfMany();
    await changes.list(internalCaller, undefined, {}, 20);
    await changes.listBack(internalCaller, 'now', {}, 20);
    expect(looked.entries).to.be.within(40, 100);
    looked.entries = 0;
    await changes.list(internalCaller, undefined, { kinds: ['vrf'] }, 2);
    await changes.listBack(internalCaller, 'now', { kinds: ['vrf'] }, 2);
    expect(looked.entries).to.be.within(300, 2000);
  });

  for (const max of [1, 2, 100])
    it(`of a subnet are returned backwards in pages of ${max}, without a read of other entries`, async () => {
      const { changes, looked } = await feedOfMany();
      const found: number[] = [];
      for (let cursor: string | undefined = 'now'; cursor !== undefined; ) {
        const { changes: some, before } = await changes.listBack(internalCaller, cursor, { subnetId: 7 }, max);
        found.push(...some.map(({ objectId }) => objectId));
        cursor = before;
      }
      expect(found).to.deep.equal([2007, 1507, 1007, 507, 7]);
      expect(looked.entries).to.be.at.most(10);
    });

  it('of one object are read without other entries', async () => {
    const { changes, looked } = await feedOfMany();
    const { changes: found } = await changes.listBack(internalCaller, 'now', { kinds: ['vrf'], objectId: 100 }, 20);
    expect(found.map(({ objectId }) => objectId)).to.deep.equal([100]);
    expect(looked.entries).to.equal(1);
  });
});
