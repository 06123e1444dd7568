import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { collect } from '../../../support/collect.js';
import { inTemporaryDirectory } from '../temporary-directory.js';
import { type Failure, FileRecorder } from './power-failure.js';

/** Opens a database, migrates it and adds a location. @returns the names of all locations */
async function startOn(
  directory: string,
  name: string,
  when: { opened?: () => void; upToDate?: () => void } = {},
): Promise<string[]> {
  const database = await openDatabase({ url: `file:${directory}`, ownThread: false });
  try {
    when.opened?.();
    await database.migrate();
    when.upToDate?.();
    expect(await database.pendingMigrations()).to.deep.equal([]);
    await database.unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name }, {})));
    return (await collect(database.readers.catalog.list('location'))).map(({ values }) => String(values.name));
  } finally {
    await database.close();
  }
}

describe('An embedded database after a power failure during its first start', function () {
  this.timeout(240_000);

  it('is created anew or is complete, at every point of failure', () =>
    inTemporaryDirectory(async (folder) => {
      const directory = join(folder, 'data');
      mkdirSync(directory);
      const recorder = new FileRecorder(directory, join(folder, 'base'));
      const events = { opened: 0, upToDate: 0, written: 0 };
      try {
        await startOn(directory, 'First', {
          opened: () => {
            events.opened = recorder.count;
          },
          upToDate: () => {
            events.upToDate = recorder.count;
          },
        });
        events.written = recorder.count;
      } finally {
        recorder.stop();
      }
      const named = recorder.renamedTo('postgres');
      expect([named, events.opened, events.upToDate]).to.deep.equal(
        [named, events.opened, events.upToDate].sort((a, b) => a - b),
      );
      const half = { chance: () => 0.5 };
      const failures: (Failure & { readonly title: string })[] = [
        { title: 'while its files are made', after: Math.floor(named / 2), ...half },
        { title: 'when it has got its name, which is kept', after: named, chance: () => 0.9999 },
        { title: 'while it is brought up to date', after: Math.floor((events.opened + events.upToDate) / 2), ...half },
        { title: 'when something was acknowledged', after: events.written },
      ];
      for (const { title, ...failure } of failures) {
        const again = join(folder, title);
        recorder.rebuild(again, failure);
        const expected = failure.after === events.written ? ['First', 'Again'] : ['Again'];
        expect(await startOn(again, 'Again'), title).to.deep.equal(expected);
        expect(existsSync(join(again, 'postgres.new')), title).to.equal(false);
      }
    }));
});
