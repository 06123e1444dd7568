import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) sync(path, 'r+'); // Windows syncs only writable files
  }
  syncNames(directory);
}

/** Syncs the names of created, renamed and removed files. */
export function syncNames(directory: string): void {
  if (process.platform !== 'win32') sync(directory, 'r'); // which cannot open directories, and syncs names itself
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
