import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenProcessEnds } from './processes/when-process-ends.js';

/** A folder that is gone when it is removed, or when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Makes an empty folder. */
export function makeTemporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'hexipam-test-'));
  const clean = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const forget = whenProcessEnds(clean);
  const remove = () => {
    forget();
    clean();
  };
  return { path, remove };
}
