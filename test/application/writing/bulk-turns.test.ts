import { expect } from 'chai';
import { BulkWrites } from '../../../application/transfer/bulk/bulk-writes.js';
import { anyone, startApplication } from '../support/application.js';

describe('Concurrent bulk writes', () => {
  it('continue one at a time after each chunk, with one timer at a time', async () => {
    const { unitOfWork } = await startApplication();
    let [set, waiting, most] = [0, 0, 0];
    const after = (milliseconds: number, run: () => void) => {
      set++;
      most = Math.max(most, ++waiting);
      const timer = setTimeout(() => {
        waiting--;
        run();
      }, milliseconds);
      return () => clearTimeout(timer);
    };
    const writer = () => ({
      lock: async () => undefined,
      write: async (items: readonly unknown[]) => items.map(() => ({ result: 1 })),
    });
    const bulk = new BulkWrites(unitOfWork, { now: () => new Date() }, { after }, writer);
    const items = Array.from({ length: 64 * 4 }, () => ({ action: 'delete', id: 1 }) as const);
    const outcomes = await Promise.all([1, 2, 3].map(() => bulk.oneByOne(anyone, items)));
    expect(outcomes.map(({ length }) => length)).to.deep.equal([256, 256, 256]);
    expect({ set, most }).to.deep.equal({ set: 9, most: 1 });
  });
});
