/** Sections, subnets and addresses with their rules and field definitions. */
export { type Address, addressFields } from '../address/address.js';
export { AddressAggregate } from '../address/address-aggregate.js';
export { type KindName, kindNames, kindOf, kinds } from '../catalog/kinds.js';
export { type ErrorCode, type ErrorDetails, IpamError } from '../errors.js';
export {
  type CustomValues,
  defineFields,
  type FieldDefinition,
  type FieldSet,
  type FieldValue,
  type KnownKeysOnly,
  type RecordOf,
  type ValuesOf,
} from '../fields/field.js';
export { defineKind, type Kind, type KindRecord } from '../fields/kind.js';
export { type Input, readField, readFields, type WriteMode } from '../fields/read-fields.js';
export { requireVersion, versionOf } from '../fields/version.js';
export { type Condition, meets, meetsAll } from '../listing/condition.js';
export { type ListQuery, selected } from '../listing/list-query.js';
export type { Sort, SortField } from '../listing/sort.js';
export { IpAddress } from '../net/ip-address.js';
export { Prefix } from '../net/prefix.js';
export { checkSectionName, type Section, sectionFields } from '../section/section.js';
export { SectionAggregate } from '../section/section-aggregate.js';
export type { SubnetChange } from '../subnet/edit.js';
export { networkFor, networksFor } from '../subnet/holding-network.js';
export { type OverlapScope, SubnetPosition } from '../subnet/position.js';
export { Resize } from '../subnet/resize.js';
export { Split, type SplitRequest } from '../subnet/split.js';
export { asNetwork, type Folder, type Network, type Subnet, subnetFields, toSubnet } from '../subnet/subnet.js';
export { SubnetAggregate } from '../subnet/subnet-aggregate.js';
export { shareOf, sumOfShares, type Usage, type UsageCounts, type UsageShare, usageOf } from '../subnet/usage.js';
