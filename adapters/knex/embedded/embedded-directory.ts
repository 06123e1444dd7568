import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a URL denotes an embedded database in memory, which ends with its process. */
export const isInMemory = (url: string): boolean => url === 'pglite:' || url === 'file::memory:';

/** The directory of a `file:` URL; undefined for other URLs. @throws TypeError for a `file:` URL without a path */
export function embeddedDirectory(url: string): string | undefined {
  if (!url.startsWith('file:') || isInMemory(url)) return undefined;
  if (/^file:[\s/]*$/.test(url)) throw new TypeError(`the database URL ${url} has no directory: use for example file:./data`);
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
