import type { CoreStorage, StorageCapability } from '../../../application/ports/capabilities.js';
import type { ConsistencyCheck, Finding } from '../../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../../application/ports/unit-of-work.js';

export type { Finding };

/** A database with the built-in rows, to be closed by whoever opened it. */
export interface OpenStorage extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  close(): Promise<void>;
  /** Closes it, and opens what it holds once more. Of a storage that is durable. */
  reopen?(): Promise<OpenStorage>;
}

/** A storage in parts with the built-in rows. `check` is there with the capability consistency. */
export interface OpenPartialStorage extends Omit<CoreStorage, 'clock'>, Partial<ConsistencyCheck> {
  close(): Promise<void>;
  /** Closes it, and opens what it holds once more. Of a storage that is durable. */
  reopen?(): Promise<OpenPartialStorage>;
}

/** What a storage may be unable to do; each with its reason where it is. */
export interface Deviations {
  /** Units of work that are under way at the same time. */
  readonly parallelUnits?: string;
  /** To hold what it held when it is opened again. */
  readonly reopening?: string;
}

/** A storage that the contract suites run over. */
export interface StorageVariant {
  readonly name: string;
  readonly skip: Deviations;
  /** The capabilities that it has; all when not given. */
  readonly only?: readonly StorageCapability[];
  /** Opens a fresh database. */
  open(): Promise<OpenStorage>;
  /** One database for the suites that do not mind the rows of others; whoever gives it closes it. */
  shared(): Promise<Omit<OpenStorage, 'close'>>;
}
