import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import type { CustomValues, ValuesOf } from '../fields/field.js';
import { changeOfHold, splitHold } from '../fields/hold.js';
import type { Input } from '../fields/read-fields.js';
import { readChangeBesideHold } from '../fields/record-input.js';
import { requireGroups, requireReferences } from '../fields/references.js';
import type { IpAddress } from '../net/ip-address.js';
import { readId } from '../scalar-text.js';
import type { Section } from '../section/section.js';
import { sectionUnknown } from './position.js';
import { checkSameNetwork, type ExpectedNetwork, type Network, type Subnet, subnetFields } from './subnet.js';
import { isAssignable } from './usable-addresses.js';

export type SubnetChange = Partial<ValuesOf<typeof subnetFields>>;

export interface SubnetFacts {
  readonly definitions: readonly CustomField[];
  /** Fields with looked-up records, in the order of the checks. */
  readonly references: readonly string[];
  /** Fields with a missing record. */
  readonly missing: ReadonlySet<string>;
  /** Whether the linked subnet is missing or hidden. */
  readonly isLinkMissing: boolean;
}

export interface SubnetInputFacts extends SubnetFacts {
  /** The existing groups among those of the input. */
  readonly groups: ReadonlySet<number>;
}

export interface MoveFacts {
  /** Ids of the new master and its ancestors. */
  readonly ancestors: Iterable<number>;
  /** The overlapping network in the overlap scope, reduced to the members visible to the caller. */
  readonly conflict: Network | undefined;
}

export interface DescendantChanges {
  readonly changes: Pick<Subnet, 'sectionId' | 'permissions'>;
  /** The new section if it is strict. Its networks must be checked for overlaps after the move of descendants. */
  readonly strictSection: Section | undefined;
}

/** The consequences of a new position. */
export interface SubnetMove {
  /** The permissions of the new section; empty if the section does not change. */
  readonly changes: Partial<Pick<Subnet, 'permissions'>>;
  /** Defined if the section changes. */
  readonly descendants: DescendantChanges | undefined;
}

export interface EditFacts {
  /** Required if the edit is a move. */
  readonly move: SubnetMove | undefined;
  /** A registered address among addressesLost, if any. */
  readonly lostAddress: IpAddress | undefined;
  /** Current time, as a stored timestamp. */
  readonly at: string;
}

export interface SubnetChanges {
  readonly changes: Partial<Omit<Subnet, 'id'>>;
  /** Defined if descendants change too. */
  readonly descendants: DescendantChanges | undefined;
}

/** Checked before other fields. */
export const firstReferences = ['vlanId', 'vrfId'];

const positionFields = ['sectionId', 'masterSubnetId', 'vrfId'] as const;

/** A change of fields. The input is validated first, because the values determine the records to lock. */
export class Edit {
  readonly values: SubnetChange;
  readonly #subnet: Subnet;
  readonly #custom: CustomValues;
  /** Seconds; undefined if not sent. */
  readonly #hold: number | undefined;

  /**
   * @param expectedNetwork the network in the input
   * @throws IpamError subnet.networkFixed, subnet.maskFixed, field.*, field.reference, record.nothingToChange,
   *   permission.groupUnknown, subnet.folderFixed
   */
  constructor(subnet: Subnet, input: Input, expectedNetwork: ExpectedNetwork, facts: SubnetInputFacts) {
    const { definitions, references, missing, isLinkMissing, groups } = facts;
    checkSameNetwork(subnet, expectedNetwork);
    if ('sectionId' in input && !readId(input.sectionId)) throw sectionUnknown(input.sectionId);
    const { hold, others } = splitHold(input, definitions);
    requireReferences(subnetFields, firstReferences, others, missing);
    const { values, custom } = readChangeBesideHold(definitions, subnetFields, others, hold);
    requireReferences(subnetFields, references, others, missing);
    requireGroups(values.permissions, groups);
    if (values.linked_subnet !== subnet.linked_subnet) requireLink(values.linked_subnet, isLinkMissing);
    if ('isFolder' in values && values.isFolder !== subnet.isFolder) throw new IpamError('subnet.folderFixed');
    this.#subnet = subnet;
    this.values = values;
    this.#custom = custom;
    this.#hold = hold;
  }

  get isMove(): boolean {
    return isMovedBy(this.#subnet, this.values);
  }

  /** Whether a concurrent request moved or resized the subnet. @param current the locked record */
  isOutdatedBy(current: Subnet): boolean {
    const { sectionId, masterSubnetId, vrfId, prefix } = current;
    return isMovedBy(this.#subnet, { sectionId, masterSubnetId, vrfId }) || String(this.#subnet.prefix) !== String(prefix);
  }

  /** The network and broadcast address, if the change ends a pool. @param current the locked record */
  addressesLost(current: Subnet): IpAddress[] {
    if (this.values.isPool !== false || !current.isPool || current.isFolder) return [];
    const { prefix } = current;
    return [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ prefix, isPool: false }, ip));
  }

  /** @param current the locked record @throws IpamError subnet.poolInUse, hold.none, hold.tag */
  changes(current: Subnet, { move, lostAddress, at }: EditFacts): SubnetChanges {
    if (lostAddress) throw new IpamError('subnet.poolInUse');
    const ofHold = changeOfHold(current, { hold: this.#hold, tag: this.values.tag }, at);
    return { changes: { ...this.values, ...ofHold, ...move?.changes, custom: this.#custom }, descendants: move?.descendants };
  }
}

/** @throws IpamError field.reference */
export function requireLink(id: number | null | undefined, isMissing: boolean): void {
  if (id && isMissing) throw new IpamError('field.reference', { field: 'linked_subnet', id });
}

const isMovedBy = (subnet: Subnet, change: SubnetChange): boolean =>
  positionFields.some((name) => name in change && change[name] !== subnet[name]);
