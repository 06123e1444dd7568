import { IpamError } from '../errors.js';
import { defineFields } from '../fields/field.js';
import { type Input, readFields } from '../fields/read-fields.js';
import type { AddressRange } from '../net/address-range.js';
import type { IpAddress } from '../net/ip-address.js';
import { type AddressSpace, usableRange } from '../subnet/usable-addresses.js';

/** Which of the free addresses are taken: those with the lowest numbers, the highest, or any, each as likely as the others. */
export const addressPolicies = ['lowest', 'highest', 'random'] as const;
export type AddressPolicy = (typeof addressPolicies)[number];

/** Most addresses of one request. */
export const maxAddresses = 4096;

/** For how many minutes it is known when an address was freed: a week. */
export const maxQuarantine = 10_080;

/** What callers say of the addresses that they want. */
export const addressCriteriaFields = defineFields({
  count: { type: 'integer', min: 1, max: maxAddresses, default: 1 },
  contiguous: { type: 'flag' },
  policy: { type: 'enum', values: addressPolicies, default: 'lowest' },
  from: { type: 'address' },
  to: { type: 'address' },
  quarantine: { type: 'integer', min: 0, max: maxQuarantine, default: 0 },
});

/** What free addresses somebody wants. */
export interface AddressCriteria {
  /** 1 to maxAddresses; all of them or none. */
  readonly count: number;
  /** Whether they follow each other without a gap. */
  readonly isContiguous: boolean;
  readonly policy: AddressPolicy;
  /** Where they lie, both ends included; the ends of the network where nothing is said. */
  readonly from?: IpAddress | undefined;
  readonly to?: IpAddress | undefined;
  /** Minutes that must have passed since an address was freed, 0 to maxQuarantine. */
  readonly quarantine: number;
}

/** The lowest free address. */
export const defaultAddressCriteria: AddressCriteria = { count: 1, isContiguous: false, policy: 'lowest', quarantine: 0 };

/** Reads what a caller says. @throws IpamError as readFields does */
export function readAddressCriteria(input: Input): AddressCriteria {
  const { count, contiguous, policy, from, to, quarantine } = readFields(addressCriteriaFields, input, 'create');
  return {
    count: count ?? defaultAddressCriteria.count,
    isContiguous: contiguous,
    policy: addressPolicies.find((known) => known === policy) ?? defaultAddressCriteria.policy,
    from: from ?? undefined,
    to: to ?? undefined,
    quarantine: quarantine ?? defaultAddressCriteria.quarantine,
  };
}

/**
 * Where addresses that are wanted can lie: what hosts may have of a network, within the ends that the wish names.
 * @returns undefined where that is nowhere
 * @throws IpamError as checkEnds does
 */
export function searchedRange(space: AddressSpace, { from, to }: Pick<AddressCriteria, 'from' | 'to'>): AddressRange | undefined {
  checkEnds({ from, to });
  const usable = usableRange(space);
  if ([from, to].some((end) => end && end.family !== usable.first.family)) return undefined;
  const first = from && from.value > usable.first.value ? from : usable.first;
  const last = to && to.value < usable.last.value ? to : usable.last;
  return first.value > last.value ? undefined : { first, last };
}

/**
 * Checks the ends of where something is to lie.
 * @throws IpamError allocation.rangeMixed when they are of two families, allocation.rangeInvalid when the first lies behind the last
 */
export function checkEnds({ from, to }: Pick<AddressCriteria, 'from' | 'to'>): void {
  if (!from || !to) return;
  if (from.family !== to.family) throw new IpamError('allocation.rangeMixed');
  if (from.value > to.value) throw new IpamError('allocation.rangeInvalid');
}
