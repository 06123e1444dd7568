import { expect } from 'chai';
import { LoggedFailures } from '../../../../adapters/http/pipeline/steps/answer-errors.js';

describe('Unexpected failures', () => {
  it('are logged once a minute for each cause, with the number of repetitions in between', () => {
    const loggedFailures = new LoggedFailures();
    expect(loggedFailures.note('a', 0)).to.equal(0);
    expect(loggedFailures.note('a', 10)).to.equal(undefined);
    expect(loggedFailures.note('b', 10)).to.equal(0);
    expect(loggedFailures.note('a', 59_999)).to.equal(undefined);
    expect(loggedFailures.note('a', 60_000)).to.equal(2);
    expect(loggedFailures.note('a', 60_001)).to.equal(undefined);
  });

  it('are stored for a limited number of causes', () => {
    const loggedFailures = new LoggedFailures();
    for (let cause = 0; cause <= 100; cause++) loggedFailures.note(`cause ${cause}`, 0);
    expect(loggedFailures.note('cause 1', 1)).to.equal(undefined);
    expect(loggedFailures.note('cause 0', 1)).to.equal(0);
  });
});
