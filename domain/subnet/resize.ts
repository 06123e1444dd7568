import { IpamError } from '../errors.js';
import type { AddressRange } from '../net/address-range.js';
import type { IpAddress } from '../net/ip-address.js';
import { Prefix, readPrefixLength } from '../net/prefix.js';
import { scalarText } from '../scalar-text.js';
import type { OverlapScope, SubnetPosition } from './position.js';
import type { Network } from './subnet.js';
import { usableRange } from './usable-addresses.js';

const minLength = 8;

/** A network that the caller may not see has the requested prefix and no description (conflictFor). */
export interface ResizeFacts {
  /** The network in the overlap scope that overlaps the new prefix. */
  readonly conflict: Network | undefined;
  /** The lowest child outside of the new prefix, if children must lie inside. */
  readonly child: Network | undefined;
  /** The lowest address outside of the new usable range. */
  readonly ip: IpAddress | undefined;
}

/** A change of the prefix length. A shorter prefix aligns the network address. */
export class Resize {
  readonly prefix: Prefix;
  readonly #network: Network;
  readonly #place: SubnetPosition;

  /**
   * @param mask the new prefix length as sent
   * @throws IpamError resize.maskRequired, resize.maskNotInteger, resize.maskTooShort, prefix.length, resize.unchanged,
   *   resize.outsideMaster
   */
  constructor(network: Network, position: SubnetPosition, mask: unknown) {
    const { master } = position;
    const length = readMask(mask);
    if (length === network.prefix.length) throw new IpamError('resize.unchanged');
    this.prefix = Prefix.containing(network.prefix.network, length);
    if (master && !master.isFolder && !master.prefix.containsStrictly(this.prefix)) throw new IpamError('resize.outsideMaster');
    this.#network = network;
    this.#place = position;
  }

  /** Undefined if the network does not grow. */
  get overlapScope(): OverlapScope | undefined {
    const grows = this.prefix.length < this.#network.prefix.length;
    return grows ? this.#place.overlapScope(this.#network.vrfId) : undefined;
  }

  get keepsChildrenInside(): boolean {
    return this.#place.section.strictMode;
  }

  get usableRange(): AddressRange {
    return usableRange({ ...this.#network, prefix: this.prefix });
  }

  /** @throws IpamError subnet.overlapWithSibling, resize.overlap of a top-level network, resize.childOutside, subnet.addressOutside */
  changes({ conflict, child, ip }: ResizeFacts): { readonly prefix: Prefix } {
    const cidr = this.prefix.toString();
    if (conflict) {
      const other = conflict.prefix.toString();
      if (this.#place.master) throw new IpamError('subnet.overlapWithSibling', { cidr: other });
      throw new IpamError('resize.overlap', { cidr, other, description: conflict.description ?? '' });
    }
    if (child)
      throw new IpamError('resize.childOutside', { cidr: child.prefix.toString(), description: child.description ?? '' });
    if (ip) throw new IpamError('subnet.addressOutside', { ip: ip.toString(), cidr });
    return { prefix: this.prefix };
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
