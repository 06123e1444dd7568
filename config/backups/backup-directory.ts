import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writing } from '../../adapters/archive/index.js';

export interface BackupFile {
  readonly name: string;
  /** Begin of the backup. */
  readonly at: Date;
  readonly bytes: number;
}

/** Names of backups sort by time: hexipam-YYYYMMDDTHHMMSSmmmZ.jsonl.gz, with .age if encrypted. */
const nameForm = /^hexipam-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.jsonl\.gz(\.age)?$/;
const unfinishedForm = /^hexipam-\d{8}T\d{9}Z\.jsonl\.gz(\.age)?(\.[\da-f]{8})?\.unfinished$/;

/** Running backups write continuously: after this time without a write, in milliseconds, a file is abandoned. */
const abandonedAfterMs = 3_600_000;

/** A directory with backups. */
export class BackupDirectory {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Creates the directory, and removes files of killed backups. @throws FileUnwritable */
  async prepare(): Promise<void> {
    await writing(this.#path, () => mkdir(this.#path, { recursive: true, mode: 0o700 }));
    await writing(this.#path, () => this.#removeAbandoned());
  }

  /** The path of a new backup. */
  newFile(at: Date, isEncrypted: boolean): string {
    return join(this.#path, `hexipam-${at.toISOString().replace(/[-:.]/g, '')}.jsonl.gz${isEncrypted ? '.age' : ''}`);
  }

  /** Complete backups, the oldest first; none in a directory that does not exist. */
  async list(): Promise<readonly BackupFile[]> {
    const names = await readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const files = names.sort().flatMap((name) => {
      const at = timeOf(name);
      return at ? [{ name, at }] : [];
    });
    const sizes = await Promise.all(files.map(({ name }) => stat(join(this.#path, name)).catch(() => undefined)));
    return files.flatMap((file, index) => {
      const size = sizes[index]?.size;
      return size === undefined ? [] : [{ ...file, bytes: size }]; // another process removes files too
    });
  }

  /** Removes the oldest backups. @returns their names */
  async removeAllBut(keep: number): Promise<readonly string[]> {
    const names = (await this.list()).map(({ name }) => name);
    const removed = names.slice(0, Math.max(0, names.length - keep));
    for (const name of removed) await rm(join(this.#path, name), { force: true });
    return removed;
  }

  async #removeAbandoned(): Promise<void> {
    for (const name of (await readdir(this.#path)).filter((each) => unfinishedForm.test(each))) {
      const file = join(this.#path, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() })); // another backup may have removed it
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true });
    }
  }
}

function timeOf(name: string): Date | undefined {
  const [, ...parts] = nameForm.exec(name) ?? [];
  const [year, month, day, hour, minute, second, millisecond] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
