import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { openDatabase } from '../../../adapters/knex/index.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import { collect } from '../../support/collect.js';

import { onEmptyEmbedded, withEmbedded, withMigrated } from './fresh-database.js';
import { inTemporaryDirectory } from './temporary-directory.js';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('A database', () => {
  it('in a directory contains its data when it is opened again, by path or by URL', () =>
    inTemporaryDirectory(async (parent) => {
      const directory = join(parent, 'not', 'there');
      await withMigrated({ url: `file:${directory}` }, ({ unitOfWork }) =>
        unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name: 'Here' }, {}))),
      );
      await withMigrated({ url: pathToFileURL(directory).href }, async ({ readers }) => {
        expect((await collect(readers.catalog.list('location'))).map(({ values }) => values.name)).to.deep.equal(['Here']);
      });
    }));

  it('in a directory is not created when it must exist', () =>
    inTemporaryDirectory(async (parent) => {
      for (const directory of [parent, join(parent, 'not there')]) {
        const error = await failure(openDatabase({ url: `file:${directory}`, mustExist: true }));
        expect(error).to.be.instanceOf(StorageError).with.property('message', `there is no database in ${directory}`);
      }
      expect(readdirSync(parent)).to.deep.equal(['lock', 'lock.1']);
    }));

  it('lists the pending migrations', () =>
    onEmptyEmbedded(async (url) => {
      const database = await openDatabase({ url, sync: false });
      const pending = await database.pendingMigrations();
      expect(pending).to.include('identity');
      expect(await database.migrate()).to.deep.equal(pending);
      expect(await database.pendingMigrations()).to.deep.equal([]);
      await database.close();
    }));

  it('of an unknown kind is refused without showing the URL, which may contain a password', async () => {
    const error = await failure(openDatabase({ url: 'mysql://root:secret@localhost/ipam' }));
    expect(error).to.be.instanceOf(TypeError).with.property('message').that.includes('mysql:').and.does.not.include('secret');
  });

  it('that cannot be reached fails with a storage error when it is used', async () => {
    const database = await openDatabase({ url: 'postgres://hexipam@127.0.0.1:1/hexipam', acquireTimeout: 2000 });
    const uses = [database.ping(), database.migrate(), database.unitOfWork.run(({ sections }) => sections.findByName('any'))];
    for (const reason of await Promise.all(uses.map(failure))) expect(reason).to.be.instanceOf(StorageError);
    await database.close();
  });

  it('fails with a storage error after close(), which may be called twice', () =>
    withEmbedded(async (database) => {
      await Promise.all([database.close(), database.close()]);
      expect(await failure(database.ping())).to.be.instanceOf(StorageError);
    }));
});
