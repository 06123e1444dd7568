import { expect } from 'chai';
import pg from 'pg';
import { type Database, DatabaseFailure, type DatabaseOptions } from '../../../../adapters/knex/index.js';
import type { Repositories } from '../../../../application/ports/unit-of-work.js';
import { newAddress, newNetwork, newSection } from '../../../contracts/support/builders.js';
import { collect } from '../../../support/collect.js';
import { TcpProxy } from '../../../support/databases/tcp-proxy.js';
import { until } from '../../../support/outcome/until.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

/** A database on a server behind a proxy. */
interface Proxied {
  readonly database: Database;
  readonly proxy: TcpProxy;
  /** Runs SQL without the proxy. */
  sql(text: string): Promise<Record<string, unknown>[]>;
}

async function withProxy(test: (proxied: Proxied) => Promise<void>, options: Omit<DatabaseOptions, 'url'> = {}): Promise<void> {
  await onPostgres(async (url) => {
    const proxy = await TcpProxy.inFrontOf(url);
    const direct = new pg.Client({ connectionString: url });
    direct.on('error', () => {});
    await direct.connect();
    const sql = async (text: string) => (await direct.query<Record<string, unknown>>(text)).rows;
    try {
      await withMigrated({ url: proxy.urlOf(url), ...options }, async (database) => {
        await test({ database, proxy, sql });
        proxy.pass();
      });
    } finally {
      await direct.end();
      await proxy.close();
    }
  });
}

const failureOf = async (work: Promise<unknown>): Promise<DatabaseFailure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(DatabaseFailure);
  return error as DatabaseFailure;
};

/** Returns work that adds a section and counts its attempts. */
function adding(name: string) {
  const tries = { count: 0 };
  const work = async ({ sections }: Repositories): Promise<void> => {
    tries.count++;
    await sections.insert(newSection({ name }));
  };
  return { tries, work };
}

const names = async ({ database }: Proxied): Promise<string[]> =>
  (await collect(database.readers.sections.list())).map(({ name }) => name);

/** A short timeout, in milliseconds. A busy machine opens a connection in less. */
const short = { timeout: 1500 };

