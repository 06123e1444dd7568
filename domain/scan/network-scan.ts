import type { Address } from '../address/address.js';
import type { AddressRange } from '../net/address-range.js';
import { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import type { Network } from '../subnet/subnet.js';
import { isAssignable } from '../subnet/usable-addresses.js';

/** Prefixes without individual hosts: unspecified, "this network", multicast, broadcast, IPv4-mapped IPv6. */
const noHosts: readonly Prefix[] = ['0.0.0.0/8', '224.0.0.0/4', '255.255.255.255/32', '::/128', 'ff00::/8', '::ffff:0:0/96'].map(
  (cidr) => Prefix.parse(cidr),
);

export const isProbeable = (ip: IpAddress): boolean => !noHosts.some((block) => block.containsAddress(ip));

/**
 * Whether the service scans the subnets of an agent. Agents of a type other than `direct` run their own scans.
 * @param agent undefined for a subnet without agent
 */
export const scansFor = (agent: { readonly type: unknown } | undefined): boolean =>
  agent === undefined || agent.type === 'direct';

export type RegisteredAddress = Pick<Address, 'ip' | 'excludePing'>;

/** Targets are registered addresses and, in IPv4, unregistered addresses, depending on the settings of the network. */
export class NetworkScan {
  readonly #network: Network;
  readonly #hasChildren: boolean;

  constructor(network: Network, hasChildren: boolean) {
    this.#network = network;
    this.#hasChildren = hasChildren;
  }

  /** Whether the scan probes registered addresses. */
  get refreshes(): boolean {
    return this.#network.pingSubnet;
  }

  /** Whether the scan probes unregistered addresses. Only for IPv4 networks without children. */
  get sweeps(): boolean {
    return this.#network.discoverSubnet && !this.#hasChildren && this.#network.prefix.family === 4;
  }

  /** The remaining range to scan, if any. @param from null: start of the network */
  rest(from: IpAddress | null): AddressRange | undefined {
    const { network, lastAddress: last } = this.#network.prefix;
    if (!(this.refreshes || this.sweeps)) return undefined;
    const first = from?.family === network.family && from.compare(network) > 0 ? from : network;
    return first.compare(last) > 0 ? undefined : { first, last };
  }

  /** The lowest `size` addresses of a range. */
  chunk({ first, last }: AddressRange, size: number): AddressRange {
    const end = first.plus(BigInt(size - 1));
    return { first, last: end && end.compare(last) < 0 ? end : last };
  }

  /** The first address after a chunk; null at the end of the network. */
  after({ last }: AddressRange): IpAddress | null {
    return last.compare(this.#network.prefix.lastAddress) < 0 ? (last.plus(1n) ?? null) : null;
  }

  /** Progress from 0 to 1. @param next null: the scan is complete */
  share(next: IpAddress | null): number {
    const { first, size } = this.#network.prefix;
    return next === null ? 1 : Number(((next.value - first) * 10_000n) / size) / 10_000;
  }

  /** The addresses to probe in a chunk, ascending. @param known all registered addresses of the chunk, ascending */
  targets({ first, last }: AddressRange, known: readonly RegisteredAddress[]): IpAddress[] {
    if (!this.sweeps) return known.filter((address) => this.#refreshes(address)).map(({ ip }) => ip);
    const byValue = new Map(known.map((address) => [address.ip.value, address]));
    const targets: IpAddress[] = [];
    for (let value = first.value; value <= last.value; value++) {
      const address = byValue.get(value);
      const ip = address?.ip ?? IpAddress.of(first.family, value);
      if (address ? this.#refreshes(address) : this.allows(ip)) targets.push(ip);
    }
    return targets;
  }

  /** Whether the scan may register a responding host at this address. */
  allows(ip: IpAddress): boolean {
    return this.sweeps && isProbeable(ip) && isAssignable(this.#network, ip);
  }

  #refreshes({ ip, excludePing }: RegisteredAddress): boolean {
    return this.refreshes && !excludePing && isProbeable(ip) && this.#network.prefix.containsAddress(ip);
  }
}
