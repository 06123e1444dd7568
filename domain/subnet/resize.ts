import { IpamError } from '../errors.js';
import type { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { Network, Subnet } from './subnet.js';

/** Shortest prefix length that a resize may ask for. */
const shortestMask = 8;

/**
 * Where a network comes to lie with another prefix length: growing drops the network address to the next boundary.
 * @param mask the wanted prefix length as the caller sent it
 * @param master the network or folder above, if any
 * @throws IpamError resize.maskRequired, resize.maskNotInteger, resize.maskTooShort, prefix.length, resize.unchanged,
 * resize.outsideMaster
 */
export function resizedPrefix(network: Network, mask: unknown, master: Subnet | undefined): Prefix {
  const length = readMask(mask);
  if (length === network.prefix.length) throw new IpamError('resize.unchanged');
  const resized = Prefix.containing(network.prefix.network, length);
  if (master && !master.isFolder && !master.prefix.containsStrictly(resized)) throw new IpamError('resize.outsideMaster');
  return resized;
}

/** Whether a resize makes the network larger, so that something may be in the way. */
export const grows = (network: Network, resized: Prefix): boolean => resized.length < network.prefix.length;

/** @throws IpamError subnet.overlapWithSibling, resize.overlap (of a root network) when a network is in the way */
export function refuseResizeObstacle(resized: Prefix, obstacle: Network | undefined, master: Subnet | undefined): void {
  if (!obstacle) return;
  const { prefix, description } = obstacle;
  if (master) throw new IpamError('subnet.overlapWithSibling', { cidr: prefix.toString() });
  throw new IpamError('resize.overlap', {
    cidr: resized.toString(),
    other: prefix.toString(),
    description: description ?? '',
  });
}

function readMask(mask: unknown): number {
  if (mask === undefined || mask === null) throw new IpamError('resize.maskRequired');
  const text = scalarText(mask)?.trim();
  if (text === undefined || !/^([+-]?\d{1,9})?$/.test(text)) throw new IpamError('resize.maskNotInteger');
  if (Number(text) < shortestMask) throw new IpamError('resize.maskTooShort');
  return Number(text);
}

/**
 * Refuses a resize that an address or a child would fall out of.
 * @param addressOutside lowest address that is no longer valid, @param childOutside lowest child network that no longer fits
 * @throws IpamError subnet.addressOutside, resize.childOutside
 */
export function refuseLeftovers(resized: Prefix, addressOutside: IpAddress | undefined, childOutside: Network | undefined): void {
  if (childOutside)
    throw new IpamError('resize.childOutside', {
      cidr: childOutside.prefix.toString(),
      description: childOutside.description ?? '',
    });
  if (addressOutside) throw new IpamError('subnet.addressOutside', { ip: addressOutside.toString(), cidr: resized.toString() });
}
