/** Every type that the signatures of the other entries mention, beside those of hexipam/domain; errors are there as values. */
export type { AdministrativeUnit, AdministrativeUnits } from '../administration/administrative-units.js';
export type { AppAdministration, AppInput, ListedApp } from '../administration/app-administration.js';
export type { AuditedWrites, PreparedHash, Profile } from '../administration/audited-writes.js';
export type {
  CustomFieldAdministration,
  CustomFieldInput,
  CustomFieldKey,
} from '../administration/custom-field-administration.js';
export type { GroupAdministration, GroupInput } from '../administration/group-administration.js';
export type { FollowerHealth, Health, HealthAdministration } from '../administration/health-administration.js';
export type {
  GivenLevel,
  PermissionAdministration,
  PermissionMatrix,
  SetLevel,
} from '../administration/permission-administration.js';
export type { SettingsAdministration } from '../administration/settings-administration.js';
export type { SignInBlock, SignInBlocks } from '../administration/sign-in-blocks.js';
export type { ListedToken, TokenAdministration } from '../administration/token-administration.js';
export type { ListedUser, UserAdministration, UserInput } from '../administration/user-administration.js';
export type { ListedWebhook, Sent, WebhookAdministration, WebhookInput } from '../administration/webhook-administration.js';
export type { AllocatedAddress } from '../allocation/address-batch.js';
export type { Deletion } from '../allocation/address-deletions.js';
export type { Allocation } from '../allocation/allocation.js';
export type { ExternalObjects, PrefixSelection, Purpose, Selection } from '../allocation/prefix-selection.js';
export type { AllocatedSubnet } from '../allocation/subnet-batch.js';
export type { Remembered, WriteTerms } from '../caller.js';
export type { Catalog } from '../catalog/catalog.js';
export type { CustomFields } from '../catalog/custom-fields.js';
export type { Devices } from '../catalog/devices.js';
export type { NatObjects, NatRules } from '../catalog/nat-rules.js';
export type { DnsAdministration, DnsStatus } from '../dns/dns-administration.js';
export type { DnsDifference, DnsStep } from '../dns/dns-comparison.js';
export type { DnsFollower, DnsFollowerPorts } from '../dns/dns-follower.js';
export type { DnsPorts } from '../dns/dns-records.js';
export type { ShownRecords, ShowRecords } from '../dns/shown-records.js';
export type { EndingUnitOfWork } from '../ending-unit-of-work.js';
export type { Ensured, EnsureOutcome } from '../ensuring/ensured.js';
export type { EnsuredKind, Ensuring } from '../ensuring/ensuring.js';
export type { ChangeFeed } from '../feed/change-feed.js';
export type { BackwardPage, ChangeFilter, ChangePage, Changes as ToldChanges, Heard } from '../feed/changes.js';
export type { CommitSignal } from '../feed/commit-signal.js';
export type { CommittedChanges } from '../feed/committed-changes.js';
export type { FeedHub } from '../feed/feed-hub.js';
export type { Follower } from '../feed/following.js';
export type { Addresses } from '../inventory/addresses.js';
export type { FilledSubnet } from '../inventory/addresses-of-subnets.js';
export type { NetworkScope } from '../inventory/network-search.js';
export type { Effort } from '../inventory/pages.js';
export type { Hits, Search } from '../inventory/search.js';
export type { Sections } from '../inventory/sections.js';
export type { SubnetOperations } from '../inventory/subnet-operations.js';
export type { PlacedSubnet } from '../inventory/subnet-placement.js';
export type { Subnets } from '../inventory/subnets.js';
export type * from '../observer.js';
export type { Overview, Overviews, SectionSummary } from '../overview/overview.js';
export type { MapCell, MapQuery, SpaceMap, SpaceMaps } from '../overview/space-map.js';
export type { appMembers, customFieldMembers, groupMembers, userMembers } from '../provisioning/records.js';
export type { webhookMembers } from '../provisioning/webhooks.js';
export type { ExportedTable, RowExport } from '../rows/row-export.js';
export type { RowImport } from '../rows/row-import.js';
export type { GivenRow, RowMistake, RowOptions, RowReport, RowTable } from '../rows/table.js';
export type { PingResult, Pings } from '../scanning/pings.js';
export type { ScannedNetwork, ScanStatus } from '../scanning/scan-status.js';
export type { ScanCounts, ScanStep, ScanTarget } from '../scanning/scan-step.js';
export type { Scanning, ScanningPorts } from '../scanning/scanning.js';
export type { SerializedWrites } from '../serialized-writes.js';
export type { AccessTokens, GrantedToken } from '../sign-in/access-tokens.js';
export type { Authentication, Authenticator } from '../sign-in/authenticator.js';
export type { Directory, StoredApps } from '../sign-in/directory.js';
export type { SealedRequests } from '../sign-in/sealed-requests.js';
export type { SignIn } from '../sign-in/sign-in.js';
export type { SignInAttempt, SignInGuard } from '../sign-in/sign-in-guard.js';
export type { SignInSlots } from '../sign-in/sign-in-slots.js';
export type { StorageAbout, StorageWatch } from '../storage-watch.js';
export type { FieldsOf, TypedAddresses, TypedAllocation, TypedCatalog, TypedSections, TypedSubnets } from '../typed-inputs.js';
export type { Utilisation } from '../utilisation.js';
export type { Deliveries, DeliveryPorts } from '../webhooks/webhook-follower.js';
export type { KeyedRequest, Remember, Repeated, Repeats } from '../writing/repeats.js';
export type { DeletionWish, SelectedDeletion } from '../writing/selected-deletion.js';
export type * from './authentication.js';
export type * from './change-log.js';
export type * from './consistency.js';
export type * from './custom-fields.js';
export type * from './database.js';
export * from './dns.js';
export type * from './environment.js';
export type * from './feed.js';
export type * from './identity.js';
export * from './inventory.js';
export type {
  ArchiveContent,
  ArchivedRow,
  ArchivedTable,
  ArchiveHead,
  RegisterArchive,
  Snapshot,
} from './moving/archive.js';
export type { Loading, Part, PartRecords, RegisterLoader, UserWithHash } from './moving/register.js';
export type * from './overview/network-sums.js';
export * from './scanning.js';
export * from './storage-error.js';
export * from './unit-of-work.js';
export * from './webhooks.js';
