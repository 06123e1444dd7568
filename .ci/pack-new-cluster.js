/**
 * Packs the files of a new embedded database with the current schema into dist, so that a first start need not create them.
 * Skipped if they exist for the same migrations, or if PGlite, which is optional, is not installed. Run after the compiler:
 * node .ci/pack-new-cluster.js
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliCompress, constants } from 'node:zlib';
import { limitsOf } from '../dist/adapters/knex/connection/limits.js';
import { newClusterFile } from '../dist/adapters/knex/embedded/new-cluster.js';
import { migrate } from '../dist/adapters/knex/migrations/migrate.js';
import { PoolSession } from '../dist/adapters/knex/sessions/pool-session.js';
import { Connections } from '../dist/adapters/knex/waiting/connections.js';

const migrationFolder = new URL('../dist/adapters/knex/migrations/', import.meta.url);

/**
 * Removes data that the embedded database never uses: the databases of templates, comments on system objects, and the WAL segment
 * of initdb. A new database has 16 MB less on disk. Without the WAL segment, the packed files are half as large.
 */
const reductions = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'delete from pg_description',
  'vacuum full pg_description',
  'set wal_recycle = off',
  'select pg_switch_wal()',
  'checkpoint',
];

/** Digest of the compiled migrations. A migration can change until its release. */
function digestOfMigrations() {
  const digest = createHash('sha256');
  for (const name of readdirSync(migrationFolder).filter((each) => each.endsWith('.js')))
    digest.update(readFileSync(new URL(name, migrationFolder)));
  return digest.digest('hex');
}

async function pack(file) {
  setFlagsFromString('--liftoff-only'); // a third less work: PGlite runs for two seconds here
  const { PGlite } = await import('@electric-sql/pglite');
  const { localEngine } = await import('../dist/adapters/knex/embedded/engine.js');
  const pglite = await PGlite.create();
  const engine = localEngine(pglite);
  await migrate(new PoolSession(Connections.toEmbedded(engine, limitsOf(60_000))));
  for (const statement of reductions) await pglite.exec(statement);
  const files = await pglite.dumpDataDir('none');
  await pglite.close();
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_NPOSTFIX]: 3, // pages repeat at multiples of 8 bytes
  };
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
    if (name.startsWith('new-cluster-') && !name.startsWith(basename(file, '.tar.br'))) rmSync(join(folder, name));
  const [digest, digestFile] = [digestOfMigrations(), file.replace(/\.tar\.br$/, '.migrations')];
  if (!existsSync(file) || !existsSync(digestFile) || readFileSync(digestFile, 'utf8') !== digest) {
    await pack(file);
    writeFileSync(digestFile, digest);
  }
}
