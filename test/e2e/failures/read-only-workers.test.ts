import { expect } from 'chai';
import type { TestDatabase } from '../../support/databases/postgres-server.js';
import { createPostgresDatabase } from '../../support/databases/prepared-databases.js';
import { ServiceProcess } from '../../support/processes/service-process.js';
import { DatabaseSession } from '../support/database-session.js';

/** Ends all other connections to a database. */
const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe('Two workers over a read-only database', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  let service: ServiceProcess;
  before(async () => {
    database = await createPostgresDatabase();
    service = await ServiceProcess.start({ databaseUrl: database.url, words: ['--workers', '2'] });
  });
  after(async () => {
    await service?.kill9();
    await database?.drop();
  });

  it('accept a token that one of them has issued', async () => {
    const session = await DatabaseSession.open(database.url);
    const [name] = await session.rows<{ name: string }>('select current_database() as name');
    await session.rows(`alter database "${name?.name}" set default_transaction_read_only = on`);
    await session.rows(endOthers);
    await session.close();
    const client = await service.signIn();
    const { token } = client;
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n++) {
      const headers = { token: String(token), connection: 'close' }; // separate connections reach both workers
      statuses.add((await fetch(`${service.url}/api/default/user/`, { headers })).status);
    }
    client.close();
    expect([...statuses]).to.deep.equal([200]);
  });
});
