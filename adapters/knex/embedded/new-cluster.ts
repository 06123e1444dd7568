import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** What PostgreSQL is made of, which decides whether it can run on files that another one has made. */
const engineFiles = ['pglite.wasm', 'initdb.wasm', 'pglite.data'];

/** Changes with `.ci/pack-new-cluster.js`, so that a file of an earlier form is not used. */
const packedForm = '2';

/** Where the files of a new database are packed, for exactly the PGlite that is installed. */
export function newClusterFile(): string {
  const { resolve } = createRequire(import.meta.url);
  const digest = createHash('sha256').update(packedForm);
  for (const name of engineFiles) digest.update(readFileSync(resolve(`@electric-sql/pglite/${name}`)));
  return fileURLToPath(new URL(`./new-cluster-${digest.digest('hex').slice(0, 16)}.tar.br`, import.meta.url));
}

/**
 * The files of a new database as a tar archive, which was packed when this package was built: to make them takes PGlite most of
 * a first start (of 6 s of a processor to open a new database, 1.5 are left) and 450 MB of memory.
 * @returns undefined where another PGlite is installed than the one that made them, which then makes its own
 */
export async function newCluster(file = newClusterFile()): Promise<Buffer<ArrayBuffer> | undefined> {
  return existsSync(file) ? promisify(brotliDecompress)(await readFile(file)) : undefined;
}

/** Where an entry of a tar archive says something, and how many bytes it may have for that (POSIX.1-1988, ustar). */
const entry = { name: [0, 100], size: [124, 12], type: [156, 1] } as const;
const blockLength = 512;

/** Writes the files of a new database into an empty folder, for the user of this process alone. */
export function unpackCluster(archive: Buffer, folder: string): void {
  for (let at = 0; archive[at]; ) {
    const text = ([begin, length]: readonly [number, number]): string =>
      archive.toString('latin1', at + begin, at + begin + length).replace(/\0.*/s, '');
    const [path, size] = [join(folder, text(entry.name)), Number.parseInt(text(entry.size), 8)];
    const content = at + blockLength;
    if (text(entry.type) === '5') mkdirSync(path, { mode: 0o700 });
    else writeFileSync(path, archive.subarray(content, content + size), { mode: 0o600 });
    at = content + Math.ceil(size / blockLength) * blockLength;
  }
}
