/** Tells whether what is built has to be built anew: a digest of its sources is kept beside it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The digest of files, their names and their contents. */
export function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** What a file of a digest holds; undefined where there is none. */
export function keptDigest(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
