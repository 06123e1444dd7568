import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Has all that is in a directory on disk when it returns, names and contents. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) sync(path, 'r+'); // Windows syncs only what may be written
  }
  syncNames(directory);
}

/** Has the names in a directory on disk: what was made in it, renamed and removed. */
export function syncNames(directory: string): void {
  if (process.platform !== 'win32') sync(directory, 'r'); // which cannot open directories, and keeps names by itself
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
