import { chmodSync, closeSync, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../storage-error.js';

export const privateMode = (mode: number): number => mode & ~0o077;

/** Names of the service's files in a data directory: the database, one in creation, locks, and the administration socket. */
const ownName = /^(postgres(\.new)?|lock(\.\d+)?|admin\.sock)$/;

/** Removes permissions of other users. A directory with other files, e.g. a home directory, retains its mode. */
export function makePrivate(directory: string): void {
  const names = readdirSync(directory);
  if (names.every((name) => ownName.test(name))) tighten(directory);
  for (const name of names) if (ownName.test(name)) tightenTree(join(directory, name));
}

function tightenTree(path: string): void {
  if (!tighten(path)) return;
  for (const name of readdirSync(path)) tightenTree(join(path, name));
}

/** @returns whether the path is a directory */
function tighten(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || status.isSymbolicLink()) return false; // a lock may be removed at any time
  const mode = status.mode & 0o7777;
  if (privateMode(mode) !== mode) setMode(path, privateMode(mode));
  return status.isDirectory();
}

/** Files of another user, such as mount points of containers, retain their mode. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (textOf(error, 'code') !== 'EPERM') throw error;
  }
}

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
