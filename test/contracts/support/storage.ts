import type { CoreStorage, StorageCapability } from '../../../application/ports/capabilities.js';
import type { ConsistencyCheck, Finding } from '../../../application/ports/consistency.js';
import type { Readers, UnitOfWork } from '../../../application/ports/unit-of-work.js';

export type { Finding };

/** An open database with the built-in rows. The code that opens it also closes it. */
export interface OpenStorage extends ConsistencyCheck {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  close(): Promise<void>;
  /** Closes the storage and opens it again with the same data. Only for durable storages. */
  reopen?(): Promise<OpenStorage>;
}

/** A partial storage with the built-in rows. `check` exists with the capability `consistency`. */
export interface OpenPartialStorage extends Omit<CoreStorage, 'clock'>, Partial<ConsistencyCheck> {
  close(): Promise<void>;
  /** Closes the storage and opens it again with the same data. Only for durable storages. */
  reopen?(): Promise<OpenPartialStorage>;
}

/** Abilities that a storage may lack, each with its reason. */
export interface Deviations {
  /** Units of work run at the same time. */
  readonly parallelUnits?: string;
  /** A reopened storage has the same data as before. */
  readonly reopening?: string;
}

/** A storage for the contract suites. */
export interface StorageVariant {
  readonly name: string;
  readonly skip: Deviations;
  /** The capabilities of the storage. Default: all. */
  readonly only?: readonly StorageCapability[];
  /** Opens a fresh database. */
  open(): Promise<OpenStorage>;
  /** The database of the suites that accept rows of other suites. The code that provides it also closes it. */
  shared(): Promise<Omit<OpenStorage, 'close'>>;
}
