import { lstatSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLastAct } from '../../../adapters/archive/index.js';

/** Interval at which a folder in use is marked by its time, in milliseconds. */
const markMs = 60_000;
/** Time without a mark after which the process of a folder was killed, in milliseconds. */
const abandonedAfterMs = 3_600_000;

export interface FolderOptions {
  /** Whether `work` ends with an error after a signal. Otherwise a signal removes the folder and ends the process. */
  readonly handlesSignals?: boolean;
}

/**
 * Runs work with a temporary folder, which is removed at the end, also after a signal. Folders that killed processes left are
 * removed first.
 * @param prefix of its name, which no other work has
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
    // removed by hand: the work fails with a reason of its own
  }
}

/** Other users can create folders of any name there. */
function removeAbandoned(prefix: string): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isOwn = found?.isDirectory() === true && found.uid === process.getuid?.();
    if (found && isOwn && Date.now() - found.mtimeMs > abandonedAfterMs) rmSync(path, { recursive: true, force: true });
  }
}
