import { expect } from 'chai';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { until } from '../../support/outcome/until.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

describe('A service that is stopped', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let session: DatabaseSession;
  before(async () => {
    database = await createPostgresDatabase();
    session = await DatabaseSession.open(database.url);
  });
  after(async () => {
    await session?.close();
    await database?.drop();
  });

  const leased = async (): Promise<readonly string[]> =>
    (await session.rows<{ name: string }>('select name from followers where holder is not null order by name')).map(
      ({ name }) => name,
    );

  it('releases the leases of all followers, so that another process continues at once', async () => {
    const service = await ServiceProcess.start({
      databaseUrl: database.url,
      variables: { HEXIPAM_SINK_URL: 'nats://127.0.0.1:1' }, // nothing listens there
    });
    const client = await service.signIn();
    await client.post('/sections/', { name: 'Office' });
    await until(async () => (await leased()).includes('sink'));
    client.close();
    await service.stop();
    expect(await leased()).to.deep.equal([]);
  });
});
