/** Determines whether a build is outdated, by a digest of its sources that is stored with it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Digest of the names and contents of files. */
export function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Reads a stored digest; undefined without a file. */
export function keptDigest(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
