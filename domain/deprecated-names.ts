/** Deprecated earlier names of exports. They remain until version 0.3. */

export {
  /** @deprecated Use liveKeysWithName. */
  liveKeysWithName as liveKeysNamed,
} from './access/access-key.js';
export type {
  /** @deprecated Use Authorizable. */
  Authorizable as Asker,
  /** @deprecated Use PrincipalOptions. */
  PrincipalOptions as PrincipalTerms,
} from './access/access-policy.js';
export {
  /** @deprecated Use conflictSeenBy. */
  conflictSeenBy as obstacleSeenBy,
  /** @deprecated Use levelToAddSubnet. */
  levelToAddSubnet as levelToPlaceSubnet,
  /** @deprecated Use unauthenticatedPrincipal. */
  unauthenticatedPrincipal as strangerPrincipal,
} from './access/access-policy.js';
export {
  /** @deprecated Use acceptsLegacyEncryption. */
  acceptsLegacyEncryption as takesLegacyEncryption,
  /** @deprecated Use canStoreDigest. */
  canStoreDigest as canKeepDigest,
  /** @deprecated Use publicApp. */
  publicApp as shownApp,
  /** @deprecated Use storedCode. */
  storedCode as keptCode,
} from './access/app.js';
export type {
  /** @deprecated Use ChangePosition. */
  ChangePosition as ToldPlace,
} from './access/change-visibility.js';
export {
  /** @deprecated Use canSeeChange. */
  canSeeChange as mayBeTold,
} from './access/change-visibility.js';
export type {
  /** @deprecated Use LevelDefinition. */
  LevelDefinition as GivenLevels,
} from './access/kind-level.js';
export type {
  /** @deprecated Use PermissionSource. */
  PermissionSource as NamedPermissions,
} from './access/permission-explanation.js';
export type {
  /** @deprecated Use ValidSeal. */
  ValidSeal as SoundSeal,
} from './access/request-seal.js';
export type {
  /** @deprecated Use FoundPosition. */
  FoundPosition as FoundPlace,
  /** @deprecated Use RequestedPosition. */
  RequestedPosition as WantedPlace,
} from './access/requested-position.js';
export {
  /** @deprecated Use permittedPosition. */
  permittedPosition as permittedPlace,
} from './access/requested-position.js';
export {
  /** @deprecated Use findRole. */
  findRole as roleNamed,
} from './access/role.js';
export {
  /** @deprecated Use publicSettings. */
  publicSettings as shownSettings,
} from './access/settings.js';
export {
  /** @deprecated Use withAbandoned. */
  withAbandoned as withGivenUp,
} from './access/sign-in-block.js';
export {
  /** @deprecated Use findGroup. */
  findGroup as groupNamed,
} from './access/user.js';
export {
  /** @deprecated Use positionInput. */
  positionInput as placeGiven,
  /** @deprecated Use unseen. */
  unseen as neverSeen,
} from './address/address.js';
export type {
  /** @deprecated Use AddressCriteria. */
  AddressCriteria as AddressWish,
} from './allocation/address-criteria.js';
export {
  /** @deprecated Use addressCriteriaFields. */
  addressCriteriaFields as addressWishFields,
  /** @deprecated Use defaultAddressCriteria. */
  defaultAddressCriteria as plainWish,
  /** @deprecated Use readAddressCriteria. */
  readAddressCriteria as readAddressWish,
} from './allocation/address-criteria.js';
export type {
  /** @deprecated Use GapQuery. */
  GapQuery as GapLook,
} from './allocation/address-search.js';
export {
  /** @deprecated Use ExaminedCandidates. */
  ExaminedCandidates as TriedCandidates,
} from './allocation/candidates.js';
export type {
  /** @deprecated Use SkippedRange. */
  SkippedRange as PassedOver,
} from './allocation/explanation.js';
export {
  /** @deprecated Use examinedRange. */
  examinedRange as lookedAt,
  /** @deprecated Use summaryOf. */
  summaryOf as seenOf,
} from './allocation/explanation.js';
export {
  /** @deprecated Use freePrefixesIn. */
  freePrefixesIn as foundFree,
} from './allocation/free-prefixes.js';
export {
  /** @deprecated Use childOfSplit. */
  childOfSplit as partOfSplit,
  /** @deprecated Use explicitSpace. */
  explicitSpace as namedSpace,
} from './allocation/space-request.js';
export {
  /** @deprecated Use withinRange. */
  withinRange as withinNamed,
} from './allocation/stored-range.js';
export type {
  /** @deprecated Use BlockQuery. */
  BlockQuery as BlockLook,
  /** @deprecated Use SubnetCriteria. */
  SubnetCriteria as SubnetWish,
} from './allocation/subnet-choice.js';
export {
  /** @deprecated Use queriesFor. */
  queriesFor as looksFor,
  /** @deprecated Use readSubnetCriteria. */
  readSubnetCriteria as readSubnetWish,
  /** @deprecated Use subnetCriteriaFields. */
  subnetCriteriaFields as subnetWishFields,
} from './allocation/subnet-choice.js';
export type {
  /** @deprecated Use NatObjectType. */
  NatObjectType as NatSort,
} from './catalog/nat-objects.js';
export {
  /** @deprecated Use natObjectTypes. */
  natObjectTypes as natSorts,
} from './catalog/nat-objects.js';
export {
  /** @deprecated Use retryDelayAfter. */
  retryDelayAfter as pauseAfter,
} from './changes/retry.js';
export {
  /** @deprecated Use maxStoredDeliveries. */
  maxStoredDeliveries as maxDeliveriesKept,
} from './changes/webhook.js';
export {
  /** @deprecated Use expectedForward. */
  expectedForward as wantedForward,
  /** @deprecated Use expectedReverse. */
  expectedReverse as wantedReverse,
  /** @deprecated Use expectedReverseName. */
  expectedReverseName as wantedReverseName,
} from './dns/expected-records.js';
export type {
  /** @deprecated Use Retention. */
  Retention as Keeping,
} from './dns/record-set.js';
export type {
  /** @deprecated Use InputFields. */
  InputFields as GivenFields,
} from './fields/administered-field.js';
export type {
  /** @deprecated Use SplitInput. */
  SplitInput as PartedInput,
} from './fields/custom-input.js';
export {
  /** @deprecated Use splitCustom. */
  splitCustom as partCustom,
} from './fields/custom-input.js';
export type {
  /** @deprecated Use SplitHold. */
  SplitHold as PartedHold,
} from './fields/hold.js';
export {
  /** @deprecated Use checkSubnetHold. */
  checkSubnetHold as checkHeldSubnet,
  /** @deprecated Use holdFrom. */
  holdFrom as heldFrom,
  /** @deprecated Use holdTag. */
  holdTag as heldTag,
  /** @deprecated Use inputWithHold. */
  inputWithHold as inputOfHeld,
  /** @deprecated Use splitHold. */
  splitHold as partHold,
} from './fields/hold.js';
export type {
  /** @deprecated Use CustomInputValues. */
  CustomInputValues as GivenCustomValues,
  /** @deprecated Use InputValue. */
  InputValue as GivenValue,
} from './fields/inputs.js';
export type {
  /** @deprecated Use InputReference. */
  InputReference as NamedReference,
} from './fields/references.js';
export type {
  /** @deprecated Use RegisteredAddress. */
  RegisteredAddress as KnownAddress,
} from './scan/network-scan.js';
export {
  /** @deprecated Use packetIntervalMs. */
  packetIntervalMs as pauseBetweenPackets,
} from './scan/scan-settings.js';
export {
  /** @deprecated Use SubnetPosition. */
  SubnetPosition as Place,
} from './subnet/position.js';
export type {
  /** @deprecated Use SplitSubnet. */
  SplitSubnet as SplitPart,
} from './subnet/split.js';
export type {
  /** @deprecated Use ExpectedNetwork. */
  ExpectedNetwork as NamedNetwork,
} from './subnet/subnet.js';
export type {
  /** @deprecated Use PositionProblem. */
  PositionProblem as PlaceProblem,
} from './transfer/address-positions.js';
export {
  /** @deprecated Use AddressPositions. */
  AddressPositions as AddressPlaces,
} from './transfer/address-positions.js';
export {
  /** @deprecated Use markedId. */
  markedId as idMarked,
  /** @deprecated Use markedName. */
  markedName as nameMarked,
} from './transfer/columns.js';
export type {
  /** @deprecated Use ImportedValue. */
  ImportedValue as ForeignValue,
} from './transfer/imported-value.js';
export {
  /** @deprecated Use readImportedValue. */
  readImportedValue as readForeignValue,
} from './transfer/imported-value.js';
export type {
  /** @deprecated Use ExistingNetwork. */
  ExistingNetwork as KnownNetwork,
  /** @deprecated Use ImportScope. */
  ImportScope as NetworkPlaces,
} from './transfer/network-index.js';
export type {
  /** @deprecated Use SubnetPositions. */
  SubnetPositions as SubnetPlaces,
} from './transfer/subnet-positions.js';
export {
  /** @deprecated Use positionsOf. */
  positionsOf as placesOf,
} from './transfer/subnet-positions.js';
