import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import type { CustomValues, FieldValue, ValuesOf } from '../fields/field.js';
import { changeOfHold, checkSubnetHold, holdFrom, inputWithHold, splitHold } from '../fields/hold.js';
import type { PermissionMap } from '../fields/permission-map.js';
import { type Input, readField, wrongAddress } from '../fields/read-fields.js';
import { readChangeBesideHold, readRecordInput } from '../fields/record-input.js';
import { requireGroups, requireReferences } from '../fields/references.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { readId } from '../scalar-text.js';
import { type SubnetPosition, sectionUnknown } from './position.js';
import { Resize } from './resize.js';
import { Split, type SplitRequest } from './split.js';
import { asNetwork, checkSameNetwork, type ExpectedNetwork, type Network, type Subnet, subnetFields } from './subnet.js';
import { type FreeSpace, isAssignable, NextFreeAddresses } from './usable-addresses.js';
import { shareOf, type Usage, type UsageCounts, usageOf } from './usage.js';

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

export interface NewSubnetFacts extends SubnetFacts {
  /** Values that override field defaults. */
  readonly defaults: Readonly<Record<string, FieldValue>>;
  /** The overlapping network in the overlap scope, reduced to the members visible to the caller. */
  readonly conflict: Network | undefined;
  /** Current time, as a stored timestamp. */
  readonly at: string;
}

export type NewSubnet = Omit<Subnet, 'id'>;

/** Validated input, independent of the subnet's state. */
export interface RequestedChange {
  readonly values: SubnetChange;
  readonly custom: CustomValues;
  /** Seconds; undefined if not sent. */
  readonly hold: number | undefined;
}

export interface MoveFacts {
  /** Ids of the new master and its ancestors. */
  readonly ancestors: Iterable<number>;
  /** The overlapping network in the overlap scope, reduced to the members visible to the caller. */
  readonly conflict: Network | undefined;
}

/** The subnet must be locked. */
export interface SubnetChangeFacts {
  /** The new position; undefined if it does not change. */
  readonly position: SubnetPosition | undefined;
  /** A registered address among addressesLostBy, if any. */
  readonly lostAddress: IpAddress | undefined;
  /** Current time, as a stored timestamp. */
  readonly at: string;
}

export interface DescendantChanges {
  readonly sectionId: number;
  readonly permissions: PermissionMap | null;
}

export interface SubnetChanges {
  readonly changes: Partial<NewSubnet>;
  /** Defined if the section changes. */
  readonly descendants: DescendantChanges | undefined;
}

/** Checked before other fields. */
const firstReferences = ['vlanId', 'vrfId'];

/** A network or folder with its rules. Methods receive facts about other records and return changes for the repository. */
export class SubnetAggregate {
  readonly record: Subnet;

  constructor(record: Subnet) {
    this.record = record;
  }

  /**
   * The permissions come from the position, not from the input.
   * @param prefix null for a folder
   * @throws IpamError field.type of vrfId, subnet.overlap*, hold.folder, field.reference of vlanId and vrfId, hold.tag,
   *   field.*, field.reference, in this order
   */
  static create(
    position: SubnetPosition,
    prefix: Prefix | null,
    { permissions: _permissions, ...input }: Input,
    { definitions, defaults, references, missing, isLinkMissing, conflict, at }: NewSubnetFacts,
  ): NewSubnet {
    SubnetAggregate.vrfOf(input);
    if (prefix) position.refuseOverlap(prefix, conflict);
    const { hold, others } = splitHold(input, definitions);
    checkSubnetHold(prefix, hold);
    requireReferences(subnetFields, firstReferences, others, missing);
    const shape = { fields: subnetFields, defaults };
    const { values, custom } = readRecordInput(definitions, shape, inputWithHold(others, hold), 'create');
    requireLink(values.linked_subnet, isLinkMissing);
    requireReferences(subnetFields, references, others, missing);
    const { permissions } = position;
    return { ...values, ...holdFrom(at, hold), prefix, isFolder: prefix === null, permissions, custom };
  }

  /** @throws IpamError field.type, field.range */
  static vrfOf({ vrfId }: Input): number | null {
    return readField('vrfId', subnetFields.vrfId, vrfId ?? null);
  }

  /** The id of the linked subnet; null if absent or invalid. */
  static linkOf({ linked_subnet: input }: Input): number | null {
    try {
      return readField('linked_subnet', subnetFields.linked_subnet, input ?? null);
    } catch {
      return null; // reported when the field is read
    }
  }

  /**
   * @param expectedNetwork the network in the input
   * @param facts with groups: the existing groups among those of the input
   * @throws IpamError subnet.networkFixed, subnet.maskFixed, field.*, field.reference, record.nothingToChange,
   *   permission.groupUnknown, subnet.folderFixed
   */
  readChange(
    input: Input,
    expectedNetwork: ExpectedNetwork,
    { definitions, references, missing, isLinkMissing, groups }: SubnetFacts & { readonly groups: ReadonlySet<number> },
  ): RequestedChange {
    checkSameNetwork(this.record, expectedNetwork);
    if ('sectionId' in input && !readId(input.sectionId)) throw sectionUnknown(input.sectionId);
    const { hold, others } = splitHold(input, definitions);
    requireReferences(subnetFields, firstReferences, others, missing);
    const { values, custom } = readChangeBesideHold(definitions, subnetFields, others, hold);
    requireReferences(subnetFields, references, others, missing);
    requireGroups(values.permissions, groups);
    if (values.linked_subnet !== this.record.linked_subnet) requireLink(values.linked_subnet, isLinkMissing);
    this.checkKind(values);
    return { values, custom, hold };
  }

