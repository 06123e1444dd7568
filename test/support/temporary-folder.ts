import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenProcessEnds } from './processes/when-process-ends.js';

/** A folder that is gone when it is removed, or when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Where folders are made, unless TMPDIR says so: in memory where there is plenty, as a disk takes its time for each fsync. */
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
