/** Earlier names of exports, until version 0.3. */

export type {
  /** @deprecated Use AuthenticationResult. */
  AuthenticationResult as Proof,
} from '../application/ports/authentication.js';
export type {
  /** @deprecated Use StorageFailure. */
  StorageFailure as StorageTrouble,
} from '../application/ports/storage-error.js';
export {
  /** @deprecated Use BulkItemError. */
  BulkItemError as BulkMistake,
} from '../application/transfer/bulk/bulk-writes.js';
export type {
  /** @deprecated Use AnnounceWrites. */
  AnnounceWrites as TellWrites,
  /** @deprecated Use ReadRouter. */
  ReadRouter as ReadPlaces,
} from '../application/unit-of-work/read-router.js';
