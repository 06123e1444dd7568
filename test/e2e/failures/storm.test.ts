import { expect } from 'chai';
import { faultKinds, isAcknowledged } from '../support/storm/history.js';
import { runStorm } from '../support/storm/storm.js';

describe('Three processes on one PostgreSQL database, while processes, database and network fail', function () {
  this.timeout(240_000);

  it('lose nothing, give nothing away twice and leave nothing half done while 32 clients write for 20 seconds', async () => {
    const { history, faults } = await runStorm({
      seconds: 20,
      clients: 32,
      processes: 3,
      faults: faultKinds,
      every: 3,
      seed: 1,
      databaseTimeout: 10,
    });
    expect(faults).to.deep.equal([]);
    expect(new Set(history.faults.map(({ kind }) => kind)), 'faults').to.deep.equal(new Set(faultKinds));
    const done = new Set(history.events.filter(isAcknowledged).map(({ request }) => request.kind));
    expect(done, 'kinds of requests that were done').to.have.property('size', 13);
    const replayed = history.events.filter(({ answer }) => answer?.isReplayed);
    expect(replayed, 'requests that were done before their answer came').not.to.have.lengthOf(0);
  });
});
