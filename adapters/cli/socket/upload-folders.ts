import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folders among the temporary ones in which uploads are while they are taken. Their names say to which directory the service
 * belongs, so that what is left of a killed one is told from what others are taking: one service at a time holds a directory.
 */
export class UploadFolders {
  readonly #prefix: string;

  private constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Those of the service that holds a directory. */
  static async of(directory: string): Promise<UploadFolders> {
    const { dev, ino } = await stat(directory, { bigint: true });
    return new UploadFolders(`hexipam-upload-${dev.toString(36)}-${ino.toString(36)}-`);
  }

  /** Makes one, which whoever asked for it removes. */
  make(): Promise<string> {
    return mkdtemp(join(tmpdir(), this.#prefix));
  }

  /** Removes all. The caller must hold the directory, and have made none. */
  async removeAll(): Promise<void> {
    const names = await readdir(tmpdir());
    const paths = names.filter((name) => name.startsWith(this.#prefix)).map((name) => join(tmpdir(), name));
    for (const path of paths) if (await isOwn(path)) await rm(path, { recursive: true, force: true });
  }
}

/** Anybody may make folders there, under any name. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.();
}
