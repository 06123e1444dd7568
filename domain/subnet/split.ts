import { isAssignable } from '../allocation/usable-range.js';
import type { FieldDefinition, ValuesOf } from '../catalog/field.js';
import { readField } from '../catalog/read-fields.js';
import { IpamError } from '../errors.js';
import type { IpAddress } from '../net/ip-address.js';
import { addressBits } from '../net/ip-address-text.js';
import type { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { Network, subnetFields } from './subnet.js';

/** How a network is to be cut up. */
export interface SplitPlan {
  readonly parts: readonly Prefix[];
  /** Whether the parts become children of the network; otherwise they take its place. */
  readonly grouped: boolean;
  readonly namePrefix: string;
  readonly copyCustom: boolean;
}

const allowedCounts = new Set([2, 4, 8, 16, 32, 64, 128, 256]);

const prefixField = { type: 'text', max: 255 } as const satisfies FieldDefinition;

/**
 * Plans cutting a network into equal parts.
 * @param request number (2 to 256, a power of two), group, prefix and copy_custom as the caller sent them
 * @throws IpamError split.countMissing, split.countNotAllowed, split.tooSmall (a part would be smaller than one address),
 * field.type, field.tooLong, field.control
 */
export function planSplit(network: Network, request: Readonly<Record<string, unknown>>): SplitPlan {
  const text = scalarText(request.number);
  if (text === undefined || !/^[+-]?\d{1,9}$/.test(text)) throw new IpamError('split.countMissing');
  const count = Number(text);
  if (!allowedCounts.has(count)) throw new IpamError('split.countNotAllowed');
  const length = network.prefix.length + Math.log2(count);
  if (length > addressBits(network.prefix.family)) throw new IpamError('split.tooSmall', { length });
  return {
    parts: [...network.prefix.split(length)],
    grouped: isYes('group', request.group),
    namePrefix: String(readField('prefix', prefixField, request.prefix ?? null) ?? 'split_subnet_'),
    copyCustom: isYes('copy_custom', request.copy_custom),
  };
}

/** Yes when nothing is said; any word that is no form of yes is a no. */
function isYes(field: string, given: unknown): boolean {
  const text = scalarText(given ?? 'yes');
  if (text === undefined) throw new IpamError('field.type', { field, expected: 'yes or no' });
  return ['yes', '1', 'true'].includes(text.toLowerCase());
}

/** @throws IpamError split.childOverlaps when a child of the network lies where a part is to be */
export function refuseChildInPart(plan: SplitPlan, child: Network | undefined): void {
  const blocked = child && plan.parts.find((part) => part.overlaps(child.prefix));
  if (blocked) throw new IpamError('split.childOverlaps', { cidr: blocked.toString(), other: child.prefix.toString() });
}

/** @throws IpamError subnet.hasChildren when the parts are to take the place of a network that has any */
export function refuseChildren(plan: SplitPlan, hasChildren: boolean): void {
  if (!plan.grouped && hasChildren) throw new IpamError('subnet.hasChildren');
}

/** Addresses that hosts can have in the network but not in its parts: where a part begins or ends. */
export function addressesLostBy(plan: SplitPlan, network: Network): IpAddress[] {
  const edges = plan.parts.flatMap((prefix) =>
    [prefix.network, prefix.lastAddress].filter((ip) => !isAssignable({ ...network, prefix }, ip)),
  );
  return edges.filter((ip) => isAssignable(network, ip));
}

/** @throws IpamError subnet.addressOutside when an address of the network would be a part's network or broadcast address */
export function refuseLostAddress(plan: SplitPlan, ip: IpAddress | undefined): void {
  const part = ip && plan.parts.find((candidate) => candidate.containsAddress(ip));
  if (part) throw new IpamError('subnet.addressOutside', { ip: ip.toString(), cidr: part.toString() });
}

/** What a part takes over from the network it is cut from. */
export function partValues(network: Network, plan: SplitPlan, index: number): Partial<ValuesOf<typeof subnetFields>> {
  const { sectionId, vlanId, vrfId, allowRequests, showName, permissions, nameserverId, device, isPool } = network;
  return {
    prefix: plan.parts[index] ?? null,
    masterSubnetId: plan.grouped ? network.id : network.masterSubnetId,
    description: `${plan.namePrefix}${index + 1}`,
    sectionId,
    vlanId,
    vrfId,
    allowRequests,
    showName,
    permissions,
    nameserverId,
    device,
    isPool,
  };
}
