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
import { asNetwork, checkSameNetwork, type NamedNetwork, type Network, type Subnet, subnetFields } from './subnet.js';
import { type FreeSpace, isAssignable, NextFreeAddresses } from './usable-addresses.js';
import { shareOf, type Usage, type UsageCounts, usageOf } from './usage.js';

/** What a change of a subnet sets. */
export type SubnetChange = Partial<ValuesOf<typeof subnetFields>>;

/** Facts about the records that an input of a subnet names. */
export interface SubnetFacts {
  readonly definitions: readonly CustomField[];
  /** Reference fields whose records were read, in the order in which their mistakes are reported. */
  readonly references: readonly string[];
  /** Those of them that name a record which does not exist. */
  readonly missing: ReadonlySet<string>;
  /** Whether the input links to a subnet that does not exist, or not for the caller. */
  readonly isLinkMissing: boolean;
}

/** Facts about a subnet that is to be created. */
export interface NewSubnetFacts extends SubnetFacts {
  /** Values that replace the defaults of fields. */
  readonly defaults: Readonly<Record<string, FieldValue>>;
  /** The network in the overlap scope of the position that overlaps the new one, as the caller may see it. */
  readonly obstacle: Network | undefined;
  /** Now, as records store times. */
  readonly at: string;
}

/** A subnet that is to be stored. */
export type NewSubnet = Omit<Subnet, 'id'>;

/** A change as it was requested: valid in itself, and in whatever state the subnet is. */
export interface RequestedChange {
  readonly values: SubnetChange;
  readonly custom: CustomValues;
  /** Seconds; undefined where none are sent. */
  readonly hold: number | undefined;
}

/** Facts about the position that a subnet moves to. */
export interface MoveFacts {
  /** Ids of the new master and of everything above it. */
  readonly ancestors: Iterable<number>;
  /** The network in the overlap scope of the position that overlaps this one, as the caller may see it. */
  readonly obstacle: Network | undefined;
}

/** Facts about a locked subnet that is to be changed. */
export interface SubnetChangeFacts {
  /** Its new position, if it moves. */
  readonly position: SubnetPosition | undefined;
  /** One of the addresses that the change takes (addressesLostBy), if the subnet has any of them. */
  readonly lostAddress: IpAddress | undefined;
  /** Now, as records store times. */
  readonly at: string;
}

/** Values that all descendants of a subnet get which comes to another section. */
export interface DescendantChanges {
  readonly sectionId: number;
  readonly permissions: PermissionMap | null;
}

/** New values of a subnet, and their consequences. */
export interface SubnetChanges {
  readonly changes: Partial<NewSubnet>;
  /** Where it comes to another section. */
  readonly descendants: DescendantChanges | undefined;
}

/** References whose mistakes are reported before those of other fields. */
const firstReferences = ['vlanId', 'vrfId'];

/**
 * A network or folder: how it is created, changed, moved, resized and split, what may hang below it, which addresses it has and
 * gives out. Its methods take facts about other records as arguments, and return changes for the repository.
 */
export class SubnetAggregate {
  readonly record: Subnet;

  constructor(record: Subnet) {
    this.record = record;
  }

