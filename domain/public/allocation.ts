/** Free addresses and free networks: gaps, policies, holds and explanations. */
export { chooseAddresses, type Draw } from '../allocation/address-choice.js';
export {
  type AddressCriteria,
  type AddressPolicy,
  addressPolicies,
  defaultAddressCriteria,
  readAddressCriteria,
} from '../allocation/address-criteria.js';
export { AddressSearch, type GapOrder, type GapQuery, gapsWithin } from '../allocation/address-search.js';
export {
  type AllocationRefusal,
  type Explanation,
  explanationOf,
  type Reason,
  reasons,
  refusals,
} from '../allocation/explanation.js';
export {
  firstFreePrefix,
  fitsInto,
  freePrefixes,
  freePrefixesIn,
  gapsBetween,
  lastFreePrefix,
  prefixesWithin,
  prefixWithin,
} from '../allocation/free-prefixes.js';
export { type End, type Gap, largestBlockLength, withoutRange, withRange } from '../allocation/free-ranges.js';
export { type Band, type BandedGap, bands, gapsInBand } from '../allocation/stored-range.js';
export {
  type BlockQuery,
  chooseSubnet,
  readSubnetCriteria,
  type SubnetCriteria,
  type SubnetPolicy,
  subnetPolicies,
} from '../allocation/subnet-choice.js';
export { changeOfHold, type Holdable, holdFrom, isHoldOver, maxHold } from '../fields/hold.js';
export {
  type AddressSpace,
  type FreeSpace,
  isAssignable,
  NextFreeAddresses,
  spaceNeededFor,
  usableRange,
  usableSize,
} from '../subnet/usable-addresses.js';
