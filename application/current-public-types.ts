/** Names of `public-types.ts` without the deprecated ones. */
export type { AdministrativeUnit, AdministrativeUnits } from './access/administration/administrative-units.js';
export type { AppAdministration, AppInput, ListedApp } from './access/administration/app-administration.js';
export type { AuditedWrites, PreparedHash, Profile } from './access/administration/audited-writes.js';
export type {
  CustomFieldAdministration,
  CustomFieldInput,
  CustomFieldKey,
} from './access/administration/custom-field-administration.js';
export type { FactorAdministration, ListedFactor } from './access/administration/factor-administration.js';
export type { GroupAdministration, GroupInput } from './access/administration/group-administration.js';
export type { FollowerHealth, Health, HealthAdministration } from './access/administration/health-administration.js';
export type {
  KeyAdministration,
  KeyChangeInput,
  ListedKey,
  NewKeyInput,
  OwnKeys,
  RotationInput,
} from './access/administration/key-administration.js';
export type {
  AccountClient,
  OwnAccount,
  OwnAccountFacts,
  OwnAccountPorts,
  OwnSession,
  ReauthenticationInput,
} from './access/administration/own-account.js';
export type {
  LevelInput,
  PermissionAdministration,
  PermissionMatrix,
  SectionLevelInput,
  SetLevel,
  SetSectionLevel,
} from './access/administration/permission-administration.js';
export type { ListedExplanation, PermissionExplanations } from './access/administration/permission-explanations.js';
export type { ProvidedUsers } from './access/administration/provided-users.js';
export type { RoleAdministration, RoleInput } from './access/administration/role-administration.js';
export type { ListedView, SavedViewInput, SavedViews } from './access/administration/saved-views.js';
export type {
  ListedServiceAccount,
  ServiceAccountAdministration,
  ServiceAccountMembers,
} from './access/administration/service-account-administration.js';
export type { SettingsAdministration } from './access/administration/settings-administration.js';
export type { SignInBlock, SignInBlocks } from './access/administration/sign-in-blocks.js';
export type {
  ProviderInput,
  ProviderProtocols,
  ProviderTest,
  SignInProviderAdministration,
  TestUser,
} from './access/administration/sign-in-provider-administration.js';
export type { ListedToken, TokenAdministration } from './access/administration/token-administration.js';
export type { ListedUser, UserAdministration, UserInput } from './access/administration/user-administration.js';
export type { ListedWebhook, Sent, WebhookAdministration, WebhookInput } from './access/administration/webhook-administration.js';
export type {
  AuthorizationParameters,
  Authorizations,
  DescribedAuthorization,
} from './access/oauth/authorizations.js';
export type { ClientDocuments } from './access/oauth/client-documents.js';
export type { ClientRegistration, OAuthClients } from './access/oauth/oauth-clients.js';
export type { IssuedTokens, OAuthTokens, RedeemedCode } from './access/oauth/oauth-tokens.js';
export type { ServiceAccountInput } from './access/provisioning/keys.js';
export type { appMembers, customFieldMembers, groupMembers, userMembers, webhookMembers } from './access/provisioning/records.js';
export type { providerMembers } from './access/provisioning/sign-in-providers.js';
export type { AccessKeys } from './access/sign-in/access-keys.js';
export type { AccessTokens, GrantedToken } from './access/sign-in/access-tokens.js';
export type { Authentication, Authenticator } from './access/sign-in/authenticator.js';
export type { Directory, StoredApps } from './access/sign-in/directory.js';
export type { DirectoryPasswords, DirectoryPorts, SettleIdentity } from './access/sign-in/directory-passwords.js';
export type {
  BegunSignIn,
  ProviderResponse,
  ProviderSignIn,
  ProviderSignInPorts,
  SamlChecks,
  SignInClient,
} from './access/sign-in/provider-sign-in.js';
export type { ProviderTokens } from './access/sign-in/provider-tokens.js';
export type { LimitedOperation, RateLimiter, RateState } from './access/sign-in/rate-limiter.js';
export type { SealedRequests } from './access/sign-in/sealed-requests.js';
export type {
  BegunTotp,
  ChallengePurpose,
  PresentedFactor,
  SecondFactorPorts,
  SecondFactors,
  UsedFactor,
} from './access/sign-in/second-factors.js';
export type { SignIn, SignInOptions } from './access/sign-in/sign-in.js';
export type { SignInAttempt, SignInGuard } from './access/sign-in/sign-in-guard.js';
export type { SignInSlots } from './access/sign-in/sign-in-slots.js';
export type { AllocatedAddress } from './allocation/address-batch.js';
export type { Allocation } from './allocation/allocation.js';
export type { ExternalObjects, PrefixSelection, Purpose, Selection } from './allocation/prefix-selection.js';
export type { GrantedRecord, Requests } from './allocation/requests.js';
export type { AllocatedSubnet } from './allocation/subnet-batch.js';
export type { Remembered, WriteOptions } from './caller.js';
export type { Catalog } from './catalog/catalog.js';
export type { CustomFieldSource, CustomFields } from './catalog/custom-fields.js';
export type { Devices } from './catalog/devices.js';
export type { NatObjects, NatRules } from './catalog/nat-rules.js';
export type { Ranges, RangeUsage } from './catalog/ranges.js';
export type { ChangeFeed } from './changes/feed/change-feed.js';
export type { BackwardPage, ChangeFilter, ChangePage, Changes as ToldChanges, ListenedChanges } from './changes/feed/changes.js';
export type { CommittedChanges } from './changes/feed/committed-changes.js';
export type { FeedHub } from './changes/feed/feed-hub.js';
export type { Follower } from './changes/feed/following.js';
export type { Deliveries, DeliveryPorts } from './changes/webhooks/webhook-follower.js';
export type { DnsAdministration, DnsStatus } from './dns/dns-administration.js';
export type { DnsDifference, DnsStep } from './dns/dns-comparison.js';
export type { DnsFollower, DnsFollowerPorts } from './dns/dns-follower.js';
export type { DnsPorts } from './dns/dns-records.js';
export type { ExpectedDnsRecords, ShowRecords } from './dns/expected-records.js';
export type { Deletion } from './inventory/address-deletions.js';
export type { Addresses, FilledSubnet } from './inventory/addresses.js';
export type { NetworkScope } from './inventory/network-search.js';
export type { WorkBudget } from './inventory/pages.js';
export type { Sections } from './inventory/sections.js';
export type { SubnetOperations } from './inventory/subnet-operations.js';
export type { CreatedSubnet } from './inventory/subnet-placement.js';
export type { Subnets } from './inventory/subnets.js';
export type { Alarms } from './notifications/alarms.js';
export type { MailAdministration, MailStatus, MailTest } from './notifications/mail-administration.js';
export type { MailQueue, MailQueuePorts, SentMails } from './notifications/mail-queue.js';
export type { NotificationFollower, NotificationPorts, ThresholdFollower } from './notifications/notification-follower.js';
export type { OwnNotifications, OwnSubscription } from './notifications/own-subscription.js';
export type {
  AccessKeyReader,
  AccessKeyRepository,
  AcquiredPermits,
  RateCount,
  RateCountRepository,
} from './ports/access-keys.js';
export type {
  ArchiveContent,
  ArchivedRow,
  ArchivedTable,
  ArchiveHead,
  RegisterArchive,
  Snapshot,
} from './ports/archive.js';
export type * from './ports/authentication.js';
export * from './ports/capabilities.js';
export type * from './ports/change-log.js';
export * from './ports/client-documents.js';
export type * from './ports/consistency.js';
export type * from './ports/custom-fields.js';
export type * from './ports/database.js';
export * from './ports/dns.js';
export type * from './ports/environment.js';
export type * from './ports/feed.js';
export type * from './ports/identity.js';
export type * from './ports/imports.js';
export type * from './ports/inventory/addresses.js';
export type * from './ports/inventory/records.js';
export * from './ports/inventory/subnets.js';
export * from './ports/mailer.js';
export type * from './ports/network-sums.js';
export type * from './ports/notifications.js';
export type { OAuthReader, OAuthRepository, OutlivedOAuth } from './ports/oauth.js';
export type * from './ports/observer.js';
export type { Entity, EntityRecords, ImportWriter, RegisterLoader, UserWithHash } from './ports/register.js';
export type * from './ports/saved-views.js';
export type { ScanCounts, ScanStep, ScanTarget } from './ports/scan-step.js';
export * from './ports/scanning.js';
export * from './ports/second-factors.js';
export * from './ports/sign-in-providers.js';
export {
  reasonOf,
  refusesWrites,
  StorageError,
  type StorageFailure,
  StorageInUse,
  WritesRefused,
} from './ports/storage-error.js';
export * from './ports/unit-of-work.js';
export type * from './ports/usage-history.js';
export * from './ports/webhooks.js';
export type { PingResult, Pings } from './scan/pings.js';
export type { ScannedNetwork, ScanStatus } from './scan/scan-status.js';
export type { Scanning, ScanningPorts } from './scan/scanning.js';
export type { StorageDescription, StorageWatch } from './storage-watch.js';
export type { Ensured, EnsureOutcome } from './transfer/bulk/ensured.js';
export type { EnsuredKind, Ensuring } from './transfer/bulk/ensuring.js';
export type { DeletionRequest, SelectedDeletion } from './transfer/bulk/selected-deletion.js';
export type { ImportInput, ImportJobs, ListedImport, RefusedRows } from './transfer/rows/import-jobs.js';
export type { ImportRunner, ImportRunnerPorts } from './transfer/rows/import-runner.js';
export type { RowColumns, RowColumnsReport } from './transfer/rows/row-columns.js';
export type { ExportedTable, RowExport } from './transfer/rows/row-export.js';
export type { RowImport } from './transfer/rows/row-import.js';
export type {
  ColumnMapping,
  CsvTables,
  FileBytes,
  InputRow,
  RecordRows,
  RowError,
  RowMapping,
  RowOptions,
  RowReport,
  RowSource,
  RowTable,
  SkippedRow,
} from './transfer/rows/table.js';
export type { FieldsOf, TypedAddresses, TypedAllocation, TypedCatalog, TypedSections, TypedSubnets } from './typed-inputs.js';
export type { CommitSignal } from './unit-of-work/commit-signal.js';
export type { EndingUnitOfWork } from './unit-of-work/ending-unit-of-work.js';
export type { IdempotentRequests, KeyedRequest, Remember, Repeated } from './unit-of-work/idempotent-requests.js';
export type { SerializedWrites } from './unit-of-work/serialized-writes.js';
export type { Utilisation } from './utilisation.js';
export type { Overview, Overviews, SectionSummary } from './views/overview.js';
export type { Hits, Search } from './views/search.js';
export type { MapCell, MapQuery, SpaceMap, SpaceMaps } from './views/space-map.js';
export type { HistoryQuery, RecentUsage, UsageHistories, UsageHistory } from './views/usage-histories.js';
export type { UsageRecord, UsageRecording } from './views/usage-recording.js';
