/** Earlier names of exports, until version 0.3. */

export type {
  /** @deprecated Use ReauthenticationInput. */
  ReauthenticationInput as ProofInput,
} from './access/administration/own-account.js';
export type {
  /** @deprecated Use LevelInput. */
  LevelInput as GivenLevel,
} from './access/administration/permission-administration.js';
export type {
  /** @deprecated Use ProviderResponse. */
  ProviderResponse as ProviderAnswer,
} from './access/sign-in/provider-sign-in.js';
export type {
  /** @deprecated Use SignInOptions. */
  SignInOptions as SignInTerms,
} from './access/sign-in/sign-in.js';
export type {
  /** @deprecated Use WriteOptions. */
  WriteOptions as WriteTerms,
} from './caller.js';
export type {
  /** @deprecated Use ListenedChanges. */
  ListenedChanges as Heard,
} from './changes/feed/changes.js';
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
  /** @deprecated Use AuthenticatedUser. */
  AuthenticatedUser as ProvenUser,
  /** @deprecated Use AuthenticationResult. */
  AuthenticationResult as Proof,
} from './ports/authentication.js';
export type {
  /** @deprecated Use Substitute. */
  Substitute as AnswerWithout,
} from './ports/capabilities.js';
export type {
  /** @deprecated Use DnsFailure. */
  DnsFailure as DnsTrouble,
} from './ports/dns.js';
export type {
  /** @deprecated Use PasswordClient. */
  PasswordClient as PasswordAsker,
} from './ports/environment.js';
export type {
  /** @deprecated Use ImportRowError. */
  ImportRowError as ImportMistake,
} from './ports/imports.js';
export {
  /** @deprecated Use asLocked. */
  asLocked as markLocked,
} from './ports/inventory.js';
export type {
  /** @deprecated Use ProbeFailure. */
  ProbeFailure as ProbeTrouble,
} from './ports/scanning.js';
export type {
  /** @deprecated Use PasskeyResponse. */
  PasskeyResponse as PasskeyAnswer,
} from './ports/second-factors.js';
export type {
  /** @deprecated Use StorageFailure. */
  StorageFailure as StorageTrouble,
} from './ports/storage-error.js';
export type {
  /** @deprecated Use Entity. */
  Entity as Part,
  /** @deprecated Use EntityRecords. */
  EntityRecords as PartRecords,
  /** @deprecated Use ImportWriter. */
  ImportWriter as Loading,
} from './ports/transfer/register.js';
export type {
  /** @deprecated Use UnitOfWorkOptions. */
  UnitOfWorkOptions as UnitTerms,
} from './ports/unit-of-work.js';
export type {
  /** @deprecated Use UsageRecordingDates. */
  UsageRecordingDates as UsageRecordingTerms,
} from './ports/usage-history.js';
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
  /** @deprecated Use RowError. */
  RowError as RowMistake,
} from './transfer/rows/table.js';
export type {
  /** @deprecated Use IdempotentRequests. */
  IdempotentRequests as Repeats,
} from './unit-of-work/idempotent-requests.js';
