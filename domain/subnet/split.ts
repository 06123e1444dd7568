import { IpamError } from '../errors.js';
import type { CustomField } from '../fields/custom-field.js';
import type { FieldDefinition, ValuesOf } from '../fields/field.js';
import { readField } from '../fields/read-fields.js';
import { readRecordInput } from '../fields/record-input.js';
import { type AddressRange, rangeOf } from '../net/address-range.js';
import { addressBits, type IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import { type Network, type Subnet, subnetFields } from './subnet.js';
import { isAssignable } from './usable-addresses.js';

export interface SplitRequest {
  /** Number of new subnets: a power of two from 2 to 256. */
  readonly count?: unknown;
  /** Whether the new subnets become children of the network (default) or replace it. */
  readonly grouped?: unknown;
  /** Prefix of the descriptions, followed by the number of the subnet. */
  readonly namePrefix?: unknown;
  /** Whether the new subnets get the custom values of the network (default). */
  readonly copiesCustom?: unknown;
}

export interface SplitFacts {
  /** The lowest overlapping child, reduced to the members visible to the caller. */
  readonly child: Network | undefined;
  readonly hasChildren: boolean;
  /** A registered address among addressesLost, if any. */
  readonly lostAddress: IpAddress | undefined;
  /** Custom fields with the defaults for subnets without copied values. */
  readonly definitions: readonly CustomField[];
}

export interface SplitSubnet {
  readonly subnet: Omit<Subnet, 'id'>;
  /** The addresses to move to the new subnet. */
  readonly addresses: AddressRange;
}

export interface SplitChanges {
  readonly subnets: readonly SplitSubnet[];
  readonly replacesNetwork: boolean;
}

const allowedCounts = new Set([2, 4, 8, 16, 32, 64, 128, 256]);

const flag = { type: 'flag' } as const satisfies FieldDefinition;
const name = { type: 'text', max: 255 } as const satisfies FieldDefinition;

export class Split {
  readonly prefixes: readonly Prefix[];
  readonly grouped: boolean;
  readonly namePrefix: string;
  readonly copiesCustom: boolean;
  readonly #network: Network;

  /**
   * @throws IpamError split.countMissing, split.countNotAllowed, split.tooSmall (the subnets would be smaller than one
   *   address), field.type, field.tooLong, field.control
   */
  constructor(network: Network, request: SplitRequest) {
    this.#network = network;
    this.prefixes = [...network.prefix.split(splitLength(network.prefix, request.count))];
    this.grouped = readField('grouped', flag, request.grouped ?? true) ?? true;
    this.namePrefix = readField('namePrefix', name, request.namePrefix ?? null) ?? 'split_subnet_';
    this.copiesCustom = readField('copiesCustom', flag, request.copiesCustom ?? true) ?? true;
  }

  /** @throws IpamError split.childOverlaps, subnet.hasChildren, subnet.addressOutside, field.required of a custom field */
  changes({ child, hasChildren, lostAddress, definitions }: SplitFacts): SplitChanges {
    const blocked = child && this.prefixes.find((prefix) => prefix.overlaps(child.prefix));
    if (blocked) throw new IpamError('split.childOverlaps', { cidr: blocked.toString(), other: child.prefix.toString() });
    if (!this.grouped && hasChildren) throw new IpamError('subnet.hasChildren');
    const edge = lostAddress && this.prefixes.find((prefix) => prefix.containsAddress(lostAddress));
    if (edge) throw new IpamError('subnet.addressOutside', { ip: lostAddress.toString(), cidr: edge.toString() });
    const { sectionId, custom: copied } = this.#network;
    const fields = { fields: subnetFields };
    const fresh = readRecordInput(this.copiesCustom ? [] : definitions, fields, { sectionId }, 'create');
    const custom = this.copiesCustom ? copied : fresh.custom;
    const subnets = this.values.map((prefix) => ({
      subnet: { ...fresh.values, ...prefix, custom },
      addresses: rangeOf(prefix.prefix),
    }));
    return { subnets, replacesNetwork: !this.grouped };
  }

  /** Network and broadcast addresses of the new subnets that are assignable in the network. */
  get addressesLost(): IpAddress[] {
    const edges = this.prefixes.flatMap((prefix) =>
      [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ ...this.#network, prefix }, ip)),
    );
    return edges.filter((ip) => isAssignable(this.#network, ip));
  }

  /** Values that the new subnets get from the network. The subnets are ascending. */
  get values(): (Partial<ValuesOf<typeof subnetFields>> & { readonly prefix: Prefix })[] {
    const network = this.#network;
    const { sectionId, vlanId, vrfId, allowRequests, showName, permissions, nameserverId, device, isPool } = network;
    const shared = { sectionId, vlanId, vrfId, allowRequests, showName, permissions, nameserverId, device, isPool };
    return this.prefixes.map((prefix, index) => ({
      ...shared,
      prefix,
      isFolder: false,
      masterSubnetId: this.grouped ? network.id : network.masterSubnetId,
      description: `${this.namePrefix}${index + 1}`,
    }));
  }
}

function splitLength({ length, family }: Prefix, count: unknown): number {
  const text = scalarText(count);
  if (text === undefined || !/^[+-]?\d{1,9}$/.test(text)) throw new IpamError('split.countMissing');
  if (!allowedCounts.has(Number(text))) throw new IpamError('split.countNotAllowed');
  const newLength = length + Math.log2(Number(text));
  if (newLength > addressBits(family)) throw new IpamError('split.tooSmall', { length: newLength });
  return newLength;
}
