import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import { NumberSet } from './number-set.js';

/** orphan: unknown subnet; outside: outside of the subnet (prefix null for a folder). */
export type PositionProblem =
  | { readonly kind: 'orphan' | 'duplicate' }
  | { readonly kind: 'outside'; readonly prefix: Prefix | null };

export class AddressPositions {
  /** Prefixes by subnet; null for folders. */
  readonly #subnets: ReadonlyMap<number, Prefix | null>;
  /** Offsets from the network address by subnet. Small offsets need little memory. */
  readonly #nearRows = new Map<number, NumberSet>();
  readonly #far = new Map<number, Set<bigint>>();

  constructor(subnets: ReadonlyMap<number, Prefix | null>) {
    this.#subnets = subnets;
  }

  /** Adds an address to a subnet. Returns the problem, if any. */
  take(subnetId: number | null, ip: IpAddress): PositionProblem | undefined {
    const prefix = subnetId === null ? undefined : this.#subnets.get(subnetId);
    if (subnetId === null || prefix === undefined) return { kind: 'orphan' };
    if (!prefix?.containsAddress(ip)) return { kind: 'outside', prefix };
    return this.#note(subnetId, ip.value - prefix.first) ? undefined : { kind: 'duplicate' };
  }

  #note(subnetId: number, distance: bigint): boolean {
    if (distance < 0x40000000n) {
      const rows = this.#nearRows.get(subnetId) ?? new NumberSet();
      this.#nearRows.set(subnetId, rows);
      return rows.add(Number(distance));
    }
    const far = this.#far.get(subnetId) ?? new Set();
    this.#far.set(subnetId, far);
    if (far.has(distance)) return false;
    far.add(distance);
    return true;
  }
}
