import type { IpAddress } from '../net/ip-address.js';
import { Prefix } from '../net/prefix.js';
import { networkFor } from '../subnet/holding-network.js';

/** A network, as far as it is looked for. */
export interface KnownNetwork {
  readonly id: number;
  readonly sectionId: number;
  /** null: in no VRF. */
  readonly vrfId: number | null;
  readonly prefix: Prefix;
}

/** Where a network is looked for: a VRF (null: none), or in any; likewise the section. */
export interface NetworkPlaces {
  readonly sectionId?: number | undefined;
  readonly vrfId?: number | null | undefined;
}

/** Finds networks by what they are and by what they contain, without asking for each. */
export class NetworkIndex {
  readonly #networks = new Map<string, KnownNetwork[]>();
  readonly #byId = new Map<number, KnownNetwork>();
  /** Lengths of the prefixes that there are, longest first. */
  readonly #lengths = { 4: [] as number[], 6: [] as number[] };

  add(network: KnownNetwork): void {
    const { prefix, id } = network;
    const key = prefix.toString();
    const same = this.#networks.get(key);
    if (same) same.push(network);
    else this.#networks.set(key, [network]);
    this.#byId.set(id, network);
    const lengths = this.#lengths[prefix.family];
    if (lengths.includes(prefix.length)) return;
    lengths.push(prefix.length);
    lengths.sort((a, b) => b - a);
  }

  byId(id: number): KnownNetwork | undefined {
    return this.#byId.get(id);
  }

  /** Exactly this network, wherever it is there. */
  all(prefix: Prefix, places: NetworkPlaces): KnownNetwork[] {
    return (this.#networks.get(prefix.toString()) ?? []).filter((network) => isIn(network, places));
  }

  /**
   * The network that an address belongs to: the one with the longest mask.
   * @throws IpamError address.noNetwork, address.ambiguous
   */
  holding(ip: IpAddress, places: NetworkPlaces): KnownNetwork {
    return networkFor(ip, this.#around(ip, ip.family === 4 ? 32 : 128, places));
  }

  /** The smallest network that contains another one. */
  above(prefix: Prefix, places: Required<NetworkPlaces>): KnownNetwork | undefined {
    return this.#around(prefix.network, prefix.length - 1, places)[0];
  }

  #around(ip: IpAddress, longest: number, places: NetworkPlaces): KnownNetwork[] {
    const around: KnownNetwork[] = [];
    for (const length of this.#lengths[ip.family]) {
      if (length > longest) continue;
      around.push(...this.all(Prefix.containing(ip, length), places));
    }
    return around;
  }
}

const isIn = (network: KnownNetwork, { sectionId, vrfId }: NetworkPlaces): boolean =>
  (sectionId === undefined || network.sectionId === sectionId) && (vrfId === undefined || network.vrfId === vrfId);
