import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DataDirectory } from '../../../../adapters/knex/embedded/data-directory.js';
import { type Database, openDatabase } from '../../../../adapters/knex/index.js';
import { StorageError } from '../../../../application/ports/storage-error.js';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

const addLocation = (database: Database, name: string): Promise<void> =>
  database.unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name }, {})));

/** Expects work to fail as unavailable, with the given text. */
async function expectUnavailable(work: Promise<unknown>, text: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(StorageError).with.property('trouble', 'unavailable');
  expect(String(error)).to.include(text);
}

/** Runs a test with an open database in its own directory. */
const withDatabase = (
  options: { readonly sync?: boolean; readonly ownThread: boolean },
  test: (database: Database, directory: string) => Promise<void>,
): Promise<void> =>
  inTemporaryDirectory(async (parent) => {
    const directory = join(parent, 'data');
    await fillWithEmbeddedDatabase(directory);
    const database = await openDatabase({ url: `file:${directory}`, ...options });
    try {
      await addLocation(database, 'Before');
      await test(database, directory);
    } finally {
      await database.close();
    }
  });

for (const ownThread of [true, false])
  describe(`An embedded database in ${ownThread ? 'a thread of its own' : 'this thread'} whose directory is removed`, function () {
    this.timeout(120_000);

    for (const sync of [true, false]) {
      it(`acknowledges nothing more, reports that it is lost, and closes, ${sync ? 'synced' : 'not synced'}`, () =>
        withDatabase({ sync, ownThread }, async (database, directory) => {
          rmSync(directory, { recursive: true });
          await expectUnavailable(addLocation(database, 'After'), 'removed');
          await expectUnavailable(addLocation(database, 'Later'), 'has been removed');
          expect(String(await database.lost)).to.include(directory);
        }));
    }

    it('acknowledges nothing more when another directory replaces it', () =>
      withDatabase({ ownThread }, async (database, directory) => {
        renameSync(directory, `${directory}.old`);
        mkdirSync(join(directory, 'postgres'), { recursive: true });
        await expectUnavailable(addLocation(database, 'After'), 'removed');
      }));

    it('does not acknowledge a unit of work during which the directory is removed', () =>
      withDatabase({ ownThread }, async (database, directory) => {
        const work = database.unitOfWork.run(async ({ catalog }) => {
          await catalog.insert('location', { name: 'During' }, {});
          rmSync(directory, { recursive: true });
        });
        const error = await work.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).to.be.instanceOf(StorageError);
        await expectUnavailable(addLocation(database, 'After'), 'removed');
      }));

    it('detects by itself that its directory is gone', () =>
      withDatabase({ ownThread }, async (database, directory) => {
        rmSync(directory, { recursive: true });
        expect(await database.lost).to.be.instanceOf(StorageError);
      }));
  });

describe('The data directory of an embedded database', () => {
  it('accepts no write while its disk is nearly full', () =>
    inTemporaryDirectory(async (directory) => {
      const full = new DataDirectory(directory, { minSpace: Number.POSITIVE_INFINITY });
      expect(() => full.requireRoom())
        .to.throw(StorageError, 'nearly full')
        .with.property('trouble', 'unavailable');
      expect(full.failure).to.equal(undefined);
      expect(() => new DataDirectory(directory).requireRoom()).not.to.throw();
    }));
});
