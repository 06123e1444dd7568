import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fillWithEmbeddedDatabase } from '../../../support/databases/prepared-databases.js';
import { withMigrated } from '../fresh-database.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

/** Paths of a directory and its content that the group or others may access. */
function openToOthers(directory: string): string[] {
  const paths = [directory, ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name)))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

const useDatabase = (directory: string): Promise<void> =>
  withMigrated({ url: `file:${directory}` }, async ({ unitOfWork }) => {
    await unitOfWork.run(async ({ catalog }) => void (await catalog.insert('location', { name: 'Here' }, {})));
    expect(openToOthers(directory), 'while it is open').to.deep.equal([]);
  });

describe('The directory of an embedded database', function () {
  this.timeout(120_000);
  before(function () {
    if (process.platform === 'win32') this.skip(); // Windows has no such modes
  });

  it('is readable only by its own user, whatever the umask', () =>
    inTemporaryDirectory(async (parent) => {
      const directory = join(parent, 'made', 'here');
      const former = process.umask(0);
      try {
        await useDatabase(directory);
        expect(openToOthers(join(parent, 'made'))).to.deep.equal([]);
      } finally {
        process.umask(former);
      }
    }));

  it('becomes private at a start if others could read it', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      for (const name of readdirSync(directory, { recursive: true })) {
        const path = join(directory, String(name));
        chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666);
      }
      chmodSync(directory, 0o755);
      await useDatabase(directory);
      expect(openToOthers(directory)).to.deep.equal([]);
    }));

  it('retains its mode if it contains foreign files, whose modes are retained too', () =>
    inTemporaryDirectory(async (directory) => {
      await fillWithEmbeddedDatabase(directory);
      mkdirSync(join(directory, 'notes'));
      writeFileSync(join(directory, 'notes', 'today.txt'), '');
      for (const path of [directory, join(directory, 'notes')]) chmodSync(path, 0o755);
      chmodSync(join(directory, 'notes', 'today.txt'), 0o644);
      chmodSync(join(directory, 'postgres'), 0o755);
      await withMigrated({ url: `file:${directory}` }, async () => {});
      const others = [directory, join(directory, 'notes'), join(directory, 'notes', 'today.txt')];
      expect(openToOthers(directory)).to.have.members(others);
    }));
});
