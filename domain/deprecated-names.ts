/** Deprecated earlier names of exports. They remain until version 0.3. */

export {
  /** @deprecated Use AddressCriteria. */
  type AddressCriteria as AddressWish,
  /** @deprecated Use AddressPositions. */
  AddressPositions as AddressPlaces,
  /** @deprecated Use Authorizable. */
  type Authorizable as Asker,
  /** @deprecated Use acceptsLegacyEncryption. */
  acceptsLegacyEncryption as takesLegacyEncryption,
  /** @deprecated Use addressCriteriaFields. */
  addressCriteriaFields as addressWishFields,
  /** @deprecated Use BlockQuery. */
  type BlockQuery as BlockLook,
  /** @deprecated Use ChangePosition. */
  type ChangePosition as ToldPlace,
  /** @deprecated Use CustomInputValues. */
  type CustomInputValues as GivenCustomValues,
  /** @deprecated Use canSeeChange. */
  canSeeChange as mayBeTold,
  /** @deprecated Use canStoreDigest. */
  canStoreDigest as canKeepDigest,
  /** @deprecated Use checkSubnetHold. */
  checkSubnetHold as checkHeldSubnet,
  /** @deprecated Use childOfSplit. */
  childOfSplit as partOfSplit,
  /** @deprecated Use conflictSeenBy. */
  conflictSeenBy as obstacleSeenBy,
  /** @deprecated Use defaultAddressCriteria. */
  defaultAddressCriteria as plainWish,
  /** @deprecated Use ExaminedCandidates. */
  ExaminedCandidates as TriedCandidates,
  /** @deprecated Use ExistingNetwork. */
  type ExistingNetwork as KnownNetwork,
  /** @deprecated Use ExpectedNetwork. */
  type ExpectedNetwork as NamedNetwork,
  /** @deprecated Use examinedRange. */
  examinedRange as lookedAt,
  /** @deprecated Use expectedForward. */
  expectedForward as wantedForward,
  /** @deprecated Use expectedReverse. */
  expectedReverse as wantedReverse,
  /** @deprecated Use expectedReverseName. */
  expectedReverseName as wantedReverseName,
  /** @deprecated Use explicitSpace. */
  explicitSpace as namedSpace,
  /** @deprecated Use FoundPosition. */
  type FoundPosition as FoundPlace,
  /** @deprecated Use findGroup. */
  findGroup as groupNamed,
  /** @deprecated Use findRole. */
  findRole as roleNamed,
  /** @deprecated Use freePrefixesIn. */
  freePrefixesIn as foundFree,
  /** @deprecated Use GapQuery. */
  type GapQuery as GapLook,
  /** @deprecated Use holdFrom. */
  holdFrom as heldFrom,
  /** @deprecated Use holdTag. */
  holdTag as heldTag,
  /** @deprecated Use ImportedValue. */
  type ImportedValue as ForeignValue,
  /** @deprecated Use ImportScope. */
  type ImportScope as NetworkPlaces,
  /** @deprecated Use InputFields. */
  type InputFields as GivenFields,
  /** @deprecated Use InputReference. */
  type InputReference as NamedReference,
  /** @deprecated Use InputValue. */
  type InputValue as GivenValue,
  /** @deprecated Use inputWithHold. */
  inputWithHold as inputOfHeld,
  /** @deprecated Use LevelDefinition. */
  type LevelDefinition as GivenLevels,
  /** @deprecated Use levelToAddSubnet. */
  levelToAddSubnet as levelToPlaceSubnet,
  /** @deprecated Use liveKeysWithName. */
  liveKeysWithName as liveKeysNamed,
  /** @deprecated Use markedId. */
  markedId as idMarked,
  /** @deprecated Use markedName. */
  markedName as nameMarked,
  /** @deprecated Use maxStoredDeliveries. */
  maxStoredDeliveries as maxDeliveriesKept,
  /** @deprecated Use NatObjectType. */
  type NatObjectType as NatSort,
  /** @deprecated Use natObjectTypes. */
  natObjectTypes as natSorts,
  /** @deprecated Use PermissionSource. */
  type PermissionSource as NamedPermissions,
  /** @deprecated Use PositionProblem. */
  type PositionProblem as PlaceProblem,
  /** @deprecated Use PrincipalOptions. */
  type PrincipalOptions as PrincipalTerms,
  /** @deprecated Use packetIntervalMs. */
  packetIntervalMs as pauseBetweenPackets,
  /** @deprecated Use permittedPosition. */
  permittedPosition as permittedPlace,
  /** @deprecated Use positionInput. */
  positionInput as placeGiven,
  /** @deprecated Use positionsOf. */
  positionsOf as placesOf,
  /** @deprecated Use publicApp. */
  publicApp as shownApp,
  /** @deprecated Use publicSettings. */
  publicSettings as shownSettings,
  /** @deprecated Use queriesFor. */
  queriesFor as looksFor,
  /** @deprecated Use RegisteredAddress. */
  type RegisteredAddress as KnownAddress,
  /** @deprecated Use RequestedPosition. */
  type RequestedPosition as WantedPlace,
  /** @deprecated Use Retention. */
  type Retention as Keeping,
  /** @deprecated Use readAddressCriteria. */
  readAddressCriteria as readAddressWish,
  /** @deprecated Use readImportedValue. */
  readImportedValue as readForeignValue,
  /** @deprecated Use readSubnetCriteria. */
  readSubnetCriteria as readSubnetWish,
  /** @deprecated Use retryDelayAfter. */
  retryDelayAfter as pauseAfter,
  /** @deprecated Use SkippedRange. */
  type SkippedRange as PassedOver,
  /** @deprecated Use SplitHold. */
  type SplitHold as PartedHold,
  /** @deprecated Use SplitInput. */
  type SplitInput as PartedInput,
  /** @deprecated Use SplitSubnet. */
  type SplitSubnet as SplitPart,
  /** @deprecated Use SubnetCriteria. */
  type SubnetCriteria as SubnetWish,
  /** @deprecated Use SubnetPosition. */
  SubnetPosition as Place,
  /** @deprecated Use SubnetPositions. */
  type SubnetPositions as SubnetPlaces,
  /** @deprecated Use splitCustom. */
  splitCustom as partCustom,
  /** @deprecated Use splitHold. */
  splitHold as partHold,
  /** @deprecated Use storedCode. */
  storedCode as keptCode,
  /** @deprecated Use subnetCriteriaFields. */
  subnetCriteriaFields as subnetWishFields,
  /** @deprecated Use summaryOf. */
  summaryOf as seenOf,
  /** @deprecated Use unauthenticatedPrincipal. */
  unauthenticatedPrincipal as strangerPrincipal,
  /** @deprecated Use unseen. */
  unseen as neverSeen,
  /** @deprecated Use ValidSeal. */
  type ValidSeal as SoundSeal,
  /** @deprecated Use withAbandoned. */
  withAbandoned as withGivenUp,
  /** @deprecated Use withinRange. */
  withinRange as withinNamed,
} from './current-names.js';
