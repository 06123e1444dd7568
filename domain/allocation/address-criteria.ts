import { IpamError } from '../errors.js';
import { defineFields } from '../fields/field.js';
import { type Input, readFields } from '../fields/read-fields.js';
import type { AddressRange } from '../net/address-range.js';
import type { IpAddress } from '../net/ip-address.js';
import { type AddressSpace, usableRange } from '../subnet/usable-addresses.js';
import { clippedRange } from './free-ranges.js';

export const addressPolicies = ['lowest', 'highest', 'random'] as const;
export type AddressPolicy = (typeof addressPolicies)[number];

export const maxAddresses = 4096;

/** One week in minutes. Release times are stored for this time. */
export const maxQuarantine = 10_080;

export const addressCriteriaFields = defineFields({
  count: { type: 'integer', min: 1, max: maxAddresses, default: 1 },
  contiguous: { type: 'flag' },
  policy: { type: 'enum', values: addressPolicies, default: 'lowest' },
  from: { type: 'address' },
  to: { type: 'address' },
  quarantine: { type: 'integer', min: 0, max: maxQuarantine, default: 0 },
  range: { type: 'text', max: 64 },
});

export interface AddressCriteria {
  /** 1 to maxAddresses. An allocation returns all of them or fails. */
  readonly count: number;
  readonly isContiguous: boolean;
  readonly policy: AddressPolicy;
  /** Requested range, both ends inclusive. Default: the whole network. */
  readonly from?: IpAddress | undefined;
  readonly to?: IpAddress | undefined;
  /** Minimum time since the release of an address, 0 to maxQuarantine minutes. */
  readonly quarantine: number;
  /** Name of the stored range to allocate from. Default: all addresses except excluded ranges. */
  readonly range?: string | undefined;
}

export const defaultAddressCriteria: AddressCriteria = { count: 1, isContiguous: false, policy: 'lowest', quarantine: 0 };

/** @throws IpamError those of readFields */
export function readAddressCriteria(input: Input): AddressCriteria {
  const { count, contiguous, policy, from, to, quarantine, range } = readFields(addressCriteriaFields, input, 'create');
  return {
    count: count ?? defaultAddressCriteria.count,
    isContiguous: contiguous,
    policy: addressPolicies.find((known) => known === policy) ?? defaultAddressCriteria.policy,
    from: from ?? undefined,
    to: to ?? undefined,
    quarantine: quarantine ?? defaultAddressCriteria.quarantine,
    range: range ?? undefined,
  };
}

/** The assignable addresses in the requested range; undefined for an empty range. @throws IpamError those of checkEnds */
export function searchedRange(space: AddressSpace, { from, to }: Pick<AddressCriteria, 'from' | 'to'>): AddressRange | undefined {
  checkEnds({ from, to });
  return clippedRange(usableRange(space), { from, to });
}

/** @throws IpamError allocation.rangeMixed for different families, allocation.rangeInvalid if `from` is above `to` */
export function checkEnds({ from, to }: Pick<AddressCriteria, 'from' | 'to'>): void {
  if (!from || !to) return;
  if (from.family !== to.family) throw new IpamError('allocation.rangeMixed');
  if (from.value > to.value) throw new IpamError('allocation.rangeInvalid');
}
