import { plainLine } from '../../domain/plain-line.js';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
}

/** The bucket server failed, refused a request, or is unreachable. The message is one line without secrets. */
export class ObjectStoreFailure extends Error {
  override readonly name = 'ObjectStoreFailure';

  constructor(problem: string, options?: ErrorOptions) {
    super(plainLine(problem, 300), options);
  }
}

/** A bucket of objects. Each request has a timeout. All methods throw ObjectStoreFailure. */
export interface ObjectStore {
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** Stores an object of any length, visible when complete. Also throws errors of `bytes`, and the reason of `stop`. */
  put(key: string, bytes: AsyncIterable<Uint8Array>, stop?: AbortSignal): Promise<void>;
  get(key: string): AsyncIterable<Uint8Array>;
  remove(key: string): Promise<void>;
  /** Removes parts of incomplete uploads that began before a time. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
}
