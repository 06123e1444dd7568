/** Public names of the domain, without the deprecated ones. */

export {
  type AccessKey,
  daysFrom,
  defaultKeyDays,
  endOfReplaced,
  expiresSoon,
  isFromNetworks,
  isKeyText,
  isOutlived,
  isWorthNoting,
  type KeyAccess,
  type KeyAudience,
  keyAudiences,
  keyChangeFields,
  keyDefinitionFields,
  keyFields,
  keyOf,
  keyPrefix,
  liveKeysWithName,
  maxKeyDays,
  maxKeysOfUser,
  ownKeyFields,
  rotationDays,
  rotationFields,
} from './access/access-key.js';
export {
  type Authorizable,
  conflictSeenBy,
  dependsOnAncestors,
  dependsOnMaps,
  dependsOnRecords,
  hasRight,
  isAdministrator,
  isForAdministrators,
  isOperation,
  lackingPermission,
  levelAsParent,
  levelIn,
  levelInSection,
  levelInSubnet,
  levelOnSubnet,
  levels,
  levelToAddSubnet,
  mayAdminister,
  mayExercise,
  mayRead,
  mayWrite,
  narrowedPrincipal,
  type Operation,
  type Principal,
  type PrincipalOptions,
  principalOf,
  requireAdministrator,
  requireInventoryRight,
  requireLevel,
  requireOperation,
  requireRight,
  requireScope,
  requireSection,
  requireTopLevel,
  type SubnetInSection,
  seesKind,
  shows,
  unauthenticatedPrincipal,
  unrestrictedPrincipal,
  type Visibility,
  visibilityOf,
} from './access/access-policy.js';
export {
  type Access,
  type AccessToken,
  expiryFrom,
  isExpired,
  isWorthExtending,
  maxTokensOfUser,
  publicDigest,
  publicDigestLength,
  requireAccess,
  type SessionFacts,
  sessionFields,
  type UnstoredToken,
  unstoredTtl,
  userAgentText,
} from './access/access-token.js';
export {
  type AcceptedStrategies,
  type App,
  type AppPermission,
  type AppSecrets,
  type AppSecurity,
  acceptedStrategies,
  acceptsLegacyEncryption,
  appAllows,
  appFields,
  appPermissions,
  appSecurities,
  canStoreDigest,
  isEnabled,
  isStrictByDefault,
  needsCode,
  needsTls,
  publicApp,
  type StoredApp,
  storedCode,
} from './access/app.js';
export * from './access/change-visibility.js';
export * from './access/default-values.js';
export * from './access/effective-rights.js';
export * from './access/group-levels.js';
export * from './access/key-scope.js';
export {
  hasKindLevel,
  higherLevel,
  inKindOrder,
  isAtLeast,
  type KindLevel,
  type KindLevels,
  kindLevels,
  kindLevelTexts,
  type LevelDefinition,
  levelSummary,
  levelsByKind,
  ofEachOpenKind,
  problemWithLevels,
} from './access/kind-level.js';
export type { OAuthClient, OAuthGrant } from './access/oauth.js';
export * from './access/permission-explanation.js';
export * from './access/provider-mapping.js';
export * from './access/rate-limit.js';
export * from './access/request-seal.js';
export * from './access/requested-position.js';
export * from './access/role.js';
export * from './access/saved-view.js';
export {
  challengeMs,
  enrolmentMs,
  factorFields,
  factorName,
  factorTypes,
  isNextCounter,
  isRecoveryCode,
  isTotpCode,
  maxFactorsOfUser,
  type NonceLimits,
  needsFactor,
  normalizedCode,
  type PasskeyFactor,
  recoveryCodes,
  type SecondFactor,
  type SecondFactorRule,
  secondFactorRules,
  shownRecoveryCode,
  signInMethod,
  type TotpFactor,
} from './access/second-factor.js';
export * from './access/secrets.js';
export {
  defaultSettings,
  type PrefixFields,
  publicSettings,
  type Settings,
  secretSettings,
  settingFields,
  withoutSecrets,
} from './access/settings.js';
export {
  beginsBlock,
  blockMinutes,
  clientNetworkOf,
  clientRule,
  maxAttemptsAtOnce,
  maxOrigins,
  mayBegin,
  nameDigits,
  nameRule,
  noAttempts,
  originMemory,
  outlivedAt,
  type SignInAttempts,
  type SignInRule,
  type SignInVerdict,
  verdictOn,
  withAbandoned,
  withBegun,
  withFailed,
  withoutFailures,
  withSucceeded,
} from './access/sign-in-block.js';
export {
  defaultLdapSettings,
  defaultOidcSettings,
  defaultSamlSettings,
  dnTemplateProblem,
  filterProblem,
  inProviderOrder,
  issuerProblem,
  type LdapProvider,
  type LdapSettings,
  ldapFields,
  ldapUrlProblem,
  type NestedGroups,
  nestedGroupModes,
  type OidcProvider,
  type OidcSettings,
  oidcFields,
  type ProviderProfile,
  type ProviderType,
  passwordProviders,
  providerFields,
  providerProfileFields,
  providerSecrets,
  providerTypes,
  publicProvider,
  type SamlProvider,
  type SamlSettings,
  type SignInProvider,
  samlFields,
  settingsOf,
  signInUrlProblem,
  type TypedProviderSettings,
} from './access/sign-in-provider.js';
export {
  findGroup,
  type Group,
  groupFields,
  groupFinder,
  type InventoryRight,
  inventoryRights,
  isActiveAdministrator,
  isServiceAccount,
  mustSignInAgain,
  noPasswordHash,
  normalizeGroupName,
  normalizeUsername,
  providedText,
  type Role,
  refuseLosingAdministrators,
  roles,
  serviceAccountFields,
  type User,
  type UserKind,
  userFields,
  userKinds,
} from './access/user.js';
export * from './address/address.js';
export * from './address/address-aggregate.js';
export * from './allocation/address-choice.js';
export * from './allocation/address-criteria.js';
export * from './allocation/address-search.js';
export * from './allocation/candidates.js';
export * from './allocation/explanation.js';
export * from './allocation/free-prefixes.js';
export {
  blockSize,
  blockWithin,
  type End,
  type Gap,
  largestBlockLength,
  lowestWithin,
  runsOf,
  withoutRange,
  withRange,
} from './allocation/free-ranges.js';
export * from './allocation/space-request.js';
export * from './allocation/stored-range.js';
export * from './allocation/subnet-choice.js';
export {
  maxRequestedAddresses,
  type RangeAllocation,
  type RangePurpose,
  type RequestState,
  rangeAllocations,
  rangePurposes,
  requestStates,
} from './catalog/kind-descriptors.js';
export * from './catalog/kinds.js';
export * from './catalog/nat-objects.js';
export * from './catalog/rack-space.js';
export * from './catalog/vlan-numbers.js';
export * from './catalog/vrf-names.js';
export * from './changes/change.js';
export * from './changes/change-values.js';
export * from './changes/cursor.js';
export * from './changes/retry.js';
export {
  type DeliveryOutcome,
  defaultWebhookSettings,
  maxRefusals,
  maxStoredDeliveries,
  problemWithUrl,
  type UrlProblem,
  type Webhook,
  type WebhookSettings,
  webhookFields,
  webhookSettingFields,
} from './changes/webhook.js';
export { type DnsSettings, defaultDnsSettings, dnsFields } from './dns/dns-settings.js';
export * from './dns/expected-records.js';
export * from './dns/host-name.js';
export * from './dns/record-set.js';
export * from './dns/reverse-zones.js';
export * from './dns/zone-index.js';
export * from './errors.js';
export type {
  AdministeredField,
  AdministeredFields,
  AdministeredInput,
  AdministeredValue,
  AdministeredValues,
  InputFields,
  MemberName,
  TextField,
  TextForm,
} from './fields/administered-field.js';
export * from './fields/custom-field.js';
export * from './fields/custom-field-change.js';
export * from './fields/custom-value.js';
export {
  type CustomValues,
  defineFields,
  type FieldDefinition,
  type FieldSet,
  type FieldValue,
  type KnownKeysOnly,
  type ObjectIds,
  type OnDelete,
  type RecordOf,
  type ReferenceTarget,
  type ValueOf,
  type ValuesOf,
} from './fields/field.js';
export * from './fields/hold.js';
export * from './fields/inputs.js';
export * from './fields/kind.js';
export * from './fields/permission-map.js';
export {
  type FlatValues,
  flatValues,
  type Input,
  isAccepted,
  namesChange,
  readField,
  readFields,
  readIp,
  readReference,
  type ValuesRead,
  type WriteMode,
} from './fields/read-fields.js';
export { readCustomFields, readNested, type SplitInput, splitCustom } from './fields/record-input.js';
export type { InputReference } from './fields/references.js';
export * from './fields/version.js';
export * from './listing/condition.js';
export * from './listing/list-field.js';
export {
  historyLimits,
  maxBulkItems,
  maxDeleted,
  maxPage,
  requireBounded,
  requireCondition,
  requireDeletable,
  requireFewConditions,
  requireFewItems,
  requireHistory,
  requirePage,
  requireSelection,
  requireShortSort,
} from './listing/list-limits.js';
export * from './listing/list-query.js';
export * from './listing/read-condition.js';
export * from './listing/sort.js';
export { foldCase, occurrenceTest } from './listing/text-match.js';
export * from './net/address-range.js';
export * from './net/ip-address.js';
export * from './net/mac-address.js';
export * from './net/network-facts.js';
export { hasNetworkAndBroadcast, Prefix } from './net/prefix.js';
export { isPublicAddress } from './net/public-address.js';
export * from './notifications/alarm.js';
export * from './notifications/mail-settings.js';
export {
  type Audience,
  type Digest,
  digestOf,
  dueSince,
  maxListed,
  type Notice,
  type NoticeEvent,
  type NoticeFacts,
  topicOf,
  topicOfEvent,
} from './notifications/notice.js';
export * from './notifications/notices-of-change.js';
export * from './notifications/subscription.js';
export * from './scan/network-scan.js';
export * from './scan/observation.js';
export * from './scan/scan-settings.js';
export * from './section/section.js';
export * from './section/section-aggregate.js';
export {
  type DescendantChanges,
  Edit,
  type EditFacts,
  type MoveFacts,
  type SubnetChange,
  type SubnetChanges,
  type SubnetFacts,
  type SubnetInputFacts,
  type SubnetMove,
} from './subnet/edit.js';
export * from './subnet/holding-network.js';
export type { ContainerChange, NetworkPair } from './subnet/merged-networks.js';
export * from './subnet/position.js';
export * from './subnet/resize.js';
export * from './subnet/split.js';
export * from './subnet/subnet.js';
export * from './subnet/subnet-aggregate.js';
export * from './subnet/tree-order.js';
export * from './subnet/usable-addresses.js';
export {
  type CountedSubnet,
  noUsage,
  reservedTag,
  shareOf,
  sumOfShares,
  type TagCount,
  type Tally,
  type Usage,
  UsageCalculation,
  type UsageCounts,
  type UsageFacts,
  type UsageNode,
  type UsageShare,
  usageOf,
  usedTag,
} from './subnet/usage.js';
export * from './transfer/address-positions.js';
export {
  type Column,
  type ColumnDescription,
  columnFinder,
  columnsOfAll,
  type FindColumn,
  markedId,
  markedName,
  type RowKind,
  rowKindOf,
  rowKinds,
  rowWord,
  shortColumns,
} from './transfer/columns.js';
export * from './transfer/import-job.js';
export * from './transfer/imported-value.js';
export { type MissingRecord, type ReferableKind, referableKinds } from './transfer/missing-records.js';
export * from './transfer/network-index.js';
export * from './transfer/subnet-positions.js';
export * from './trends/day.js';
export * from './trends/forecast.js';
export * from './trends/ranking.js';
export * from './trends/usage-history.js';
