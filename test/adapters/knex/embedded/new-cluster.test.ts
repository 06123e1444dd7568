import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { newCluster, unpackCluster } from '../../../../adapters/knex/embedded/new-cluster.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

/** These differ from run to run: when a database was made, and what PostgreSQL keeps of its catalogs until the next start. */
const own = /^(global\/pg_control|pg_wal\/.*|postmaster\.pid|.*\/pg_internal\.init)$/;

/** All files in a folder that a database was made in, with what is in them. */
async function filesOfNew(directory: string, packed?: Buffer): Promise<Map<string, string>> {
  mkdirSync(directory);
  if (packed) unpackCluster(packed, directory);
  await (await startPGlite(directory, { sync: false })).close();
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
  const names = paths.filter((path) => !path.startsWith('pg_wal/')).sort(); // numbered by how much was written
  return new Map(names.map((name) => [name, own.test(name) ? '' : readFileSync(join(directory, name), 'latin1')]));
}

describe('The packed files of a new embedded database', function () {
  this.timeout(60_000);

  it('are those that the installed PGlite makes', () =>
    inTemporaryDirectory(async (folder) => {
      const packed = await newCluster();
      if (!packed) throw new Error('nothing is packed for the installed PGlite');
      const made = await filesOfNew(join(folder, 'made'));
      const loaded = await filesOfNew(join(folder, 'loaded'), packed);
      expect([...loaded.keys()]).to.deep.equal([...made.keys()]);
      expect([...made.keys()].filter((name) => made.get(name) !== loaded.get(name))).to.deep.equal([]);
    }));

  it('are not used with another PGlite than the one that made them', async () => {
    expect(await newCluster(join('nowhere', 'new-cluster-0.tar.br'))).to.equal(undefined);
  });
});
