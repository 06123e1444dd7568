import { closeSync, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A kernel lock on an open file. It ends with its process in any case, and is valid across containers. */
export interface KernelLock {
  /** Identity of the locked file. A replacement with the same name has another identity. */
  readonly file: string;
  release(): void;
}

/**
 * Creates a missing file. Child processes do not inherit the lock.
 * @returns 'busy' if another process of this kernel owns the lock; undefined if kernel locks or a build of the package are missing
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
