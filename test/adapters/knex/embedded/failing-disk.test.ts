import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DatabaseLost, DataDirectory } from '../../../../adapters/knex/embedded/data-directory.js';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { type Database, openDatabase } from '../../../../adapters/knex/index.js';
import { StorageError } from '../../../../application/ports/storage-error.js';
import { collect } from '../../../support/collect.js';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { inTemporaryDirectory } from '../temporary-directory.js';
import { type FileFailure, letFilesFail } from './failing-files.js';

const addLocation = (database: Database, name: string): Promise<void> =>
  database.unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name }, {})));

const namesIn = async (database: Database): Promise<string[]> =>
  (await collect(database.readers.catalog.list('location'))).map(({ values }) => String(values.name));

/** Outcome of work: acknowledged, or the kind of its failure. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'acknowledged',
    (error: unknown) => (error instanceof StorageError ? error.failure : String(error)),
  );

/** Runs a test with an open database, and a second test after it is opened again. */
const withDatabase = (
  test: (database: Database) => Promise<void>,
  afterwards: (database: Database) => Promise<void>,
): Promise<void> =>
  inTemporaryDirectory(async (directory) => {
    await fillWithEmbeddedDatabase(directory);
    for (const work of [test, afterwards]) {
      const database = await openDatabase({ url: `file:${directory}`, ownThread: false });
      await work(database).finally(() => database.close());
    }
  });

/** Makes file operations fail during `work`. @returns the number of failures */
async function whileFilesFail(failure: FileFailure, work: () => Promise<void>): Promise<number> {
  const { failures, end } = letFilesFail(failure);
  await work().finally(end);
  return failures();
}

describe('An embedded database whose disk fails', function () {
  this.timeout(120_000);
  before(function () {
    if (!existsSync('/proc/self/fd')) this.skip(); // needed to identify files
  });

  for (const [what, operation, code] of [
    ['cannot sync its log', 'fsyncSync', 'EIO'],
    ['has no space for its log', 'writeSync', 'ENOSPC'],
    ['may not write its log', 'writeSync', 'EROFS'],
  ] as const) {
    it(`that ${what} once acknowledges nothing afterwards, and reports that it is lost`, () =>
      withDatabase(
        async (database) => {
          await addLocation(database, 'Before');
          const failures = await whileFilesFail({ operation, code, times: 1, path: '/pg_wal/' }, async () => {
            expect(await outcomeOf(addLocation(database, 'During'))).to.be.oneOf(['unavailable', 'outcomeUnknown']);
          });
          expect(failures).to.equal(1);
          expect(await outcomeOf(addLocation(database, 'After'))).to.equal('unavailable');
          expect(await outcomeOf(namesIn(database))).to.equal('unavailable');
          expect(await outcomeOf(database.probeWrites())).to.equal('unavailable');
          expect(String(await database.lost)).to.include(code);
        },
        async (database) => {
          expect(await namesIn(database))
            .to.include('Before')
            .and.not.include('After');
          await addLocation(database, 'Again');
        },
      ));
  }

  it('acknowledges none of the units of work whose shared sync fails', () =>
    withDatabase(
      async (database) => {
        const work = Array.from({ length: 8 }, (_, turn) => `Turn ${turn}`);
        const failures = await whileFilesFail({ operation: 'fsyncSync', code: 'EIO', times: 1, path: '/pg_wal/' }, async () => {
          const outcomes = await Promise.all([
            ...work.map((name) => outcomeOf(addLocation(database, name))),
            outcomeOf(namesIn(database)),
          ]);
          expect(outcomes).not.to.include('acknowledged');
        });
        expect(failures).to.equal(1);
        expect(await outcomeOf(namesIn(database))).to.equal('unavailable');
        expect(await database.lost).to.be.instanceOf(DatabaseLost);
      },
      (database) => addLocation(database, 'Again'),
    ));

  it('is lost when a checkpoint cannot sync its tables, and recovers them at the next start', () =>
    inTemporaryDirectory(async (folder) => {
      const directory = join(folder, 'data');
      await fillWithEmbeddedDatabase(directory);
      const data = join(directory, 'postgres');
      const place = new DataDirectory(data);
      const pglite = await startPGlite(data, { sync: true }, place);
      await pglite.exec("insert into locations (name) values ('Before')");
      const failures = await whileFilesFail({ operation: 'fsyncSync', code: 'EIO', times: 1, path: '/base/' }, async () => {
        expect(await outcomeOf(pglite.exec('checkpoint'))).to.equal('unavailable');
      });
      expect(failures).to.equal(1);
      expect(await outcomeOf(pglite.exec("insert into locations (name) values ('After')"))).to.equal('unavailable');
      expect(place.failure).to.be.instanceOf(DatabaseLost);
      const database = await openDatabase({ url: `file:${directory}`, ownThread: false });
      expect(await namesIn(database).finally(() => database.close())).to.deep.equal(['Before']);
    }));

  it('without space for its tables accepts no writes, and continues when there is space again', () =>
    withDatabase(
      async (database) => {
        await addLocation(database, 'Before');
        const fill = (): Promise<void> =>
          database.unitOfWork.run(async ({ catalog }) => {
            for (let row = 0; row < 400; row++)
              await catalog.insert('location', { name: `Row ${row}`, description: 'x'.repeat(250) }, {});
          });
        const failures = await whileFilesFail(
          { operation: 'writeSync', code: 'ENOSPC', times: Number.POSITIVE_INFINITY, path: '/base/' },
          async () => void expect(await outcomeOf(fill())).to.equal('unavailable'),
        );
        expect(failures).to.be.at.least(1);
        expect(await namesIn(database)).to.deep.equal(['Before']);
        await fill();
      },
      async (database) => void expect(await namesIn(database)).to.have.length(401),
    ));
});
