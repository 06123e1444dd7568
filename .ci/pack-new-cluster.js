/**
 * Packs the files of a new embedded database into dist, so that a first start need not create them. Skipped if they exist, or if
 * PGlite, which is optional, is not installed. Run after the compiler: node .ci/pack-new-cluster.js
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliCompress, constants } from 'node:zlib';
import { newClusterFile } from '../dist/adapters/knex/embedded/new-cluster.js';

/** Removes the WAL segment of initdb. The new segment is empty, which halves the packed file. */
const withoutOldWal = ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint'];

async function pack(file) {
  setFlagsFromString('--liftoff-only'); // a third less work: PGlite runs for a second here
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create();
  for (const statement of withoutOldWal) await pglite.exec(statement);
  const files = await pglite.dumpDataDir('none');
  await pglite.close();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const packed = await promisify(brotliCompress)(Buffer.from(await files.arrayBuffer()), { params });
  writeFileSync(`${file}.draft`, packed);
  renameSync(`${file}.draft`, file);
}

let file;
try {
  file = newClusterFile();
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
}
if (file) {
  const folder = dirname(file);
  for (const name of readdirSync(folder))
    if (name.startsWith('new-cluster-') && name !== basename(file)) rmSync(join(folder, name));
  if (!existsSync(file)) await pack(file);
}
