import { expect } from 'chai';
import { DatabaseFailure } from '../../../../adapters/knex/index.js';
import { newSection } from '../../../contracts/support/builders.js';
import { DatabaseSession } from '../../../e2e/support/database-session.js';
import { createDatabase, type OwnPostgres, startOwnPostgres } from '../../../support/databases/postgres-server.js';
import { until } from '../../../support/outcome/until.js';
import { withMigrated } from '../fresh-database.js';

describe('A commit that waits for a synchronous standby', function () {
  this.timeout(60_000);
  let server: OwnPostgres;
  let administrator: DatabaseSession;

  before(async () => {
    server = await startOwnPostgres({ durable: true });
    administrator = await DatabaseSession.open(server.url);
  });
  after(async () => {
    await administrator?.close();
    await server?.stop();
  });

  const setStandby = async (name: string): Promise<void> => {
    await administrator.rows(`alter system set synchronous_standby_names = '${name}'`);
    await administrator.rows('select pg_reload_conf()');
    await until(async () => {
      const [row] = await administrator.rows<{ names: string }>("select current_setting('synchronous_standby_names') as names");
      return row?.names === name;
    });
  };
  const cancelWaiting = async (): Promise<boolean> => {
    const sql = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
    return (await administrator.rows(sql)).length > 0;
  };

  it('has an unknown outcome when an administrator cancels its wait, and the next commit succeeds', async () => {
    const { url } = await createDatabase(server.url);
    await withMigrated({ url, poolSize: 4 }, async ({ unitOfWork }) => {
      const write = (name: string) => unitOfWork.run(({ sections }) => sections.insert(newSection({ name })));
      await write('before');
      await setStandby('absent');
      const waiting = write('waiting').catch((reason: unknown) => reason);
      await until(cancelWaiting);
      expect(await waiting)
        .to.be.instanceOf(DatabaseFailure)
        .with.property('trouble', 'outcomeUnknown');
      await setStandby('');
      await write('after');
    });
  });
});
