import type { Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Removes temporary folders of this user. Other users can create folders of any name in the temporary directory. */
export async function removeFolders(prefix: string, isAbandoned: (stats: Stats) => boolean): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((each) => each.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined); // another process may have removed it
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || !isAbandoned(found)) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Temporary folders of uploads. Their names contain an identifier of the data directory, which only one service uses at a time.
 * At its start, a service removes only folders of killed processes with the same directory.
 */
export interface UploadFolders {
  /** Creates a folder; the caller removes it. */
  make(): Promise<string>;
  /** Removes all folders. The caller must own the directory and use no folder. */
  removeAll(): Promise<void>;
}

export async function uploadFoldersOf(directory: string): Promise<UploadFolders> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const prefix = `hexipam-upload-${dev.toString(36)}-${ino.toString(36)}-`;
  return { make: () => mkdtemp(join(tmpdir(), prefix)), removeAll: () => removeFolders(prefix, () => true) };
}
