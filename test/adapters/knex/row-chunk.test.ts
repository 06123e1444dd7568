import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { RowChunk } from '../../../adapters/knex/records/row-chunk.js';

type Rows = ConstructorParameters<typeof RowChunk>[0];

const rowsOf = (count: number, length: number): Rows =>
  Array.from({ length: count }, (_, id) => [String(id), null, 'x'.repeat(length)]);

/** Row counts of the chunks that nextChunk() returns. */
function partsOf(chunk: RowChunk): number[] {
  const sizes: number[] = [];
  for (let part = chunk.nextChunk(); part; part = chunk.nextChunk()) sizes.push(part.length);
  return sizes;
}

describe('Rows that a statement has read for a list', () => {
  it('are returned a hundred at a time, and the next read has the full size', () => {
    const chunk = new RowChunk(rowsOf(250, 20));
    expect(partsOf(chunk)).to.deep.equal([100, 100, 50]);
    expect([chunk.read, chunk.isComplete, chunk.nextSize]).to.deep.equal([250, true, 2000]);
  });

  it('may be none', () => {
    const chunk = new RowChunk([]);
    expect(partsOf(chunk)).to.deep.equal([]);
    expect([chunk.read, chunk.isComplete]).to.deep.equal([0, true]);
  });

  it('are returned a few at a time when they are long, and dropped when they are too many', () => {
    const chunk = new RowChunk(rowsOf(200, 65_000));
    expect(partsOf(chunk)).to.deep.equal(Array.from({ length: 16 }, () => 1));
    expect([chunk.isComplete, chunk.nextSize]).to.deep.equal([false, 10]);
  });

  it('include at least one row, however long it is', () => {
    const chunk = new RowChunk(rowsOf(3, 2_000_000));
    expect(partsOf(chunk)).to.deep.equal([1]);
    expect([chunk.isComplete, chunk.nextSize]).to.deep.equal([false, 10]);
  });

  it('are dropped when they are not fetched in time, and the next read is smaller', async () => {
    const chunk = new RowChunk(rowsOf(2000, 20));
    expect(chunk.nextChunk()).to.have.length(100);
    await delay(400);
    expect(chunk.nextChunk()).to.equal(undefined);
    expect([chunk.isComplete, chunk.nextSize]).to.deep.equal([false, 250]);
  });
});
