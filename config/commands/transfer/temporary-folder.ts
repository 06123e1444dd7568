import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLastAct } from '../../../adapters/archive/index.js';
import { removeFolders } from '../../../adapters/cli/index.js';

/** Update interval of the modification time of a folder in use. */
const markMs = 60_000;
/** Without an update for this time, the process of a folder counts as killed. */
const abandonedAfterMs = 3_600_000;

/**
 * Runs `work` with a temporary folder and removes the folder at the end, also after a signal. Removes folders of killed
 * processes first.
 * @param prefix of the folder's name, unique for the work
 * @param handlesSignals whether `work` throws after a signal; otherwise a signal removes the folder and ends the process
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  handlesSignals = false,
): Promise<T> {
  await removeFolders(prefix, ({ mtimeMs }) => Date.now() - mtimeMs > abandonedAfterMs);
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const workInFolder = async (): Promise<T> => {
    const made = mkdtempSync(join(tmpdir(), prefix));
    folder = made;
    const marks = setInterval(() => mark(made), markMs);
    marks.unref();
    try {
      return await work(made);
    } finally {
      clearInterval(marks);
      remove();
    }
  };
  return handlesSignals ? workInFolder() : withLastAct(remove, workInFolder);
}

function mark(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // the folder was removed by hand; the work fails with its own reason
  }
}
