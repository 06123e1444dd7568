import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { Loss } from './finding.js';

/** Why an address cannot come: what is wrong, and in words. */
export interface PlaceProblem {
  readonly kind: Loss;
  readonly problem: string;
}

/** Which addresses subnets have by now, while many come in. */
export class AddressPlaces {
  /** Prefixes by subnet; null for folders. */
  readonly #subnets: ReadonlyMap<number, Prefix | null>;
  /** Distances from the first address of the network: small numbers, which take little memory. */
  readonly #near = new Map<number, Set<number>>();
  readonly #far = new Map<number, Set<bigint>>();

  constructor(subnets: ReadonlyMap<number, Prefix | null>) {
    this.#subnets = subnets;
  }

  /** Takes an address into a subnet. @returns why that cannot be; undefined when it was taken */
  take(subnetId: number | null, ip: IpAddress): PlaceProblem | undefined {
    const prefix = subnetId === null ? undefined : this.#subnets.get(subnetId);
    if (subnetId === null || prefix === undefined)
      return { kind: 'orphan', problem: `address ${ip} is in subnet ${subnetId ?? 0}, which is not there` };
    if (prefix === null) return { kind: 'outside', problem: `address ${ip} is in subnet ${subnetId}, which is a folder` };
    if (!prefix.containsAddress(ip))
      return { kind: 'outside', problem: `address ${ip} lies outside of ${prefix}, subnet ${subnetId}` };
    return this.#note(subnetId, ip.value - prefix.first)
      ? undefined
      : { kind: 'duplicate', problem: `address ${ip} comes twice in subnet ${subnetId}` };
  }

  /** @returns whether it is new */
  #note(subnetId: number, distance: bigint): boolean {
    return distance < 0x40000000n ? addTo(this.#near, subnetId, Number(distance)) : addTo(this.#far, subnetId, distance);
  }
}

function addTo<T>(sets: Map<number, Set<T>>, key: number, value: T): boolean {
  const set = sets.get(key) ?? new Set();
  if (set.has(value)) return false;
  sets.set(key, set.add(value));
  return true;
}
