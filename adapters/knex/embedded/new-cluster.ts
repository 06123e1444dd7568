import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** What PostgreSQL is made of, which decides whether it can run on files that another one has made. */
const engineFiles = ['pglite.wasm', 'initdb.wasm', 'pglite.data'];

/** Where the files of a new database are packed, for exactly the PGlite that is installed. */
export function newClusterFile(): string {
  const { resolve } = createRequire(import.meta.url);
  const digest = createHash('sha256');
  for (const name of engineFiles) digest.update(readFileSync(resolve(`@electric-sql/pglite/${name}`)));
  return fileURLToPath(new URL(`./new-cluster-${digest.digest('hex').slice(0, 16)}.tar.br`, import.meta.url));
}

/**
 * The files of a new database, as PGlite loads them, which were packed when this package was built: to make them takes PGlite
 * three to four seconds of a processor (of 5.8 to open a new database, 1.9 are left) and 400 MB of memory.
 * @returns undefined where another PGlite is installed than the one that made them, which then makes its own
 */
export async function newCluster(file = newClusterFile()): Promise<Blob | undefined> {
  return existsSync(file) ? new Blob([await promisify(brotliDecompress)(await readFile(file))]) : undefined;
}
