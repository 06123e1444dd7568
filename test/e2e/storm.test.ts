import { expect } from 'chai';
import { sharedPostgres } from '../support/global-fixtures.js';
import { createDatabase } from '../support/postgres-server.js';
import { isAcknowledged } from './support/storm/history.js';
import { runStorm } from './support/storm/storm.js';

describe('Three processes on one PostgreSQL database, of which one after the other is killed', function () {
  this.timeout(180_000);

  it('lose nothing, give nothing away twice and leave nothing half done while 32 clients write for 15 seconds', async () => {
    const database = await createDatabase((await sharedPostgres()).url);
    try {
      const options = { seconds: 15, clients: 32, processes: 3, killEvery: 4, seed: 1 };
      const { history, faults } = await runStorm({ databaseUrl: database.url, ...options });
      expect(faults).to.deep.equal([]);
      expect(history.killed.size, 'kills').to.be.at.least(2);
      const kinds = new Set(history.events.filter(isAcknowledged).map(({ request }) => request.kind));
      expect(kinds, 'kinds of writes that were done').to.have.property('size', 10);
    } finally {
      await database.drop();
    }
  });
});
