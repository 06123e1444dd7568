/** Earlier names of exports, until version 0.3. */

export {
  /** @deprecated Use AuthenticatedUser. */
  type AuthenticatedUser as ProvenUser,
  /** @deprecated Use AuthenticationResult. */
  type AuthenticationResult as Proof,
  /** @deprecated Use asLocked. */
  asLocked as markLocked,
  /** @deprecated Use CreatedSubnet. */
  type CreatedSubnet as PlacedSubnet,
  /** @deprecated Use DeletionRequest. */
  type DeletionRequest as DeletionWish,
  /** @deprecated Use DnsFailure. */
  type DnsFailure as DnsTrouble,
  /** @deprecated Use Entity. */
  type Entity as Part,
  /** @deprecated Use EntityRecords. */
  type EntityRecords as PartRecords,
  /** @deprecated Use ExpectedDnsRecords. */
  type ExpectedDnsRecords as ShownRecords,
  /** @deprecated Use IdempotentRequests. */
  type IdempotentRequests as Repeats,
  /** @deprecated Use ImportRowError. */
  type ImportRowError as ImportMistake,
  /** @deprecated Use ImportWriter. */
  type ImportWriter as Loading,
  /** @deprecated Use InputRow. */
  type InputRow as GivenRow,
  /** @deprecated Use LevelInput. */
  type LevelInput as GivenLevel,
  /** @deprecated Use ListenedChanges. */
  type ListenedChanges as Heard,
  /** @deprecated Use PasskeyResponse. */
  type PasskeyResponse as PasskeyAnswer,
  /** @deprecated Use PasswordClient. */
  type PasswordClient as PasswordAsker,
  /** @deprecated Use ProbeFailure. */
  type ProbeFailure as ProbeTrouble,
  /** @deprecated Use ProviderResponse. */
  type ProviderResponse as ProviderAnswer,
  /** @deprecated Use ReauthenticationInput. */
  type ReauthenticationInput as ProofInput,
  /** @deprecated Use RowError. */
  type RowError as RowMistake,
  /** @deprecated Use SignInOptions. */
  type SignInOptions as SignInTerms,
  /** @deprecated Use StorageDescription. */
  type StorageDescription as StorageAbout,
  /** @deprecated Use StorageFailure. */
  type StorageFailure as StorageTrouble,
  /** @deprecated Use Substitute. */
  type Substitute as AnswerWithout,
  /** @deprecated Use UnitOfWorkOptions. */
  type UnitOfWorkOptions as UnitTerms,
  /** @deprecated Use UsageRecordingDates. */
  type UsageRecordingDates as UsageRecordingTerms,
  /** @deprecated Use WorkBudget. */
  type WorkBudget as Effort,
  /** @deprecated Use WriteOptions. */
  type WriteOptions as WriteTerms,
} from './current-public-types.js';
