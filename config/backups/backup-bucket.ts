import { type BackupOptions, packingOf } from '../../adapters/archive/index.js';
import type { ObjectStore } from '../../application/ports/object-store.js';
import { type BackupFile, type BackupStore, backupsIn } from './backup-store.js';

/** Unfinished uploads older than this are abandoned. */
const abandonedAfterMs = 24 * 3_600_000;

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
    await this.#objects.removeUnfinished(`${this.#prefix}hexipam-`, new Date(Date.now() - abandonedAfterMs)).catch(() => {});
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