describe('A database whose connections break', () => {
  it('reports an unknown outcome when the connection breaks after the commit, and runs the work once', () =>
    withProxy(async (proxied) => {
      const { database, proxy, sql } = proxied;
      const { tries, work } = adding('Kept');
      const isStored = async (): Promise<boolean> => (await sql("select 1 from sections where name = 'Kept'")).length > 0;
      proxy.onSent('commit', () => {
        proxy.holdAnswers();
        void until(isStored).then(() => proxy.cut());
      });
      expect(await failureOf(database.unitOfWork.run(work))).to.have.property('trouble', 'outcomeUnknown');
      proxy.pass();
      expect(tries.count).to.equal(1);
      expect(await names(proxied)).to.include('Kept');
    }));

  it('reports an unknown outcome when the commit is not answered in time', () =>
    withProxy(async (proxied) => {
      const { database, proxy } = proxied;
      const { tries, work } = adding('Lost');
      const stop = proxy.onSent('commit', () => proxy.goSilent());
      expect(await failureOf(database.unitOfWork.run(work))).to.have.property('trouble', 'outcomeUnknown');
      stop();
      proxy.pass();
      expect(tries.count).to.equal(1);
      expect(await names(proxied)).to.not.include('Lost');
    }, short));

  it('retries work whose connection broke before the commit', () =>
    withProxy(async (proxied) => {
      const { database, proxy } = proxied;
      const { tries, work } = adding('Again');
      await database.unitOfWork.run(async (repositories) => {
        await work(repositories);
        if (tries.count === 1) proxy.cut();
        await repositories.sections.findByName('any');
      });
      expect(tries.count).to.equal(2);
      expect((await names(proxied)).filter((name) => name === 'Again')).to.have.length(1);
    }));

  it('reads after the server closed all connections', () =>
    withProxy(async ({ database, sql }) => {
      await database.readers.sections.findByName('any');
      await database.readers.sections.find(1);
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      expect(await database.readers.sections.find(-1)).to.equal(undefined);
      expect(await database.readers.sections.findByName('any')).to.equal(undefined);
    }));

  it('is unavailable while the server refuses connections, and available when it accepts them again', () =>
    withProxy(async ({ database, proxy }) => {
      await proxy.refuse();
      for (const use of [
        () => database.readers.sections.find(1),
        () => database.unitOfWork.run(adding('No').work),
        () => database.ping(),
      ])
        expect(await failureOf(use())).to.have.property('trouble', 'unavailable');
      await proxy.accept();
      await database.ping();
      await database.unitOfWork.run(adding('Yes').work);
    }));

  it('is unavailable within the timeout when the network is silent, on open and on new connections', () =>
    withProxy(async ({ database, proxy }) => {
      await Promise.all([database.ping(), database.readers.sections.find(1)]);
      proxy.goSilent();
      for (const use of [() => database.readers.sections.find(1), () => database.ping()]) {
        expect(await failureOf(use())).to.have.property('trouble', 'unavailable');
        expect(await failureOf(use())).to.have.property('trouble', 'unavailable');
      }
      proxy.pass();
      await database.ping();
    }, short));

  it('is unavailable when the server shuts down during a transaction', () =>
    withProxy(async ({ database, sql, proxy }) => {
      let refused: Promise<void> | undefined;
      const error = await failureOf(
        database.unitOfWork.run(async ({ sections }) => {
          await sections.findByName('any');
          await sql(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`);
          refused ??= proxy.refuse();
          await refused;
          await sections.findByName('any');
        }),
      );
      expect(error).to.have.property('trouble', 'unavailable');
      await proxy.accept();
    }));

  it('can be closed although the server is silent', () =>
    withProxy(async ({ database, proxy }) => {
      const under = failureOf(database.ping());
      proxy.goSilent();
      await database.close();
      await under.catch(() => undefined);
      expect(await failureOf(database.ping())).to.have.property('trouble', 'unavailable');
    }, short));
});

describe('A failure of a PostgreSQL server', () => {
  /** Temporary failures, with the PL/pgSQL that causes each. */
  const passing: Readonly<Record<string, string>> = {
    'a statement that takes too long': 'perform pg_sleep(5)',
    'an operator who stops the server': "raise exception using errcode = '57P01'",
    'a server that takes no connections': "raise exception using errcode = '57P03'",
    'a full disk': "raise exception using errcode = '53100'",
    'no memory': "raise exception using errcode = '53200'",
    'a lock that is held for too long': "raise exception using errcode = '55P03'",
    'a server that takes no writes': "raise exception using errcode = '25006'",
    'a right that was taken away': "raise exception using errcode = '42501'",
    'a table that is not there': "raise exception using errcode = '42P01'",
  };

  /** SQL that runs a PL/pgSQL body for each new section. */
  const onInsert = (body: string): string => `
    create or replace function fail() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
    create or replace trigger fail before insert on sections for each row execute function fail()`;

  it('is reported as unavailable if it is temporary, and as a defect for a wrong statement', () =>
    withProxy(async (proxied) => {
      const { database, sql } = proxied;
      for (const [what, body] of Object.entries(passing)) {
        await sql(onInsert(body));
        const { tries, work } = adding('No');
        expect(await failureOf(database.unitOfWork.run(work)), what).to.have.property('trouble', 'unavailable');
        expect(tries.count, what).to.equal(1);
      }
      await sql(onInsert('perform no_such_column from sections'));
      expect(await failureOf(database.unitOfWork.run(adding('No').work))).to.have.property('trouble', 'defect');
      await sql('drop trigger fail on sections');
      expect(await names(proxied)).to.not.include('No');
    }, short));

  it('at the commit stores nothing, and is not an unknown outcome', () =>
    withProxy(async (proxied) => {
      await proxied.sql(`
        create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
        create constraint trigger fail after insert on sections deferrable initially deferred for each row execute function fail()`);
      const error = await failureOf(proxied.database.unitOfWork.run(adding('No').work));
      expect(error).to.include({ trouble: 'unavailable', code: '53100' });
      expect(error)
        .to.have.property('message')
        .that.matches(/^the disk of the database is full: /);
      expect(await names(proxied)).to.not.include('No');
    }));

  it('does not occur when the deletion of all addresses of a network takes long', () =>
    withProxy(async ({ database, sql }) => {
      await sql(`
        create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return null; end $$;
        create trigger dawdle after delete on addresses for each statement execute function dawdle()`);
      await database.unitOfWork.run(({ addresses }) => addresses.deleteAllIn(1));
      const one = database.unitOfWork.run(async ({ sections, subnets, addresses }) => {
        const section = await sections.insert(newSection({ name: 'Any' }));
        const subnet = await subnets.insert(newNetwork(section, '10.0.0.0/24'));
        await addresses.delete([await addresses.insert(newAddress(subnet, '10.0.0.1'))]);
      });
      expect(await failureOf(one)).to.include({ trouble: 'unavailable', code: '57014' });
    }, short));

  it('is reported with its first cause, not as the aborted transaction', () =>
    withProxy(async ({ database, sql }) => {
      await sql(onInsert("raise exception using errcode = '53100'"));
      const error = await failureOf(
        database.unitOfWork.run(async ({ sections }) => {
          const added = sections.insert(newSection({ name: 'No' }));
          await Promise.allSettled([added]);
          await sections.findByName('any');
        }),
      );
      expect(error).to.have.property('code', '53100');
    }));
});
