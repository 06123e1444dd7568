import { expect } from 'chai';
import { withoutNamespaces } from '../support/takeovers/namespaced-service.js';
import { runTakeovers } from '../support/takeovers/takeover-storm.js';

const reason = withoutNamespaces();

describe(`One data directory in two PID namespaces${reason ? ` (left out: ${reason})` : ''}`, function () {
  this.timeout(300_000);
  before(function () {
    // the title contains the reason
    if (reason) this.skip();
  });

  it('has one owner at a time, loses no acknowledged address and allocates none twice in four takeovers under load', async () => {
    const { faults, refused, acknowledged } = await runTakeovers({ takeovers: 4, clients: 4 });
    expect(faults).to.deep.equal([]);
    expect(refused, 'second owners that were refused').to.equal(2);
    expect(acknowledged).to.be.greaterThan(50);
  });
});
