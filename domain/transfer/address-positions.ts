import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';

const pageBits = 11;
const pageSize = 2 ** pageBits;

/** A dense set of integers from 0 to 2^31 - 1. It needs one bit per integer; a Set needs forty bytes. */
export class NumberSet {
  readonly #pages = new Map<number, Uint32Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(value: number): boolean {
    const word = this.#pages.get(value >> pageBits)?.[(value % pageSize) >> 5] ?? 0;
    return (word & (1 << (value & 31))) !== 0;
  }

  /** Returns whether the number is new. */
  add(value: number): boolean {
    if (this.has(value)) return false;
    const page = this.#pages.get(value >> pageBits) ?? new Uint32Array(pageSize / 32);
    this.#pages.set(value >> pageBits, page);
    const index = (value % pageSize) >> 5;
    page[index] = (page[index] ?? 0) | (1 << (value & 31));
    this.#size++;
    return true;
  }

  delete(value: number): void {
    const page = this.#pages.get(value >> pageBits);
    if (!page || !this.has(value)) return;
    const index = (value % pageSize) >> 5;
    page[index] = (page[index] ?? 0) & ~(1 << (value & 31));
    this.#size--;
  }
}

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
