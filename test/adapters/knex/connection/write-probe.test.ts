import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { migrations } from '../../../../adapters/knex/migrations/index.js';
import { DatabaseSession } from '../../../e2e/support/database-session.js';
import type { TestDatabase } from '../../../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../../../support/databases/prepared-databases.js';

const outcome = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'takes writes',
    (error: Error) => error.message,
  );

describe('The probe for writes', function () {
  this.timeout(60_000);

  describe('of a server', () => {
    let made: TestDatabase;
    let session: DatabaseSession;
    let database: Awaited<ReturnType<typeof openDatabase>>;

    beforeEach(async () => {
      made = await createPostgresDatabase();
      database = await openDatabase({ url: made.url, poolSize: 4 });
      await database.migrate();
      session = await DatabaseSession.open(made.url);
    });
    afterEach(async () => {
      await session.close();
      await database.close();
      await made.drop();
    });

    it('needs disk space each time, and leaves nothing behind', async () => {
      for (let probe = 0; probe < 5; probe++) {
        expect(await outcome(database.probeWrites())).to.equal('takes writes');
        const [size] = await session.rows("select pg_relation_size('write_probe')::int as bytes");
        expect(size).to.deep.equal({ bytes: 0 });
      }
    });

    it('fails while the schema is newer than this version knows', async () => {
      const number = migrations.length + 1;
      await session.rows(`insert into schema_migrations (number, name) values (${number}, 'later')`);
      const problem = `the database has migration ${number}, this version knows ${migrations.length} only: start the later version`;
      expect(await outcome(database.probeWrites())).to.equal(problem);
      await session.rows(`delete from schema_migrations where number = ${number}`);
      expect(await outcome(database.probeWrites())).to.equal('takes writes');
    });

    /** Outcome on a fresh connection; retries while old connections fail. */
    const settled = async (): Promise<string> => {
      for (;;) {
        const found = await outcome(database.probeWrites());
        if (!/connection|terminat|ECONN/i.test(found)) return found;
        await delay(20);
      }
    };

    it('detects that a database has become read-only, and that it accepts writes again', async () => {
      expect(await outcome(database.probeWrites())).to.equal('takes writes');
      const [name] = await session.rows<{ name: string }>('select current_database() as name');
      const endOthers =
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      await session.rows(`alter database "${name?.name}" set default_transaction_read_only = on`);
      await session.rows(endOthers);
      expect(await settled()).to.match(/read-only transaction/);
      await session.rows(`alter database "${name?.name}" reset default_transaction_read_only`);
      await session.rows(endOthers);
      expect(await settled()).to.equal('takes writes');
    });

    it('does not wait for units of work that use all other connections', async () => {
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let begun = 0;
      await new Promise<void>((resolve) => {
        const work = async (): Promise<void> => {
          if (++begun === 2) resolve();
          await ended;
        };
        for (let unit = 0; unit < 8; unit++) database.unitOfWork.run(work).catch(() => {});
      });
      expect(await outcome(database.probeWrites())).to.equal('takes writes');
      end();
    });
  });

  it('of an embedded database writes, and stores nothing', async () => {
    const made = await createEmbeddedDatabase();
    const database = await openDatabase({ url: made.url });
    try {
      for (let probe = 0; probe < 3; probe++) expect(await outcome(database.probeWrites())).to.equal('takes writes');
      await database.unitOfWork.run(async () => {}); // the connection is free again
    } finally {
      await database.close();
      await made.drop();
    }
    expect(await outcome(database.probeWrites())).not.to.equal('takes writes');
  });
});
