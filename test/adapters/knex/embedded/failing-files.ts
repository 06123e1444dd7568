/** Makes file operations of this process fail, as on a dying disk. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The operation that fails: sync or write. */
export type FileOperation = 'fsyncSync' | 'writeSync';

/** How a file operation fails. */
export interface FileFailure {
  readonly operation: FileOperation;
  /** System error code, for example EIO. */
  readonly code: string;
  /** Number of failures. Afterwards the operation works again, without a trace of them. */
  readonly times: number;
  /** Substring of the paths of failing files. */
  readonly path: string;
}

/** Starts the failures. @returns functions that count and end them */
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
