import { plainLine } from '../../domain/plain-line.js';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** The server of a bucket failed, refused a request or cannot be reached. The message is one line without secrets. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure';

  constructor(problem: string, options?: ErrorOptions) {
    super(plainLine(problem, 300), options);
  }
}

/** A bucket of objects. Each request to its server has a time limit. All methods throw ObjectStoreFailure. */
export interface ObjectStore {
  /** Objects whose keys start with the prefix, in the order of keys. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /**
   * Stores an object of any length, which appears once it is complete. Also throws errors of `bytes`.
   * @param stop ends the upload with its reason
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>, stop?: AbortSignal): Promise<void>;
  get(key: string): AsyncIterable<Uint8Array>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes parts of uploads that began before a time and did not end. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}
