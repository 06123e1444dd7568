import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the directory that a `file:` URL names; undefined for other URLs. */
export function embeddedDirectory(url: string): string | undefined {
  if (url.startsWith('file://')) return fileURLToPath(url);
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : undefined;
}
