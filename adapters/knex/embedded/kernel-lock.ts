import { closeSync, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A lock of the kernel on an open file. It ends with its process, however that ends, and holds across containers. */
export interface KernelLock {
  /** Identity of the locked file: a file of the same name that replaces it has another one. */
  readonly file: string;
  release(): void;
}

/**
 * Locks a directory by the file `lock` in it.
 * @returns 'busy' when another process of this kernel has locked it; undefined where the kernel or the file system has no such
 * locks, or the package that asks for them has no build for this platform
 */
export function lockByKernel(directory: string): KernelLock | 'busy' | undefined {
  const tryLock = loadTryLock();
  if (!tryLock) return undefined;
  const file = openSync(join(directory, 'lock'), 'a', 0o600);
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
