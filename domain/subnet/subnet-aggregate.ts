import { IpamError } from '../errors.js';
import type { ValuesOf } from '../fields/field.js';
import { type Input, wrongAddress } from '../fields/read-fields.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { SubnetPosition } from './position.js';
import { Resize } from './resize.js';
import { Split, type SplitRequest } from './split.js';
import { asNetwork, checkSameNetwork, type NamedNetwork, type Network, type Subnet, type subnetFields } from './subnet.js';
import { type FreeSpace, isAssignable, NextFreeAddresses } from './usable-addresses.js';
import { shareOf, type Usage, type UsageCounts, usageOf } from './usage.js';

/** What a change of a subnet sets. */
export type SubnetChange = Partial<ValuesOf<typeof subnetFields>>;

/**
 * What a network or folder does: what may hang below it, which addresses it holds and gives out, how it changes. What its
 * rules need to know of others they take as facts.
 */
export class SubnetAggregate {
  readonly record: Subnet;

  constructor(record: Subnet) {
    this.record = record;
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

const positionFields = ['sectionId', 'masterSubnetId', 'vrfId'] as const;
