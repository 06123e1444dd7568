/** Lets the files of this process fail, as those of a disk do that is about to die. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What fails: to have a file on disk, or to write to it. */
export type FileOperation = 'fsyncSync' | 'writeSync';

/** How a file fails. */
export interface FileFailure {
  readonly operation: FileOperation;
  /** As the system names it, e.g. EIO. */
  readonly code: string;
  /** How often it fails; then it works again, and hides what happened. */
  readonly times: number;
  /** Which files fail, by what their paths hold. */
  readonly path: string;
}

/** Files that fail from now on. @returns says how often they did, and makes them work again */
export function letFilesFail({ operation, code, times, path }: FileFailure): { failures(): number; end(): void } {
  const original = fs[operation] as (...args: unknown[]) => number;
  let failures = 0;
  const failing = (...args: unknown[]): number => {
    if (failures >= times || !fs.readlinkSync(`/proc/self/fd/${args[0]}`).includes(path)) return original(...args);
    failures++;
    throw Object.assign(new Error(`${code}: injected`), { code, errno: -1, syscall: operation });
  };
  Object.assign(fs, { [operation]: failing });
  syncBuiltinESMExports();
  return {
    failures: () => failures,
    end: () => {
      Object.assign(fs, { [operation]: original });
      syncBuiltinESMExports();
    },
  };
}
