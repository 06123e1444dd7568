import { expect } from 'chai';
import { Pace } from '../../../../adapters/knex/usage/usage-counts.js';

/** Numbers of subnets in a transaction, after full transactions of these durations in milliseconds. */
function sizesBehind(milliseconds: readonly number[]): number[] {
  const pace = new Pace(20);
  return milliseconds.map((each) => {
    pace.note(pace.size, each);
    return pace.size;
  });
}

describe('The pace of transactions that others wait for', () => {
  it('grows to 1000 while transactions are short', () => {
    expect(sizesBehind([16, 1, 1, 1, 1, 1])).to.deep.equal([125, 250, 500, 1000, 1000, 1000]);
  });

  it('falls to 10 while transactions are long', () => {
    expect(sizesBehind([25, 500, 500, 500, 500])).to.deep.equal([80, 40, 20, 10, 10]);
  });

  it('does not grow after a short transaction of a few subnets, and falls after a long one', () => {
    const pace = new Pace(20);
    pace.note(3, 1);
    expect(pace.size).to.equal(100);
    pace.note(3, 40);
    expect(pace.size).to.equal(50);
  });
});
