import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BackupOptions, packingOf, writeVerifiedFile, writing } from '../../adapters/archive/index.js';
import type { ObjectStore } from '../../application/ports/object-store.js';
import { type BackupFile, type BackupStore, backupsIn } from './backup-store.js';

const unfinishedForm = /^hexipam-\d{8}T\d{9}Z\.jsonl\.gz(\.age)?(\.[\da-f]{8})?\.unfinished$/;

/** A file without a write for this time is abandoned. Running backups write continuously. */
const abandonedAfterMs = 3_600_000;

/** Backups in a directory. A file gets its name after verification. All methods throw FileUnwritable. */
export class BackupDirectory implements BackupStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async prepare(): Promise<void> {
    await writing(this.#path, () => makeDirectory(this.#path));
    await writing(this.#path, () => this.#removeAbandoned());
  }

  /** Returns an empty list if the directory does not exist. Subdirectories are ignored. */
  async list(): Promise<readonly BackupFile[]> {
    const names = await readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const files = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(this.#path, name)).catch(() => undefined); // another process may have removed the file
        return { name, bytes: stats?.isFile() ? stats.size : 0 };
      }),
    );
    return backupsIn(files);
  }

  async write(name: string, pieces: AsyncIterable<string | Uint8Array>, options: BackupOptions): Promise<string> {
    const file = join(this.#path, name);
    await writeVerifiedFile(file, pieces, options);
    return file;
  }

  async remove(name: string): Promise<void> {
    await writing(join(this.#path, name), () => rm(join(this.#path, name), { force: true }));
  }

  async #removeAbandoned(): Promise<void> {
    for (const name of (await readdir(this.#path)).filter((each) => unfinishedForm.test(each))) {
      const file = join(this.#path, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() })); // another backup may have removed it
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(file, { force: true });
    }
  }
}

/** Creates missing directories one by one: the recursive `mkdir` of Node.js never returns below /proc. */
async function makeDirectory(path: string): Promise<void> {
  if (await isFile(path)) throw Object.assign(new Error(path), { code: 'EEXIST' });
  const missing: string[] = [];
  for (let at = resolve(path); !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  for (const each of missing)
    await mkdir(each, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!(await isThere(each))) throw error; // otherwise another process created it first
    });
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/** Unfinished uploads older than this are abandoned. */
const abandonedUploadMs = 24 * 3_600_000;

/** Backups under a key prefix of a bucket. All methods throw ObjectStoreFailure. */
export class BackupBucket implements BackupStore {
  readonly #objects: ObjectStore;
  readonly #url: string;
  readonly #prefix: string;

  /** @param prefix key prefix: empty, or with a trailing slash */
  constructor(objects: ObjectStore, bucket: string, prefix: string) {
    this.#objects = objects;
    this.#url = `s3://${bucket}/${prefix}`;
    this.#prefix = prefix;
  }

  /** A failure is ignored: some servers have no lists of uploads, or deny the permission. */
  async prepare(): Promise<void> {
    await this.#objects.removeUnfinished(`${this.#prefix}hexipam-`, new Date(Date.now() - abandonedUploadMs)).catch(() => {});
  }

  async list(): Promise<readonly BackupFile[]> {
    const objects = await this.#objects.list(`${this.#prefix}hexipam-`);
    return backupsIn(objects.map(({ key, bytes }) => ({ name: key.slice(this.#prefix.length), bytes })));
  }

  /** On a failure, removes the stored object. */
  async write(name: string, pieces: AsyncIterable<string | Uint8Array>, options: BackupOptions): Promise<string> {
    const key = `${this.#prefix}${name}`;
    const { pack, verify } = await packingOf(name, options);
    try {
      await this.#objects.put(key, pack(pieces), options.signal);
      await verify(this.#objects.get(key));
    } catch (error) {
      await this.#objects.remove(key).catch(() => {}); // the first failure is the cause
      throw error;
    }
    return `${this.#url}${name}`;
  }

  remove(name: string): Promise<void> {
    return this.#objects.remove(`${this.#prefix}${name}`);
  }
}
