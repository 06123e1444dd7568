import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLastAct } from '../../../adapters/archive/index.js';

/** Runs work with a temporary folder, which is removed at the end, also after a signal. */
export async function withTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return withLastAct(remove, async () => {
    folder = mkdtempSync(join(tmpdir(), prefix));
    try {
      return await work(folder);
    } finally {
      remove();
    }
  });
}
