import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { type Database, DatabaseFailure } from '../../../../adapters/knex/index.js';
import { newSection } from '../../../contracts/support/builders.js';
import { TcpProxy } from '../../../support/databases/tcp-proxy.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

/** A database with the default limits of a service behind a proxy, and a direct connection. */
interface Proxied {
  readonly database: Database;
  readonly proxy: TcpProxy;
  sql(text: string): Promise<Record<string, unknown>[]>;
}

async function withProxy(poolSize: number, test: (proxied: Proxied) => Promise<void>, timeout = 10_000): Promise<void> {
  await onPostgres(async (url) => {
    const proxy = await TcpProxy.inFrontOf(url);
    const direct = new pg.Client({ connectionString: url });
    await direct.connect();
    const sql = async (text: string) => (await direct.query<Record<string, unknown>>(text)).rows;
    try {
      await withMigrated({ url: proxy.urlOf(url), poolSize, timeout }, async (database) => {
        await test({ database, proxy, sql });
        proxy.pass();
      });
    } finally {
      await direct.end();
      await proxy.close();
    }
  });
}

/** Runs `connections` units of work at once, so that as many connections are idle afterwards. */
async function fillPool({ unitOfWork }: Database, connections: number): Promise<void> {
  let begun = 0;
  let open = (): void => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = () =>
    unitOfWork.run(async ({ sections }) => {
      await sections.findByName('any');
      if (++begun === connections) open();
      await all;
    });
  await Promise.all(Array.from({ length: connections }, work));
}

const idleOf = (database: Database): number => database.connections?.().find(({ pool }) => pool === 'unitsOfWork')?.idle ?? 0;

/** Runs work until it succeeds. @returns the number of failures before */
async function untilDone(work: () => Promise<unknown>): Promise<number> {
  for (let failures = 0; ; failures++) {
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        expect(error).to.be.instanceOf(DatabaseFailure);
        return false;
      },
    );
    if (isDone) return failures;
  }
}

const add = ({ unitOfWork }: Database, name: string): Promise<unknown> =>
  unitOfWork.run(({ sections }) => sections.insert(newSection({ name })));

describe('A database whose connections become silent', function () {
  this.timeout(60_000);

  for (const idle of [1, 10, 40]) {
    it(`fails no request more than once, of one client or of several, when ${idle} idle connections are frozen`, () =>
      withProxy(56, async ({ database, proxy, sql }) => {
        const slots = Math.min(idle, 8);
        for (const clients of new Set([1, slots])) {
          await fillPool(database, idle);
          expect(idleOf(database)).to.be.at.least(idle);
          proxy.freezePresent();
          const work = (client: number) => () => add(database, `Of ${client} of ${clients}`);
          const outcomes = await Promise.all(Array.from({ length: clients }, (_, client) => untilDone(work(client))));
          for (const failures of outcomes) expect(failures).to.be.at.most(1);
          const then = await Promise.all(
            Array.from({ length: 20 }, (_, read) => untilDone(() => database.readers.sections.find(read))),
          );
          expect(then.every((failures) => failures === 0)).to.equal(true);
          const stored = await sql(`select 1 from sections where name like 'Of % of ${clients}'`);
          expect(stored).to.have.length(clients);
        }
      }));
  }

  it('fails no request more than once behind a pooler that hides the server processes', () =>
    withProxy(56, async ({ database, proxy }) => {
      proxy.hideProcesses();
      await fillPool(database, 10);
      proxy.freezePresent();
      const work = (client: number) => () => add(database, `Of ${client}`);
      const failures = await Promise.all([0, 1, 2].map((client) => untilDone(work(client))));
      expect(Math.max(...failures)).to.be.at.most(1);
      expect(await untilDone(() => add(database, 'Next'))).to.equal(0);
    }));

  it('continues with another writable host when the one in use accepts no connections', () =>
    withProxy(12, async ({ proxy, sql }) => {
      const [{ name } = {}] = await sql('select current_database() as name');
      const other = await TcpProxy.start(proxy.target);
      const url = `postgres://postgres@127.0.0.1:${proxy.port},127.0.0.1:${other.port}/${name}`;
      try {
        await withMigrated({ url, timeout: 10_000 }, async (database) => {
          await fillPool(database, 5);
          proxy.goSilent();
          const failures = await Promise.all(['A', 'B', 'C'].map((section) => untilDone(() => add(database, section))));
          expect(Math.max(...failures)).to.be.at.most(1);
          expect(await untilDone(() => add(database, 'Next'))).to.equal(0);
        });
      } finally {
        await other.close();
      }
    }));

  it('retries work that was within a transaction, although that is still open at the server', () =>
    withProxy(12, async ({ database, proxy, sql }) => {
      await add(database, 'Locked');
      let tries = 0;
      await database.unitOfWork.run(async ({ sections }) => {
        const found = await sections.findByName('Locked');
        await sections.update(found?.id ?? 0, { description: 'changed' });
        if (++tries === 1) proxy.freezePresent();
        await sections.findByName('any');
      });
      expect(tries).to.equal(2);
      expect(await sql("select description from sections where name = 'Locked'")).to.deep.equal([{ description: 'changed' }]);
    }));

  it('reports an unknown outcome once, and does not retry the work, when the answer to the commit is lost', () =>
    withProxy(12, async ({ database, proxy, sql }) => {
      let tries = 0;
      const stop = proxy.onSent('commit', () => {
        stop();
        proxy.freezePresent();
      });
      const failure: unknown = await database.unitOfWork
        .run(async ({ sections }) => {
          tries++;
          await sections.insert(newSection({ name: 'Lost' }));
        })
        .catch((error: unknown) => error);
      expect(failure).to.have.property('trouble', 'outcomeUnknown');
      expect(tries).to.equal(1);
      await add(database, 'Next');
      expect(await sql("select name from sections where name in ('Lost', 'Next')")).to.deep.equal([{ name: 'Next' }]);
    }));

  it('waits for a statement that the server is running, beyond the limit for silence', () =>
    withProxy(
      12,
      async ({ database, sql }) => {
        await add(database, 'Held');
        const [section] = await sql("select id from sections where name = 'Held'");
        await sql('begin');
        await sql(`select id from sections where id = ${section?.id} for update`);
        let tries = 0;
        const done = database.unitOfWork.run(async ({ sections }) => {
          tries++;
          const found = await sections.findByName('Held');
          await sections.update(found?.id ?? 0, { description: 'changed' });
        });
        await delay(4500);
        await sql('rollback');
        await done;
        expect(tries).to.equal(1);
      },
      20_000,
    )); // a lock may last for half of it
});
