import { expect } from 'chai';
import { LoggedFailures } from '../../../../adapters/http/pipeline/steps/logged-failures.js';

describe('Failures that nobody foresaw', () => {
  it('are told once a minute for each cause, with how often they came between', () => {
    const told = new LoggedFailures();
    expect(told.note('a', 0)).to.equal(0);
    expect(told.note('a', 10)).to.equal(undefined);
    expect(told.note('b', 10)).to.equal(0);
    expect(told.note('a', 59_999)).to.equal(undefined);
    expect(told.note('a', 60_000)).to.equal(2);
    expect(told.note('a', 60_001)).to.equal(undefined);
  });

  it('are remembered in bounded number', () => {
    const told = new LoggedFailures();
    for (let cause = 0; cause <= 100; cause++) told.note(`cause ${cause}`, 0);
    expect(told.note('cause 1', 1)).to.equal(undefined);
    expect(told.note('cause 0', 1)).to.equal(0);
  });
});
