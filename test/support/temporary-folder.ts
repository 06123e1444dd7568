import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenProcessEnds } from './processes/when-process-ends.js';

/** A folder that is deleted by `remove`, or when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Parent of temporary folders: TMPDIR, or memory if there is enough, because fsync is slow on a disk. */
export const temporaryPlace = process.env.TMPDIR ?? (hasRoom('/dev/shm') ? '/dev/shm' : tmpdir());

function hasRoom(directory: string): boolean {
  const plenty = 6 * 1024 ** 3;
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > plenty && freemem() > plenty;
  } catch {
    return false;
  }
}

/** Makes an empty folder. */
export function makeTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(temporaryPlace, 'hexipam-test-'));
  const clean = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const forget = whenProcessEnds(clean);
  const remove = () => {
    forget();
    clean();
  };
  return { path, remove };
}
