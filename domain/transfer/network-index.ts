import { append } from '../grouping.js';
import { addressBits, type Family, type IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { networkFor } from '../subnet/holding-network.js';

export interface ExistingNetwork {
  readonly id: number;
  readonly sectionId: number;
  /** null: no VRF. */
  readonly vrfId: number | null;
  readonly prefix: Prefix;
}

/** Scope of a search. undefined: any; VRF null: no VRF. */
export interface ImportScope {
  readonly sectionId?: number | undefined;
  readonly vrfId?: number | null | undefined;
}

interface OfLength {
  readonly length: number;
  readonly networks: Map<bigint, ExistingNetwork[]>;
}

/** In-memory index of networks by id, prefix and contained address. */
export class NetworkIndex {
  readonly #byId = new Map<number, ExistingNetwork>();
  /** Longest prefixes first. */
  readonly #lengths: Readonly<Record<Family, OfLength[]>> = { 4: [], 6: [] };

  add(network: ExistingNetwork): void {
    const { prefix, id } = network;
    this.#byId.set(id, network);
    const { networks } = this.#ofLength(prefix) ?? this.#addLength(prefix);
    append(networks, maskedBits(prefix.network, prefix.length), network);
  }

  byId(id: number): ExistingNetwork | undefined {
    return this.#byId.get(id);
  }

  all(prefix: Prefix, scope: ImportScope): ExistingNetwork[] {
    const found = this.#ofLength(prefix)?.networks.get(maskedBits(prefix.network, prefix.length)) ?? [];
    return found.filter((network) => isIn(network, scope));
  }

  /** The most specific network of an address. @throws IpamError address.noNetwork, address.ambiguous */
  holding(ip: IpAddress, scope: ImportScope): ExistingNetwork {
    return networkFor(ip, this.#around(ip, addressBits(ip.family), scope));
  }

  /** The most specific network that contains a prefix. */
  above(prefix: Prefix, scope: Required<ImportScope>): ExistingNetwork | undefined {
    return this.#around(prefix.network, prefix.length - 1, scope)[0];
  }

  #around(ip: IpAddress, longest: number, scope: ImportScope): ExistingNetwork[] {
    const around: ExistingNetwork[] = [];
    for (const { length, networks } of this.#lengths[ip.family]) {
      if (length > longest) continue;
      for (const network of networks.get(maskedBits(ip, length)) ?? []) if (isIn(network, scope)) around.push(network);
    }
    return around;
  }

  #ofLength({ family, length }: Prefix): OfLength | undefined {
    return this.#lengths[family].find((known) => known.length === length);
  }

  #addLength({ family, length }: Prefix): OfLength {
    const added = { length, networks: new Map<bigint, ExistingNetwork[]>() };
    this.#lengths[family].push(added);
    this.#lengths[family].sort((a, b) => b.length - a.length);
    return added;
  }
}

const maskedBits = ({ family, value }: IpAddress, length: number): bigint => value >> BigInt(addressBits(family) - length);

const isIn = (network: ExistingNetwork, { sectionId, vrfId }: ImportScope): boolean =>
  (sectionId === undefined || network.sectionId === sectionId) && (vrfId === undefined || network.vrfId === vrfId);
