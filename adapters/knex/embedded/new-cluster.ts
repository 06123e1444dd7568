import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** Files that determine PostgreSQL's version, and therefore its data format. */
const engineFiles = ['pglite.wasm', 'initdb.wasm', 'pglite.data'];

/** Version of the archive format of `.ci/pack-new-cluster.js`. Files of other versions are ignored. */
const packedForm = '4';

/** Path of the packed files of a new database, for exactly the installed PGlite. */
export function newClusterFile(): string {
  const { resolve } = createRequire(import.meta.url);
  const digest = createHash('sha256').update(packedForm);
  for (const name of engineFiles) digest.update(readFileSync(resolve(`@electric-sql/pglite/${name}`)));
  return fileURLToPath(new URL(`./new-cluster-${digest.digest('hex').slice(0, 16)}.tar.br`, import.meta.url));
}

/**
 * Reads the files that the build has packed: a new database with the schema of this version. Their creation would take 7 s of
 * processor time and 450 MB of memory.
 * @returns undefined without files for the installed PGlite, which then creates its own
 */
export async function newCluster(file = newClusterFile()): Promise<Buffer<ArrayBuffer> | undefined> {
  return existsSync(file) ? promisify(brotliDecompress)(await readFile(file)) : undefined;
}

/** Offsets and lengths of the fields of a tar header (POSIX.1-1988, ustar). */
const entry = { name: [0, 100], size: [124, 12], type: [156, 1] } as const;
const blockLength = 512;

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
