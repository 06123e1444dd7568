/** Earlier names of exports, until version 0.3. */

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
  /** @deprecated Use publicSettings. */
  publicSettings as shownSettings,
} from './access/settings.js';
export {
  /** @deprecated Use withAbandoned. */
  withAbandoned as withGivenUp,
} from './access/sign-in-block.js';
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
  /** @deprecated Use PositionProblem. */
  PositionProblem as PlaceProblem,
} from './transfer/address-positions.js';
export {
  /** @deprecated Use AddressPositions. */
  AddressPositions as AddressPlaces,
} from './transfer/address-positions.js';
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
