/** Public API of the domain: address arithmetic, records and rules, without I/O. */

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
export { type ChangePosition, canSeeChange, type Listener } from './access/change-visibility.js';
export { isFallback, type ReferringSettings, refuseDeletion } from './access/default-values.js';
export {
  type EffectiveRights,
  effectiveRights,
  type Grant,
  grantsOf,
  includesRights,
  originOfLevel,
  originOfRight,
  type RightsHolder,
  type RoleSource,
} from './access/effective-rights.js';
export { type GroupLevel, readGroupLevel, readGroupLevels } from './access/group-levels.js';
export {
  allows,
  type GrantedScope,
  generalScopes,
  grantedScope,
  isLimited,
  isScope,
  isScopedRecord,
  type KeyScope,
  levelOfSections,
  levelOfSubnets,
  maxReach,
  maxScopes,
  needsAncestors,
  problemWithScope,
  type Reach,
  reachesSection,
  reachesSubnet,
  type Scope,
  type ScopedRecord,
  type ScopeNeed,
  type ScopeProblem,
  type ScopeRight,
  type SubnetLocation,
  scopedRecords,
  scopes,
} from './access/key-scope.js';
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
export {
  type ExplainedUser,
  explainKind,
  explainOwnRights,
  explainRight,
  explainSection,
  explainSubnet,
  type OwnRights,
  type PermissionExplanation,
  type PermissionSource,
} from './access/permission-explanation.js';
export {
  dnKey,
  type MappedRight,
  type MappedRights,
  type MappingRule,
  mappedRights,
  mappedServiceAccount,
  readMapping,
  rulesOf,
} from './access/provider-mapping.js';
export { chunkOf, limitFields, noLimits, type RateLimits, secondsLeft, windowAt, windowMs } from './access/rate-limit.js';
export { checkSeal, type RequestSeal, type ValidSeal } from './access/request-seal.js';
export {
  type FoundPosition,
  masterUnknown,
  permittedPosition,
  type RequestedPosition,
} from './access/requested-position.js';
export {
  type AdministrativeRight,
  administratorRole,
  allRoles,
  builtInRoles,
  findRole,
  isRoleRight,
  type OwnRole,
  problemWithRights,
  problemWithRoleName,
  type RoleDefinition,
  type RoleRight,
  roleFields,
  roleRights,
} from './access/role.js';
export {
  changesView,
  maxViewPath,
  maxViewsOfUser,
  type SavedView,
  type SavedViewContent,
  savedViewFields,
  seesView,
} from './access/saved-view.js';
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
export { inputWithoutUnread, maySeeSecrets, secretsOf, setsSecret } from './access/secrets.js';
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
export { type Address, addressFields, positionInput, unseen } from './address/address.js';
export {
  AddressAggregate,
  type AddressChangeFacts,
  type AddressChanges,
  type AddressFacts,
  type NewAddress,
} from './address/address-aggregate.js';
export { chooseAddresses, type Draw } from './allocation/address-choice.js';
export {
  type AddressCriteria,
  type AddressPolicy,
  addressCriteriaFields,
  addressPolicies,
  checkEnds,
  defaultAddressCriteria,
  maxAddresses,
  maxQuarantine,
  readAddressCriteria,
  searchedRange,
} from './allocation/address-criteria.js';
export {
  AddressSearch,
  type GapOrder,
  type GapQuery,
  gapsWithin,
  maxFreedAtOnce,
  withoutFreed,
} from './allocation/address-search.js';
export { ExaminedCandidates, isTakenFromCandidates } from './allocation/candidates.js';
export {
  type AllocationRefusal,
  coverSpan,
  type ExplainedSpan,
  type Explanation,
  edgesWithin,
  examinedRange,
  explainedRange,
  explanationOf,
  maxExplained,
  type Reason,
  reasonOfFree,
  reasonOfGap,
  reasonOfRecord,
  reasons,
  refusals,
  refusedFor,
  type SkippedRange,
  summaryOf,
} from './allocation/explanation.js';
export {
  firstFreePrefix,
  fitsInto,
  freePrefixes,
  freePrefixesIn,
  gapsBetween,
  lastFreePrefix,
  prefixesWithin,
  prefixWithin,
} from './allocation/free-prefixes.js';
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
export {
  accepted,
  allocationOf,
  checkNewRequest,
  checkRequestedSpace,
  checkUntil,
  childOfSplit,
  type Decision,
  expired,
  explicitSpace,
  heldBy,
  heldIdsOf,
  maxOpenRequests,
  maxRequestedAddresses,
  type NewRequestFacts,
  type RequestedAllocation,
  type RequestedSpace,
  type RequestState,
  refused,
  requestStates,
  requestsOtherSpace,
  requireOpen,
  type SpaceHold,
  type SpaceRequest,
  spaceRequest,
  stateAt,
  type Transition,
  takenSpace,
  withdrawn,
  withoutHold,
} from './allocation/space-request.js';
export {
  type Band,
  type BandedGap,
  bandedRange,
  bandOf,
  bands,
  checkRange,
  gapsInBand,
  requireInside,
  type StoredRange,
  storedRange,
  withinRange,
} from './allocation/stored-range.js';
export {
  type BlockQuery,
  blocksWithin,
  chooseSubnet,
  isCrowded,
  queriesFor,
  readSubnetCriteria,
  type SubnetCriteria,
  type SubnetPolicy,
  searchedSpace,
  subnetCriteriaFields,
  subnetPolicies,
} from './allocation/subnet-choice.js';
export { type RangeAllocation, type RangePurpose, rangeAllocations, rangePurposes } from './catalog/kinds/range.js';
export {
  isKindName,
  isOpenKind,
  type KindName,
  type KindWithin,
  kindNames,
  kindOf,
  kinds,
  kindsWithin,
  type OpenKind,
  ofEachKind,
  openKindNames,
} from './catalog/kinds.js';
export {
  type NatObject,
  type NatObjectType,
  type NatSide,
  natIdsOf,
  natObjectsIn,
  natObjectTypes,
  natSides,
  requireNatObject,
} from './catalog/nat-objects.js';
export {
  changesRackPosition,
  changesRackSpace,
  fitsRack,
  RackLoad,
  type RackPosition,
  type RackSpace,
  rackPositionOf,
  rackPositionsOverlap,
  spaceOf,
} from './catalog/rack-space.js';
export {
  changesVlanNumber,
  checkVlanNumber,
  inputOfVlan,
  isPossibleVlanNumber,
  needsFreeNumber,
  VlanNumbers,
} from './catalog/vlan-numbers.js';
export { hasVrfName, refuseVrfNameOf } from './catalog/vrf-names.js';
export {
  type AuditedObject,
  auditedObjects,
  type Change,
  type ChangeAction,
  type ChangeDocument,
  type ChangedObject,
  changeActions,
  changedObjects,
  type HistoryObject,
  isAudited,
  type PlainValue,
} from './changes/change.js';
export {
  type ChangedValues,
  changedMembers,
  changedValues,
  documentOf,
  plainDocumentOf,
} from './changes/change-values.js';
export {
  cursorAt,
  cursorOf,
  type FeedCursor,
  isCursorOf,
  type NumberedChange,
  readCursor,
} from './changes/cursor.js';
export { retryDelayAfter } from './changes/retry.js';
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
export * from './deprecated-names.js';
export { type DnsSettings, defaultDnsSettings, dnsFields } from './dns/dns-settings.js';
export {
  allowsForward,
  expectedForward,
  expectedReverse,
  expectedReverseName,
  type Holder,
  maxRecords,
  type PlacingRules,
  reverseNetwork,
  type ZonedSet,
} from './dns/expected-records.js';
export { plainName, readHostName } from './dns/host-name.js';
export {
  changeOf,
  type PresentSet,
  type RecordSet,
  type RecordType,
  type Retention,
  recordTypes,
  type SetChange,
  type WrittenSet,
} from './dns/record-set.js';
export {
  addressOfReverseName,
  classlessName,
  classlessNetwork,
  isClassless,
  privateParentOf,
  type ReverseZone,
  reverseName,
  reverseRecordId,
  reverseZoneFor,
  reverseZonesOf,
} from './dns/reverse-zones.js';
export { type ClasslessZone, type Zone, ZoneIndex } from './dns/zone-index.js';
export { mayMakeZone } from './dns/zone-making.js';
export { type CustomFieldProblem, type ErrorCode, type ErrorDetails, type ExpectedValue, IpamError } from './errors.js';
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
export {
  type CustomField,
  type CustomFieldOwner,
  customFieldFields,
  customFieldOwners,
  definitionOf,
} from './fields/custom-field.js';
export { DefinitionChange } from './fields/custom-field-change.js';
export { readCustomFields, readNested, type SplitInput, splitCustom } from './fields/custom-input.js';
export { type CustomScalar, convertCustomValue, readCustomValue } from './fields/custom-value.js';
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
export {
  changeOfHold,
  checkSubnetHold,
  confirmed,
  confirmedTag,
  type Holdable,
  holdField,
  holdFrom,
  holdTag,
  inputWithHold,
  isHoldOver,
  maxHold,
  type SplitHold,
  splitHold,
} from './fields/hold.js';
export type { ChangeInput, CustomInputValues, InputValue, NewInput } from './fields/inputs.js';
export {
  defineKind,
  type Kind,
  type KindRecord,
  type RecordRule,
  type RuleFacts,
  recordOf,
  rowOf,
  type StoredValues,
} from './fields/kind.js';
export {
  isPermissionMap,
  type PermissionLevel,
  type PermissionMap,
  readPermissionLevel,
  readPermissionMap,
  withLevel,
} from './fields/permission-map.js';
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
export type { InputReference } from './fields/references.js';
export { requireVersion, versionOf } from './fields/version.js';
export {
  type Comparable,
  type Condition,
  comparable,
  compareTexts,
  compareValues,
  isStored,
  meets,
  meetsAll,
  type OneOf,
  type PatternCondition,
  type Relation,
  type StoredCondition,
} from './listing/condition.js';
export {
  anyInteger,
  byId,
  fieldValue,
  isText,
  isWhole,
  type ListField,
  type ListFields,
  listFieldsOf,
  maskLength,
} from './listing/list-field.js';
export {
  historyLimits,
  maxBulkItems,
  maxPage,
  requireBounded,
  requireFewConditions,
  requireFewItems,
  requireHistory,
  requirePage,
  requireShortSort,
} from './listing/list-limits.js';
export { type ListQuery, type StoredQuery, selected } from './listing/list-query.js';
export { type Operator, operators, operatorsOf, readCondition } from './listing/read-condition.js';
export { maxDeleted, requireCondition, requireDeletable, requireSelection } from './listing/selected-deletion.js';
export {
  comparePositions,
  isCut,
  type Position,
  positionOf,
  readPosition,
  type Sort,
  type SortField,
  sortedCharacters,
  writePosition,
} from './listing/sort.js';
export { foldCase, occurrenceTest } from './listing/text-match.js';
export { type AddressRange, lowestUnused, rangeContains, rangeOf, rangeSize } from './net/address-range.js';
export { addressBits, type Family, IpAddress } from './net/ip-address.js';
export { readMacAddress } from './net/mac-address.js';
export { maxCellDepth, readCellLength } from './net/map-cells.js';
export { factsOf, type Ipv4Facts, type Ipv6Facts } from './net/network-facts.js';
export { hasNetworkAndBroadcast, Prefix } from './net/prefix.js';
export { isPublicAddress } from './net/public-address.js';
export { reverseZoneOfIpv6 } from './net/reverse-dns-name.js';
export {
  type Alarm,
  type AlarmEvent,
  type AlarmSettings,
  alarmEvents,
  alarmFields,
  alarmIn,
  changeOfAlarm,
  crossingOf,
  isAboveThreshold,
  percentUsed,
} from './notifications/alarm.js';
export {
  defaultSubscription,
  inOneLine,
  isMailAddress,
  type MailSettings,
  mailAddressForm,
  mailFields,
  mailSecurities,
} from './notifications/mail-settings.js';
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
export {
  isOfInterest,
  type NoticeContext,
  noticeOf,
  type PublishedChange,
  scanAuthor,
} from './notifications/notices-of-change.js';
export {
  isSubscribed,
  type MailLanguage,
  mailLanguages,
  maxSubscriptions,
  problemWithTopics,
  type Subscription,
  subscriptionFields,
  type Topic,
  topics,
} from './notifications/subscription.js';
export { isProbeable, NetworkScan, type RegisteredAddress, scansFor } from './scan/network-scan.js';
export {
  changesBy,
  discovered,
  hostnameAmong,
  type Observation,
  type TagRules,
  tagRules,
} from './scan/observation.js';
export {
  addressesAtOnce,
  defaultScanSettings,
  type ProbeLimits,
  type ProbePrograms,
  packetIntervalMs,
  probePrograms,
  probeTime,
  type ScanSettings,
  scanFields,
} from './scan/scan-settings.js';
export {
  checkSectionName,
  type OrderOfSubnets,
  type Section,
  sectionFields,
  subnetOrderFields,
} from './section/section.js';
export {
  type NewSection,
  type NewSectionFacts,
  SectionAggregate,
  type SectionChangeFacts,
  type SectionChanges,
  type SectionFacts,
} from './section/section-aggregate.js';
export { networkFor, networksFor } from './subnet/holding-network.js';
export type { ContainerChange, NetworkPair } from './subnet/merged-networks.js';
export { type OverlapScope, SubnetPosition, sectionUnknown } from './subnet/position.js';
export { Resize, type ResizeFacts } from './subnet/resize.js';
export { Split, type SplitChanges, type SplitFacts, type SplitRequest, type SplitSubnet } from './subnet/split.js';
export {
  asNetwork,
  checkSameNetwork,
  type ExpectedNetwork,
  type Folder,
  type Network,
  type Subnet,
  subnetFields,
  toSubnet,
} from './subnet/subnet.js';
export {
  type DescendantChanges,
  type MoveFacts,
  type NewSubnet,
  type NewSubnetFacts,
  type RequestedChange,
  SubnetAggregate,
  type SubnetChange,
  type SubnetChangeFacts,
  type SubnetChanges,
  type SubnetFacts,
} from './subnet/subnet-aggregate.js';
export { type TreeNode, treeOrder } from './subnet/tree-order.js';
export {
  type AddressSpace,
  type FreeSpace,
  isAssignable,
  NextFreeAddresses,
  requireAllocatable,
  spaceNeededFor,
  usableRange,
  usableSize,
} from './subnet/usable-addresses.js';
export {
  type CountedSubnet,
  noUsage,
  reservedTag,
  shareOf,
  sumOfShares,
  type Tally,
  type Usage,
  type UsageCounts,
  type UsageShare,
  usageOf,
  usedTag,
} from './subnet/usage.js';
export { type TagCount, UsageCalculation, type UsageFacts, type UsageNode } from './subnet/usage-calculation.js';
export { AddressPositions, type PositionProblem } from './transfer/address-positions.js';
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
export {
  afterRows,
  equalColumns,
  hasEnded,
  type ImportColumns,
  type ImportCounts,
  type ImportJob,
  type ImportState,
  importFields,
  importStates,
  maxImportLength,
  maxImportRows,
  maxImportsOfUser,
} from './transfer/import-job.js';
export { type ImportedValue, readImportedValue, type ValueLoss } from './transfer/imported-value.js';
export { importedLevels } from './transfer/inventory-level.js';
export { type Loss, lossNames } from './transfer/loss.js';
export { type MissingRecord, type ReferableKind, referableKinds } from './transfer/missing-records.js';
export { type ExistingNetwork, type ImportScope, NetworkIndex } from './transfer/network-index.js';
export { NumberSet } from './transfer/number-set.js';
export { type MisplacedSubnet, positionsOf, type SubnetPositions, type SubnetProblem } from './transfer/subnet-positions.js';
export { type Day, dayAt, dayNumber, dayOf, daysAfter, daysBetween, readDay } from './trends/day.js';
export { type Forecast, forecastDays, forecastOf } from './trends/forecast.js';
export {
  growthOf,
  type Ranking,
  type RankingPosition,
  rankings,
  readRankingPosition,
  writeRankingPosition,
} from './trends/ranking.js';
export {
  droppedAfterDays,
  expendableDays,
  growthBase,
  growthDays,
  maxPoints,
  monthlyAfterDays,
  type RecordedDay,
  type Resolution,
  resolutions,
  thinned,
  weeklyAfterDays,
} from './trends/retention.js';
export { isRecordingDue, type UsageHistorySettings, usageHistoryFields } from './trends/usage-history-settings.js';
export type { DaySpan, SectionUsagePoint, UsagePoint } from './trends/usage-point.js';
