import { IpamError } from '../errors.js';
import type { FieldValue } from '../fields/field.js';
import { checkSubnetHold, holdFrom, inputWithHold, splitHold } from '../fields/hold.js';
import { type PermissionLevel, type PermissionMap, withLevel } from '../fields/permission-map.js';
import { type Input, readField } from '../fields/read-fields.js';
import { readRecordInput } from '../fields/record-input.js';
import { requireReferences } from '../fields/references.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import {
  Edit,
  firstReferences,
  type MoveFacts,
  requireLink,
  type SubnetFacts,
  type SubnetInputFacts,
  type SubnetMove,
} from './edit.js';
import type { SubnetPosition } from './position.js';
import { Resize } from './resize.js';
import { Split, type SplitRequest } from './split.js';
import { asNetwork, type ExpectedNetwork, type Network, type Subnet, subnetFields } from './subnet.js';
import { type FreeSpace, isAssignable, NextFreeAddresses } from './usable-addresses.js';
import { shareOf, type Usage, type UsageCounts, usageOf } from './usage.js';

export interface NewSubnetFacts extends SubnetFacts {
  /** Values that override field defaults. */
  readonly defaults: Readonly<Record<string, FieldValue>>;
  /** The overlapping network in the overlap scope, reduced to the members visible to the caller. */
  readonly conflict: Network | undefined;
  /** Current time, as a stored timestamp. */
  readonly at: string;
}

export type NewSubnet = Omit<Subnet, 'id'>;

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
   * @throws IpamError those of Edit
   */
  change(input: Input, expectedNetwork: ExpectedNetwork, facts: SubnetInputFacts): Edit {
    return new Edit(this.record, input, expectedNetwork, facts);
  }

  /**
   * A subnet in another section gets the permissions of that section. Its descendants change with it.
   * @throws IpamError subnet.cycle, subnet.overlap*
   */
  moveTo(position: SubnetPosition, { ancestors, conflict }: MoveFacts): SubnetMove {
    position.refuseCycle(this.record.id, ancestors);
    if (this.record.prefix) position.refuseOverlap(this.record.prefix, conflict);
    const { id: sectionId, permissions, strictMode } = position.section;
    if (sectionId === this.record.sectionId) return { changes: {}, descendants: undefined };
    const strictSection = strictMode ? position.section : undefined;
    return { changes: { permissions }, descendants: { changes: { sectionId, permissions }, strictSection } };
  }

  /** @param level 0 removes the group */
  setLevel(groupId: number, level: PermissionLevel): Pick<Subnet, 'permissions'> {
    return { permissions: withLevel(this.record.permissions, groupId, level) };
  }

  /** @throws IpamError subnet.permissionsMissing without a group */
  setPermissions(permissions: PermissionMap): Pick<Subnet, 'permissions'> {
    if (permissions.size === 0) throw new IpamError('subnet.permissionsMissing');
    return { permissions };
  }

  removePermissions(): Pick<Subnet, 'permissions'> {
    return { permissions: null };
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
