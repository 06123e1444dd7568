import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a URL names an embedded database without files, which ends with its process. */
export const isInMemory = (url: string): boolean => url === 'pglite:' || url === 'file::memory:';

/**
 * Path of the directory that a `file:` URL names; undefined for other URLs.
 * @throws TypeError for one that names none: a database would come to be wherever the process runs
 */
export function embeddedDirectory(url: string): string | undefined {
  if (!url.startsWith('file:') || isInMemory(url)) return undefined;
  if (/^file:[\s/]*$/.test(url)) throw new TypeError(`a database URL names its directory, e.g. file:./data: ${url} names none`);
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
