import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { Loss } from './finding.js';
import { NumberSet } from './number-set.js';

/** Why an address cannot come: what is wrong, and in words. */
export interface PlaceProblem {
  readonly kind: Loss;
  readonly problem: string;
}

/** Which addresses subnets have by now, while many come in. */
export class AddressPlaces {
  /** Prefixes by subnet; null for folders. */
  readonly #subnets: ReadonlyMap<number, Prefix | null>;
  /** Distances from the first address of the network: small ones take little memory. */
  readonly #near = new Map<number, NumberSet>();
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
    if (distance < 0x40000000n) {
      const near = this.#near.get(subnetId) ?? new NumberSet();
      this.#near.set(subnetId, near);
      return near.add(Number(distance));
    }
    const far = this.#far.get(subnetId) ?? new Set();
    this.#far.set(subnetId, far);
    if (far.has(distance)) return false;
    far.add(distance);
    return true;
  }
}