  /** @throws IpamError subnet.cycle, subnet.overlap* */
  moveTo(position: SubnetPosition, { ancestors, conflict }: MoveFacts): void {
    position.refuseCycle(this.record.id, ancestors);
    if (this.record.prefix) position.refuseOverlap(this.record.prefix, conflict);
  }

  /** A subnet in another section gets the permissions of that section. @throws IpamError subnet.poolInUse, hold.none, hold.tag */
  change({ values, custom, hold }: RequestedChange, { position, lostAddress, at }: SubnetChangeFacts): SubnetChanges {
    this.refuseLostAddress(lostAddress);
    const ofHold = changeOfHold(this.record, { hold, tag: values.tag }, at);
    const section = position?.section.id === this.record.sectionId ? undefined : position?.section;
    const descendants = section && { sectionId: section.id, permissions: section.permissions };
    const changes = { ...values, ...ofHold, ...(section && { permissions: section.permissions }), custom };
    return { changes, descendants };
  }

  /**
   * Requires that a child fits into this subnet. A folder accepts every child. A network accepts smaller networks inside it.
   * @param prefix of the child; null for a folder
   * @throws IpamError subnet.masterNotFolder, subnet.outsideMaster
   */
  checkChild(prefix: Prefix | null): void {
    if (this.record.isFolder) return;
    if (prefix === null) throw new IpamError('subnet.masterNotFolder');
    if (!this.record.prefix.containsStrictly(prefix)) throw new IpamError('subnet.outsideMaster');
  }

  /** A folder accepts any address, a network only assignable addresses. @throws IpamError address.notInSubnet */
  checkAddress(ip: IpAddress): void {
    if (this.record.isFolder || isAssignable(this.record, ip)) return;
    throw new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: this.record.prefix.toString() });
  }

  /** @param isTaken whether the subnet has this IP @param id the unvalidated IP @throws IpamError field.type, address.exists */
  positionOfNew(ip: IpAddress | undefined, isTaken: boolean, id?: unknown): IpAddress {
    if (!ip) throw wrongAddress('ip', id);
    if (isTaken) throw new IpamError('address.exists');
    return ip;
  }

  /** @throws IpamError allocation.oneGateway for several gateways */
  checkGateways(count: number, areGateways: boolean): void {
    if (areGateways && count > 1) throw new IpamError('allocation.oneGateway');
  }

  /** @param space contains at least as many unregistered addresses as spaceNeededFor returns, if that many exist */
  freeAddresses(space: FreeSpace): NextFreeAddresses {
    return new NextFreeAddresses(this.record, space);
  }

  /** @throws IpamError allocation.noSubnet for a folder */
  get networkWithSpace(): Network {
    if (this.record.isFolder) throw new IpamError('allocation.noSubnet');
    return this.record;
  }

  /** @throws IpamError allocation.noSubnet, prefix.length for an invalid length */
  networkWithSpaceFor(length: number): Network {
    const network = this.networkWithSpace;
    if (length > addressBits(network.prefix.family)) throw new IpamError('prefix.length', { length: String(length) });
    return network;
  }

  /** Section and master are those of this subnet. */
  inputOfChild({ isFolder: _isFolder, ...fields }: Input): Input {
    return { ...fields, sectionId: this.record.sectionId, masterSubnetId: this.record.id };
  }

  /** Refuses a change between network and folder. @throws IpamError subnet.folderFixed */
  checkKind(change: SubnetChange): void {
    if ('isFolder' in change && change.isFolder !== this.record.isFolder) throw new IpamError('subnet.folderFixed');
  }

  isMovedBy(change: SubnetChange): boolean {
    return positionFields.some((name) => name in change && change[name] !== this.record[name]);
  }

  /** Whether a concurrent request moved or resized the subnet. @param now the current record */
  isElsewhere(now: Subnet): boolean {
    const { sectionId, masterSubnetId, vrfId } = now;
    return this.isMovedBy({ sectionId, masterSubnetId, vrfId }) || String(this.record.prefix) !== String(now.prefix);
  }

  /** The network and broadcast address, if a change ends a pool. */
  addressesLostBy(change: SubnetChange): IpAddress[] {
    const { record } = this;
    if (change.isPool !== false || !record.isPool || record.isFolder) return [];
    const { prefix } = record;
    return [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ prefix, isPool: false }, ip));
  }

  /** @param usedAddress a registered address among addressesLostBy, if any @throws IpamError subnet.poolInUse */
  refuseLostAddress(usedAddress: IpAddress | undefined): void {
    if (usedAddress) throw new IpamError('subnet.poolInUse');
  }

  usage(counts: UsageCounts): Usage {
    return usageOf(shareOf(this.record, counts));
  }

  /** @param mask prefix length, not validated @throws IpamError subnet.isFolder, and the errors of Resize */
  resize(mask: unknown, position: SubnetPosition): Resize {
    return new Resize(asNetwork(this.record), position, mask);
  }

  /** @throws IpamError subnet.isFolder, and those of Split */
  split(request: SplitRequest): Split {
    return new Split(asNetwork(this.record), request);
  }
}

function requireLink(id: number | null | undefined, isMissing: boolean): void {
  if (id && isMissing) throw new IpamError('field.reference', { field: 'linked_subnet', id });
}

const positionFields = ['sectionId', 'masterSubnetId', 'vrfId'] as const;
