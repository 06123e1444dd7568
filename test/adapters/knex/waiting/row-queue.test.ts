import { expect } from 'chai';
import pg from 'pg';
import { type Database, DatabaseFailure, type DatabaseOptions } from '../../../../adapters/knex/index.js';
import { newNetwork, newSection } from '../../../contracts/support/builders.js';
import { until } from '../../../support/outcome/until.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

/** A database with subnets. Another transaction locks the rows of all but one. */
interface HeldRow {
  readonly database: Database;
  readonly held: number;
  readonly alsoHeld: readonly number[];
  readonly other: number;
  /** Number of connections that wait for a lock. */
  waiting(): Promise<number>;
  letGo(): Promise<void>;
}

async function withHeldRow(
  test: (given: HeldRow) => Promise<void>,
  { rows = 1, ...options }: Omit<DatabaseOptions, 'url'> & { readonly rows?: number } = {},
): Promise<void> {
  await onPostgres((url) =>
    withMigrated({ url, ...options }, async (database) => {
      const [other, held, ...alsoHeld] = await database.unitOfWork.run(async ({ sections, subnets }) => {
        const section = await sections.insert(newSection({ name: 'Any' }));
        const insert = (place: number): Promise<number> => subnets.insert(newNetwork(section, `10.0.${place}.0/24`));
        const [first, second] = [await insert(0), await insert(1)];
        const further: number[] = [];
        while (further.length < rows - 1) further.push(await insert(further.length + 2));
        return [first, second, ...further] as const;
      });
      const [holder, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
      await Promise.all([holder.connect(), watcher.connect()]);
      await holder.query('begin');
      await holder.query('select from subnets where id = any($1) for update', [[held, ...alsoHeld]]);
      const waiting = async () => {
        const sql = `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return (await watcher.query<{ count: number }>(sql)).rows[0]?.count ?? 0;
      };
      try {
        await test({ database, held, alsoHeld, other, waiting, letGo: async () => void (await holder.query('rollback')) });
      } finally {
        await Promise.all([holder.end(), watcher.end()]);
      }
    }),
  );
}

/** No wait for a lock ends before the test does. */
const patient = { timeout: 60_000 };

/** Locks a subnet, as the service does. */
const lockIn = ({ unitOfWork }: Database, id: number): Promise<void> =>
  unitOfWork.run(async ({ subnets }) => void (await subnets.lock(id, 'change')));

/** Like lockIn, after a read. */
const readAndLockIn = ({ unitOfWork }: Database, id: number): Promise<void> =>
  unitOfWork.run(async ({ subnets }) => {
    await subnets.find(id);
    await subnets.lock(id, 'change');
  });

describe('Units of work that lock a row of another transaction', () => {
  for (const [how, want] of [
    ['in their first statement', lockIn],
    ['after a read', readAndLockIn],
  ] as const) {
    it(`${how} wait at the database one at a time, while others read and write freely`, () =>
      withHeldRow(async ({ database, held, other, waiting, letGo }) => {
        const all = Promise.all(Array.from({ length: 40 }, () => want(database, held)));
        await until(async () => (await waiting()) > 0, 10);
        for (let round = 0; round < 5; round++) {
          await Promise.all(Array.from({ length: 20 }, () => want(database, other)));
          await Promise.all(Array.from({ length: 20 }, () => database.readers.subnets.findListing(held)));
          expect(await waiting()).to.equal(1);
        }
        await letGo();
        await all;
      }, patient));
  }

  it('leave connections to others, however many rows are locked, and continue after the release', () =>
    withHeldRow(
      async ({ database, held, alsoHeld, other, waiting, letGo }) => {
        let settled = 0;
        const all = [held, ...alsoHeld].map((id, index) =>
          (index % 2 === 0 ? lockIn : readAndLockIn)(database, id).finally(() => settled++),
        );
        const done = Promise.all(all);
        await until(async () => (await waiting()) >= 3, 10);
        for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, () => lockIn(database, other)));
        expect(settled).to.equal(0);
        await until(async () => (await waiting()) === 3, 10);
        await letGo();
        await done;
      },
      { rows: 24, poolSize: 12, ...patient },
    ));

  it('fail as unavailable when they have waited too long', () =>
    withHeldRow(
      async ({ database, held, other }) => {
        const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockIn(database, held)));
        for (const one of all) {
          expect(one).to.have.property('status', 'rejected');
          expect((one as PromiseRejectedResult).reason)
            .to.be.instanceOf(DatabaseFailure)
            .with.property('trouble', 'unavailable');
        }
        await lockIn(database, other);
      },
      { timeout: 2000 },
    ));

  it('may lock a row again that they have locked, while others wait for it', () =>
    withHeldRow(async ({ database, held, waiting, letGo }) => {
      await letGo();
      const runs = { count: 0 };
      let other: Promise<void> | undefined;
      await database.unitOfWork.run(async ({ subnets }) => {
        runs.count++;
        await subnets.lock(held, 'change');
        other ??= lockIn(database, held);
        await until(async () => (await waiting()) > 0, 10);
        await subnets.lock(held, 'change');
      });
      await other;
      expect(runs.count).to.equal(1);
    }));

  it('lock several rows at a time without blocking each other forever', () =>
    withHeldRow(async ({ database, held, other, letGo }) => {
      await letGo();
      const both = (ids: readonly number[]) =>
        database.unitOfWork.run(async ({ subnets }) => {
          for (const id of ids) await subnets.lock(id, 'change');
        });
      await Promise.all(Array.from({ length: 60 }, (_, index) => both(index % 3 === 0 ? [other] : [held, other])));
    }));
});
