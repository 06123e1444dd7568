import { IpamError } from '../errors.js';
import type { AddressRange } from '../net/address-range.js';
import type { IpAddress } from '../net/ip-address.js';
import { Prefix, readPrefixLength } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { OverlapScope, SubnetPosition } from './position.js';
import type { Network } from './subnet.js';
import { usableRange } from './usable-addresses.js';

const minLength = 8;

/** Networks as far as the caller may see them. */
export interface ResizeFacts {
  /** The network in the overlap scope that overlaps the new prefix. */
  readonly obstacle: Network | undefined;
  /** The lowest child outside of the new prefix, if children must lie inside. */
  readonly child: Network | undefined;
  /** The lowest address outside of the usable range. */
  readonly ip: IpAddress | undefined;
}

/** A network with another prefix length; a shorter one aligns the network address. */
export class Resize {
  readonly prefix: Prefix;
  readonly #network: Network;
  readonly #place: SubnetPosition;

  /**
   * @param mask the new prefix length as sent
   * @throws IpamError resize.maskRequired, resize.maskNotInteger, resize.maskTooShort, prefix.length, resize.unchanged,
   * resize.outsideMaster
   */
  constructor(network: Network, place: SubnetPosition, mask: unknown) {
    const { master } = place;
    const length = readMask(mask);
    if (length === network.prefix.length) throw new IpamError('resize.unchanged');
    this.prefix = Prefix.containing(network.prefix.network, length);
    if (master && !master.isFolder && !master.prefix.containsStrictly(this.prefix)) throw new IpamError('resize.outsideMaster');
    this.#network = network;
    this.#place = place;
  }

  /** The overlap check, for growing networks only. */
  get overlapScope(): OverlapScope | undefined {
    const grows = this.prefix.length < this.#network.prefix.length;
    return grows ? this.#place.overlapScope(this.#network.vrfId) : undefined;
  }

  /**
   * @param obstacle the overlapping network in the overlapScope, if any
   * @throws IpamError subnet.overlapWithSibling, resize.overlap (of a root network)
   */
  refuseObstacle(obstacle: Network | undefined): void {
    if (!obstacle) return;
    const other = obstacle.prefix.toString();
    if (this.#place.master) throw new IpamError('subnet.overlapWithSibling', { cidr: other });
    const description = obstacle.description ?? '';
    throw new IpamError('resize.overlap', { cidr: this.prefix.toString(), other, description });
  }

  get keepsChildrenInside(): boolean {
    return this.#place.section.strictMode;
  }

  get usableRange(): AddressRange {
    return usableRange({ ...this.#network, prefix: this.prefix });
  }

  /** @throws IpamError subnet.overlapWithSibling, resize.overlap, resize.childOutside, subnet.addressOutside */
  changes({ obstacle, child, ip }: ResizeFacts): { readonly prefix: Prefix } {
    this.refuseObstacle(obstacle);
    this.refuseLeftovers(child, ip);
    return { prefix: this.prefix };
  }

  /**
   * @param child the lowest child that is no longer inside @param ip the lowest address outside of usableRange
   * @throws IpamError resize.childOutside, subnet.addressOutside
   */
  refuseLeftovers(child: Network | undefined, ip: IpAddress | undefined): void {
    if (child)
      throw new IpamError('resize.childOutside', { cidr: child.prefix.toString(), description: child.description ?? '' });
    if (ip) throw new IpamError('subnet.addressOutside', { ip: ip.toString(), cidr: this.prefix.toString() });
  }
}

function readMask(mask: unknown): number {
  if (mask === undefined || mask === null) throw new IpamError('resize.maskRequired');
  const text = scalarText(mask)?.trim();
  const length =
    text === undefined ? undefined : (readPrefixLength(text) ?? (/^([+-]?\d{1,9})?$/.test(text) ? Number(text) : undefined));
  if (length === undefined) throw new IpamError('resize.maskNotInteger');
  if (length < minLength) throw new IpamError('resize.maskTooShort');
  return length;
}
