import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { NumberSet } from './number-set.js';

/** Why an address cannot come: its subnet is not there, does not contain it (with its prefix, null for a folder), or has it by now. */
export type PositionProblem =
  | { readonly kind: 'orphan' | 'duplicate' }
  | { readonly kind: 'outside'; readonly prefix: Prefix | null };

/** Which addresses subnets have by now, while many come in. */
export class AddressPositions {
  /** Prefixes by subnet; null for folders. */
  readonly #subnets: ReadonlyMap<number, Prefix | null>;
  /** Distances from the first address of the network: small ones take little memory. */
  readonly #nearRows = new Map<number, NumberSet>();
  readonly #far = new Map<number, Set<bigint>>();

  constructor(subnets: ReadonlyMap<number, Prefix | null>) {
    this.#subnets = subnets;
  }

  /** Takes an address into a subnet. @returns why that cannot be; undefined when it was taken */
  take(subnetId: number | null, ip: IpAddress): PositionProblem | undefined {
    const prefix = subnetId === null ? undefined : this.#subnets.get(subnetId);
    if (subnetId === null || prefix === undefined) return { kind: 'orphan' };
    if (!prefix?.containsAddress(ip)) return { kind: 'outside', prefix };
    return this.#note(subnetId, ip.value - prefix.first) ? undefined : { kind: 'duplicate' };
  }

  /** @returns whether it is new */
  #note(subnetId: number, distance: bigint): boolean {
    if (distance < 0x40000000n) {
      const near = this.#nearRows.get(subnetId) ?? new NumberSet();
      this.#nearRows.set(subnetId, near);
      return near.add(Number(distance));
    }
    const far = this.#far.get(subnetId) ?? new Set();
    this.#far.set(subnetId, far);
    if (far.has(distance)) return false;
    far.add(distance);
    return true;
  }
}
