import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Temporary folders of uploads. Their names contain an identifier of the data directory, which only one service uses at a time.
 * At its start, a service removes only folders of killed processes with the same directory.
 */
export class UploadFolders {
  readonly #prefix: string;

  private constructor(prefix: string) {
    this.#prefix = prefix;
  }

  static async of(directory: string): Promise<UploadFolders> {
    const { dev, ino } = await stat(directory, { bigint: true });
    return new UploadFolders(`hexipam-upload-${dev.toString(36)}-${ino.toString(36)}-`);
  }

  /** Creates a folder; the caller removes it. */
  make(): Promise<string> {
    return mkdtemp(join(tmpdir(), this.#prefix));
  }

  /** Removes all folders. The caller must own the directory and use no folder. */
  async removeAll(): Promise<void> {
    const names = await readdir(tmpdir());
    const paths = names.filter((name) => name.startsWith(this.#prefix)).map((name) => join(tmpdir(), name));
    for (const path of paths) if (await isOwn(path)) await rm(path, { recursive: true, force: true });
  }
}

/** Whether a folder belongs to this user. Other users can create folders of any name in the temporary directory. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.();
}
