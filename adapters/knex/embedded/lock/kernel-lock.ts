import { closeSync, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A kernel lock on an open file. It ends with its process in any case, and is valid across containers. */
export interface KernelLock {
  /** Identity of the locked file. A replacement with the same name has another identity. */
  readonly file: string;
  release(): void;
}

/**
 * Locks a file, which is created if missing. Child processes do not inherit the lock.
 * @returns the lock; 'busy' if it has another owner; undefined if the platform or the file system has no such locks
 * @throws NodeJS.ErrnoException if the file cannot be opened
 */
export function lockByKernel(path: string): KernelLock | 'busy' | undefined {
  const tryLock = loadTryLock();
  if (!tryLock) return undefined;
  const file = openSync(path, 'a', 0o600);
  try {
    if (tryLock(file)) return { file: identityOf(file), release: () => closeSync(file) };
    closeSync(file);
    return 'busy';
  } catch {
    closeSync(file);
    return undefined;
  }
}

const identityOf = (file: number): string => {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `${dev}:${ino}`;
};

/** The package is optional, and has no build for every platform. */
function loadTryLock(): typeof import('fs-native-extensions').tryLock | undefined {
  try {
    const { tryLock } = createRequire(import.meta.url)('fs-native-extensions') as typeof import('fs-native-extensions');
    return tryLock;
  } catch {
    return undefined;
  }
}
