import { defineKind } from '../../fields/kind.js';

/** Informational only. */
export const rangePurposes = ['reserved', 'dhcp', 'static', 'pool'] as const;
export type RangePurpose = (typeof rangePurposes)[number];

/** never: not allocated; named: requests need the name of the range; first: before the other addresses of the network */
export const rangeAllocations = ['never', 'named', 'first'] as const;
export type RangeAllocation = (typeof rangeAllocations)[number];

/** Consecutive addresses of a network with a common purpose. The ranges of a network do not overlap. */
export const range = defineKind({
  name: 'range',
  title: 'ranges',
  fields: {
    subnetId: { type: 'reference', ref: { kind: 'subnet', onDelete: 'cascade' }, required: true, writeOnce: true },
    name: { type: 'text', max: 64, required: true, notBlank: true },
    first: { type: 'address', required: true },
    last: { type: 'address', required: true },
    purpose: { type: 'enum', values: rangePurposes, default: 'reserved', nullIsNotSent: true },
    allocation: { type: 'enum', values: rangeAllocations, default: 'never', nullIsNotSent: true },
    description: { type: 'multiline', max: 65535 },
    editDate: { type: 'timestamp', readOnly: true },
  },
  within: 'subnetId',
  bandsAddresses: true,
  uniqueTogether: [['subnetId', 'name']],
});