  /**
   * A new subnet. Its permissions come from its position, whatever the input says of them.
   * @param prefix null for a folder
   * @throws IpamError field.type of vrfId, subnet.overlap*, hold.folder, field.reference of vlanId and vrfId, hold.tag, field.*,
   * field.reference, in this order
   */
  static create(
    position: SubnetPosition,
    prefix: Prefix | null,
    { permissions: _given, ...input }: Input,
    { definitions, defaults, references, missing, isLinkMissing, obstacle, at }: NewSubnetFacts,
  ): NewSubnet {
    SubnetAggregate.vrfOf(input);
    if (prefix) position.refuseOverlap(prefix, obstacle);
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

  /** The VRF of a new subnet. @throws IpamError field.type, field.range */
  static vrfOf({ vrfId }: Input): number | null {
    return readField('vrfId', subnetFields.vrfId, vrfId ?? null);
  }

  /** The subnet that an input links to; null where it names none that can be read. */
  static linkOf({ linked_subnet: given }: Input): number | null {
    try {
      return readField('linked_subnet', subnetFields.linked_subnet, given ?? null);
    } catch {
      return null; // reported where the record is read
    }
  }

  /**
   * Reads the input of a change.
   * @param named the network as the caller names it
   * @param facts with groups: ids of the existing groups, as far as the input names any
   * @throws IpamError subnet.networkFixed, subnet.maskFixed, field.*, field.reference, record.nothingToChange,
   * permission.groupUnknown, subnet.folderFixed
   */
  readChange(
    input: Input,
    named: NamedNetwork,
    { definitions, references, missing, isLinkMissing, groups }: SubnetFacts & { readonly groups: ReadonlySet<number> },
  ): RequestedChange {
    this.checkNamed(named);
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

  /** Checks the position that a change moves it to. @throws IpamError subnet.cycle, subnet.overlap* */
  moveTo(position: SubnetPosition, { ancestors, obstacle }: MoveFacts): void {
    position.refuseCycle(this.record.id, ancestors);
    if (this.record.prefix) position.refuseOverlap(this.record.prefix, obstacle);
  }

  /**
   * Its new values. In another section it has the permissions of that one.
   * @throws IpamError subnet.poolInUse, hold.none, hold.tag
   */
  change({ values, custom, hold }: RequestedChange, { position, lostAddress, at }: SubnetChangeFacts): SubnetChanges {
    this.refuseLostAddress(lostAddress);
    const ofHold = changeOfHold(this.record, { hold, tag: values.tag }, at);
    const section = position?.section.id === this.record.sectionId ? undefined : position?.section;
    const descendants = section && { sectionId: section.id, permissions: section.permissions };
    const changes = { ...values, ...ofHold, ...(section && { permissions: section.permissions }), custom };
    return { changes, descendants };
  }

  /**
   * Checks what is to hang below it: below a folder anything, below a network only networks that lie strictly inside.
   * @param prefix the child's network, null for a folder
   * @throws IpamError subnet.masterNotFolder, subnet.outsideMaster
   */
  checkChild(prefix: Prefix | null): void {
    if (this.record.isFolder) return;
    if (prefix === null) throw new IpamError('subnet.masterNotFolder');
    if (!this.record.prefix.containsStrictly(prefix)) throw new IpamError('subnet.outsideMaster');
  }

  /** Checks an address that it is to hold: a folder takes any, a network those that hosts may have. @throws IpamError address.notInSubnet */
  checkAddress(ip: IpAddress): void {
    if (this.record.isFolder || isAssignable(this.record, ip)) return;
    throw new IpamError('address.notInSubnet', { ip: ip.toString(), cidr: this.record.prefix.toString() });
  }

  /**
   * Where an address is to be created in it.
   * @param ip the one that is named, if any @param isTaken whether it holds that already
   * @param given as it was sent
   * @throws IpamError field.type, address.exists
   */
  placeOfNew(ip: IpAddress | undefined, isTaken: boolean, given?: unknown): IpAddress {
    if (!ip) throw wrongAddress('ip', given);
    if (isTaken) throw new IpamError('address.exists');
    return ip;
  }

  /** Checks addresses that are to be created in it at once: it has one gateway. @throws IpamError allocation.oneGateway */
  checkGateways(count: number, areGateways: boolean): void {
    if (areGateways && count > 1) throw new IpamError('allocation.oneGateway');
  }

  /** Its free addresses, lowest first. @param space as much of it as addresses will be taken (spaceNeededFor) */
  freeAddresses(space: FreeSpace): NextFreeAddresses {
    return new NextFreeAddresses(this.record, space);
  }

  /** Itself as a network that smaller ones can be taken of. @throws IpamError allocation.noSubnet for a folder, which has no space */
  get networkWithSpace(): Network {
    if (this.record.isFolder) throw new IpamError('allocation.noSubnet');
    return this.record;
  }

  /**
   * The same for networks of a length.
   * @throws IpamError allocation.noSubnet, prefix.length for a length that no network of the family has
   */
  networkWithSpaceFor(length: number): Network {
    const network = this.networkWithSpace;
    if (length > addressBits(network.prefix.family)) throw new IpamError('prefix.length', { length: String(length) });
    return network;
  }

  /** What is asked of a network that is created in its free space: the place is there, whatever the input says of it. */
  inputOfChild({ isFolder: _isFolder, ...fields }: Input): Input {
    return { ...fields, sectionId: this.record.sectionId, masterSubnetId: this.record.id };
  }

  /** Checks that it is named as it is: no change moves it. @throws IpamError subnet.networkFixed, subnet.maskFixed */
  checkNamed(network: NamedNetwork): void {
    checkSameNetwork(this.record, network);
  }

  /** Checks what it is to be: a network does not become a folder, nor a folder a network. @throws IpamError subnet.folderFixed */
  checkKind(change: SubnetChange): void {
    if ('isFolder' in change && change.isFolder !== this.record.isFolder) throw new IpamError('subnet.folderFixed');
  }

  /** Whether a change takes it to another section, master or VRF. */
  isMovedBy(change: SubnetChange): boolean {
    return positionFields.some((name) => name in change && change[name] !== this.record[name]);
  }

  /** Whether it was moved or reshaped by somebody else. @param now how it is by now */
  isElsewhere(now: Subnet): boolean {
    const { sectionId, masterSubnetId, vrfId } = now;
    return this.isMovedBy({ sectionId, masterSubnetId, vrfId }) || String(this.record.prefix) !== String(now.prefix);
  }

  /** Addresses that hosts may have no longer when a change ends a pool: its network and broadcast address. */
  addressesLostBy(change: SubnetChange): IpAddress[] {
    const { record } = this;
    if (change.isPool !== false || !record.isPool || record.isFolder) return [];
    const { prefix } = record;
    return [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ prefix, isPool: false }, ip));
  }

  /** @param held one of addressesLostBy that it holds. @throws IpamError subnet.poolInUse when there is one */
  refuseLostAddress(held: IpAddress | undefined): void {
    if (held) throw new IpamError('subnet.poolInUse');
  }

  /** How full it is. */
  usage(counts: UsageCounts): Usage {
    return usageOf(shareOf(this.record, counts));
  }

  /** With another prefix length. @param mask as a caller sends it. @throws IpamError subnet.isFolder, and as Resize does */
  resize(mask: unknown, place: SubnetPosition): Resize {
    return new Resize(asNetwork(this.record), place, mask);
  }

  /** Cut into equal parts. @throws IpamError subnet.isFolder, and as Split does */
  split(request: SplitRequest): Split {
    return new Split(asNetwork(this.record), request);
  }
}

/** @throws IpamError field.reference */
function requireLink(id: number | null | undefined, isMissing: boolean): void {
  if (id && isMissing) throw new IpamError('field.reference', { field: 'linked_subnet', id });
}

const positionFields = ['sectionId', 'masterSubnetId', 'vrfId'] as const;
