import { expect } from 'chai';
import { mapInPieces, yieldToEventLoop } from '../../../../adapters/http/yield.js';

/** Counts turns of the event loop during `work`. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  await work;
  clearImmediate(next);
  return turns;
}

/** Blocks the thread. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('Chunked work', () => {
  it('maps items in order, and yields to the event loop when that takes long', async () => {
    const items = Array.from({ length: 64 }, (_, n) => n);
    let mapped: readonly string[] = [];
    const turns = await turnsDuring(
      mapInPieces(items, (item, index) => {
        work(1);
        return `${item} ${index}`;
      }).then((results) => {
        mapped = results;
      }),
    );
    expect(mapped).to.deep.equal(items.map((n) => `${n} ${n}`));
    expect(turns).to.be.at.least(3);
  });

  it('maps few items without yielding', async () => {
    expect(await turnsDuring(mapInPieces([1, 2, 3], (n) => n))).to.equal(0);
  });

  it('resumes one waiting task per turn of the event loop', async () => {
    const order: number[] = [];
    const turns = await turnsDuring(Promise.all([1, 2, 3, 4].map((n) => yieldToEventLoop().then(() => order.push(n)))));
    expect(order).to.deep.equal([1, 2, 3, 4]);
    expect(turns).to.be.at.least(3);
  });
});
