/** Earlier names of exports, until version 0.3. */

export type {
  /** @deprecated Use LevelInput. */
  LevelInput as GivenLevel,
} from './access/administration/permission-administration.js';
export type {
  /** @deprecated Use ExpectedDnsRecords. */
  ExpectedDnsRecords as ShownRecords,
} from './dns/expected-records.js';
export type {
  /** @deprecated Use WorkBudget. */
  WorkBudget as Effort,
} from './inventory/pages.js';
export type {
  /** @deprecated Use CreatedSubnet. */
  CreatedSubnet as PlacedSubnet,
} from './inventory/subnet-placement.js';
export type {
  /** @deprecated Use Entity. */
  Entity as Part,
  /** @deprecated Use EntityRecords. */
  EntityRecords as PartRecords,
} from './ports/moving/register.js';
export type {
  /** @deprecated Use StorageDescription. */
  StorageDescription as StorageAbout,
} from './storage-watch.js';
export type {
  /** @deprecated Use DeletionRequest. */
  DeletionRequest as DeletionWish,
} from './transfer/bulk/selected-deletion.js';
export type {
  /** @deprecated Use InputRow. */
  InputRow as GivenRow,
} from './transfer/rows/table.js';
export type {
  /** @deprecated Use IdempotentRequests. */
  IdempotentRequests as Repeats,
} from './unit-of-work/idempotent-requests.js';
