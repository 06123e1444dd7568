import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { authorship, internalCaller } from '../../../application/caller.js';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';

describe('The feed of changes', () => {
  it('includes a change that another process numbered during the read', async () => {
    const { readers, unitOfWork } = createMemoryDatabase();
    const entry = { object: 'vlan', objectId: 7, objectName: null, action: 'edit', differences: [] } as const;
    await unitOfWork.run(({ changeLog }) => changeLog.append({ ...entry, ...authorship(internalCaller, '2024-01-01 00:00:00') }));
    let isPlaced = false;
    const { feed } = readers;
    const late = {
      read: async (after: number, max: number) => (isPlaced ? feed.read(after, max) : []),
      readBack: async () => [],
      find: (position: number) => feed.find(position),
      bounds: () => feed.bounds(),
      hasUnnumbered: async () => {
        isPlaced = true; // by another process, just before
        return false;
      },
    };
    const read = await new ChangeFeed({ ...readers, feed: late }, unitOfWork).read(0, 10);
    expect(read.map(({ objectId }) => objectId)).to.deep.equal([7]);
  });
});
