import { expect } from 'chai';
import { Pace } from '../../../../adapters/knex/usage/pace.js';

/** The sizes behind transactions of so many milliseconds each, which were of as many subnets as they should. */
function sizesBehind(milliseconds: readonly number[]): number[] {
  const pace = new Pace(20);
  return milliseconds.map((each) => {
    pace.note(pace.size, each);
    return pace.size;
  });
}

describe('The pace of work that others wait for', () => {
  it('grows while transactions are short, to a thousand', () => {
    expect(sizesBehind([16, 1, 1, 1, 1, 1])).to.deep.equal([125, 250, 500, 1000, 1000, 1000]);
  });

  it('slows down where transactions are long, to ten', () => {
    expect(sizesBehind([25, 500, 500, 500, 500])).to.deep.equal([80, 40, 20, 10, 10]);
  });

  it('is not hastened by a transaction of a few, and slowed down by one that was long', () => {
    const pace = new Pace(20);
    pace.note(3, 1);
    expect(pace.size).to.equal(100);
    pace.note(3, 40);
    expect(pace.size).to.equal(50);
  });
});
