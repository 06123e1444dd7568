import { join } from 'node:path';
import { expect } from 'chai';
import { archiveTexts } from '../../../../adapters/archive/index.js';
import { startPGlite } from '../../../../adapters/knex/embedded/data-files.js';
import { newCluster } from '../../../../adapters/knex/embedded/new-cluster.js';
import { databaseIn } from '../../../../adapters/knex/embedded/opening.js';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { migrations } from '../../../../adapters/knex/migrations/index.js';
import { collect } from '../../../support/collect.js';
import { schemaLines } from '../../../support/databases/schema-lines.js';
import { onEmptyEmbedded } from '../fresh-database.js';
import { inTemporaryDirectory } from '../temporary-directory.js';

interface Content {
  /** Names of the migrations that the first start has run. */
  readonly migrated: readonly string[];
  readonly rows: string;
  readonly schema: readonly object[];
}

async function contentAfterStart(directory: string): Promise<Content> {
  const database = await openDatabase({ url: `file:${directory}`, sync: false });
  const migrated = await database.migrate();
  const rows = await database.archive?.snapshot(async (content) => (await collect(archiveTexts(content))).join(''));
  await database.close();
  const pglite = await startPGlite(databaseIn(directory), { sync: false });
  const { rows: schema } = await pglite.query<object>(schemaLines);
  await pglite.close();
  return { migrated, rows: rows ?? '', schema };
}

describe('The packed files of a new embedded database', function () {
  this.timeout(180_000);

  it('have the schema and rows that the migrations create on the installed PGlite', async () => {
    if (!(await newCluster())) throw new Error('nothing is packed for the installed PGlite');
    const created = await onEmptyEmbedded((url) => contentAfterStart(url.slice('file:'.length)));
    const unpacked = await inTemporaryDirectory(contentAfterStart);
    expect(created.migrated).to.deep.equal(migrations.map(({ name }) => name));
    expect(unpacked.migrated).to.deep.equal([]);
    expect(unpacked.rows).to.equal(created.rows).and.include('Offline');
    expect(unpacked.schema).to.deep.equal(created.schema).and.not.be.empty;
  });

  it('are not used with another PGlite version than their own', async () => {
    expect(await newCluster(join('nowhere', 'new-cluster-0.tar.br'))).to.equal(undefined);
  });
});
