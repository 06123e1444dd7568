import { lstatSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLastAct } from '../../../adapters/archive/index.js';

/** Update interval of the modification time of a folder in use. */
const markMs = 60_000;
/** Without an update for this time, the process of a folder counts as killed. */
const abandonedAfterMs = 3_600_000;

export interface FolderOptions {
  /** Whether `work` throws after a signal. Otherwise a signal removes the folder and ends the process. */
  readonly handlesSignals?: boolean;
}

/**
 * Runs `work` with a temporary folder and removes the folder at the end, also after a signal. Removes folders of killed
 * processes first.
 * @param prefix of the folder's name, unique for the work
 */
export async function withTemporaryFolder<T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  { handlesSignals = false }: FolderOptions = {},
): Promise<T> {
  removeAbandoned(prefix);
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

/** Removes only folders of this user: other users can create folders with the same prefix. */
function removeAbandoned(prefix: string): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.();
    if (found && isOwn && Date.now() - found.mtimeMs > abandonedAfterMs) rmSync(path, { recursive: true, force: true });
  }
}
