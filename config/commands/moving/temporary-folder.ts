import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work with an empty folder among the temporary ones, which is gone when the work ends, or a signal ends the process. */
export async function withTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  let folder: string | undefined;
  const remove = (): void => {
    for (const signal of signals) process.off(signal, end);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const end = (signal: NodeJS.Signals): void => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end); // before there is a folder: a signal may come at once
  try {
    folder = mkdtempSync(join(tmpdir(), prefix));
    return await work(folder);
  } finally {
    remove();
  }
}
