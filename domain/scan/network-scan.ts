import type { Address } from '../address/address.js';
import type { AddressRange } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import type { Network } from '../subnet/subnet.js';
import { isAssignable } from '../subnet/usable-addresses.js';

/** Addresses at which no single host answers: none, loopback by another name, groups, everybody; and IPv4 in IPv6. */
const noHosts: readonly Prefix[] = ['0.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32', '::/128', 'ff00::/8', '::ffff:0:0/96'].map(
  (cidr) => Prefix.parse(cidr),
);

/** Whether an address can be that of one host. */
export const isProbeable = (ip: IpAddress): boolean => !noHosts.some((block) => block.containsAddress(ip));

/**
 * Whether this service scans what an agent is to scan: agents of other types scan by themselves.
 * @param agent none where a subnet names none
 */
export const scansFor = (agent: { readonly type: unknown } | undefined): boolean =>
  agent === undefined || agent.type === 'direct';

/** What is known of an address that a network holds. */
export type RegisteredAddress = Pick<Address, 'ip' | 'excludePing'>;

/** What a scan of a network probes: known addresses where it says so, unknown ones of IPv4 networks where it says so. */
export class NetworkScan {
  readonly #network: Network;
  readonly #hasChildren: boolean;

  constructor(network: Network, hasChildren: boolean) {
    this.#network = network;
    this.#hasChildren = hasChildren;
  }

  /** Whether it probes addresses that the network holds. */
  get refreshes(): boolean {
    return this.#network.pingSubnet;
  }

  /** Whether it looks for hosts that nobody has registered: never in IPv6, nor where the networks below have the addresses. */
  get sweeps(): boolean {
    return this.#network.discoverSubnet && !this.#hasChildren && this.#network.prefix.family === 4;
  }

  /** What is left of the network from an address on. @param from null: from its beginning @returns undefined: nothing */
  rest(from: IpAddress | null): AddressRange | undefined {
    const { network, lastAddress: last } = this.#network.prefix;
    if (!(this.refreshes || this.sweeps)) return undefined;
    const first = from?.family === network.family && from.compare(network) > 0 ? from : network;
    return first.compare(last) > 0 ? undefined : { first, last };
  }

  /** The lowest addresses of a range that are scanned together. */
  part({ first, last }: AddressRange, size: number): AddressRange {
    const end = first.plus(BigInt(size - 1));
    return { first, last: end && end.compare(last) < 0 ? end : last };
  }

  /** Where a scan goes on that has done a part; null: it is over. */
  after({ last }: AddressRange): IpAddress | null {
    return last.compare(this.#network.prefix.lastAddress) < 0 ? (last.plus(1n) ?? null) : null;
  }

  /** How much of the network lies before an address, from 0 to 1. @param next null: all of it */
  share(next: IpAddress | null): number {
    const { first, size } = this.#network.prefix;
    return next === null ? 1 : Number(((next.value - first) * 10_000n) / size) / 10_000;
  }

  /**
   * The addresses of a part to be probed, ascending.
   * @param known all that the network holds in it, ascending
   */
  targets({ first, last }: AddressRange, known: readonly RegisteredAddress[]): IpAddress[] {
    if (!this.sweeps) return known.filter((address) => this.#refreshes(address)).map(({ ip }) => ip);
    const held = new Map(known.map((address) => [address.ip.value, address]));
    const targets: IpAddress[] = [];
    for (let value = first.value; value <= last.value; value++) {
      const address = held.get(value);
      const ip = address?.ip ?? IpAddress.of(first.family, value);
      if (address ? this.#refreshes(address) : this.allows(ip)) targets.push(ip);
    }
    return targets;
  }

  /** Whether a host that answered there may be added. */
  allows(ip: IpAddress): boolean {
    return this.sweeps && isProbeable(ip) && isAssignable(this.#network, ip);
  }

  #refreshes({ ip, excludePing }: RegisteredAddress): boolean {
    return this.refreshes && !excludePing && isProbeable(ip) && this.#network.prefix.containsAddress(ip);
  }
}
