import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../storage-error.js';

/** A mode without the rights of the group and of others. */
export const privateMode = (mode: number): number => mode & ~0o077;

/** What lies in a data directory: the database, one that is being made, locks, and the socket for administration. */
const ownName = /^(postgres(\.new)?|lock(\.\d+)?|admin\.sock)$/;

/**
 * Takes away what the group and others may do with a data directory and all that is ours in it. A directory that holds other
 * things too, e.g. a home directory, keeps its own mode.
 */
export function makePrivate(directory: string): void {
  const names = readdirSync(directory);
  if (names.every((name) => ownName.test(name))) tighten(directory);
  for (const name of names) if (ownName.test(name)) tightenTree(join(directory, name));
}

function tightenTree(path: string): void {
  if (!tighten(path)) return;
  for (const name of readdirSync(path)) tightenTree(join(path, name));
}

/** @returns whether it is a directory */
function tighten(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || status.isSymbolicLink()) return false; // a lock may go at any time
  const mode = status.mode & 0o7777;
  if (privateMode(mode) !== mode) setMode(path, privateMode(mode));
  return status.isDirectory();
}

/** What belongs to another user, as the mount points of containers do, keeps its mode. */
function setMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (textOf(error, 'code') !== 'EPERM') throw error;
  }
}
