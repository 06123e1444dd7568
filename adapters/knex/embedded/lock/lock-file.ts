import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../storage-error.js';

/** The numbered lock file of a process. Each thread of the process can check with this file that the lock is still owned. */
export interface LockFile {
  readonly path: string;
  /** Path of the file that a successor creates. */
  readonly nextPath: string;
  /** Identity of the file. A replacement with the same name has another identity. */
  readonly inode: bigint | undefined;
}

export const lockPath = (directory: string, number: number): string => join(directory, `lock.${number}`);

export function lockFileOf(directory: string, number: number): LockFile {
  const path = lockPath(directory, number);
  return { path, nextPath: lockPath(directory, number + 1), inode: inodeOf(path) };
}

/** Whether the file exists, is the original one, and has no successor. */
export const isCurrent = ({ path, nextPath, inode }: LockFile): boolean => inodeOf(path) === inode && !existsSync(nextPath);

/** Writes one heartbeat. @returns 'gone' if the file was removed; 'failed' if the write fails */
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
