import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../storage-error.js';

/** The numbered lock file of an owner, as any thread of its process can check it. */
export interface LockFile {
  readonly path: string;
  /** Path of the file that a process creates which takes the directory over. */
  readonly nextPath: string;
  /** Identity of the file: a file of the same name that replaces it has another one. */
  readonly inode: bigint | undefined;
}

export const lockPath = (directory: string, number: number): string => join(directory, `lock.${number}`);

/** The lock file of a number, which is there. */
export function lockFileOf(directory: string, number: number): LockFile {
  const path = lockPath(directory, number);
  return { path, nextPath: lockPath(directory, number + 1), inode: inodeOf(path) };
}

/** Whether the file is there, is the same one, and has no successor. */
export const isCurrent = ({ path, nextPath, inode }: LockFile): boolean => inodeOf(path) === inode && !existsSync(nextPath);

/** Writes one heartbeat. @returns 'gone' when the file has been removed; 'failed' when the disk takes no write */
export function touch({ path }: LockFile): 'done' | 'gone' | 'failed' {
  const now = new Date();
  try {
    utimesSync(path, now, now);
    return 'done';
  } catch (error) {
    return ['ENOENT', 'ESTALE'].includes(textOf(error, 'code') ?? '') ? 'gone' : 'failed';
  }
}

const inodeOf = (path: string): bigint | undefined => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
