import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

const variables = { HEXIPAM_STOP_TIMEOUT: '2' };

for (const words of [[], ['--workers', '2']] as const) {
  describe(`A stop of a service${words.length === 0 ? '' : ' of several workers'} with a blocked database`, function () {
    this.timeout(60_000);
    let database: TestDatabase;
    let session: DatabaseSession;
    let service: ServiceProcess;
    let client: ApiClient;
    let subnet: number;

    beforeEach(async () => {
      database = await createPostgresDatabase();
      session = await DatabaseSession.open(database.url);
      service = await ServiceProcess.start({ databaseUrl: database.url, variables, words });
      client = await service.signIn();
      const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
      subnet = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      await session.rows('begin');
      await session.rows('select id from subnets where id = $1 for update', [subnet]);
    });
    afterEach(async () => {
      client?.close();
      await service?.kill9();
      await session?.close();
      await database?.drop();
    });

    /** Starts an allocation, which waits for the row lock. @returns a function that waits for its outcome */
    const allocate = async (): Promise<() => Promise<string>> => {
      const outcome = client.post(`/addresses/first_free/${subnet}/`).then(
        ({ summary }) => summary,
        () => 'cut',
      );
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await session.rows(waiting)).length === 0) await delay(10);
      return () => outcome;
    };

    it('ends the process while the database still blocks', async () => {
      const outcome = await allocate();
      service.terminate();
      expect(await outcome()).to.equal('cut');
      expect(await service.exit()).to.be.oneOf([0, 1]);
      await session.rows('rollback');
      expect(await session.rows('select 1 from addresses')).to.have.length(0);
    });

    it('writes nothing for a client with a closed connection', async () => {
      const outcome = await allocate();
      service.terminate();
      expect(await outcome()).to.equal('cut');
      await session.rows('rollback'); // from now on the database would continue
      expect(await service.exit()).to.be.oneOf([0, 1]);
      expect(await session.rows('select 1 from addresses')).to.have.length(0);
    });
  });
}
