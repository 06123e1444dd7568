import { readIp } from '../fields/read-fields.js';

/** A DHCP lease, or its end. */
export interface Lease {
  readonly ip: string;
  readonly mac: string;
  readonly hostname: string;
  /** False for a released or expired lease. */
  readonly isActive: boolean;
  /** Row or line in the file, from 1. */
  readonly row: number;
}

/** Leases of a file are buffered in memory. */
export const maxLeases = 1_000_000;

/** The current leases in an append-only lease file. The last entry of an address takes precedence. */
export class LeaseJournal {
  readonly #leases = new Map<string, Lease>();

  /** Returns false if the journal is full. */
  add(lease: Lease): boolean {
    const key = readIp(lease.ip)?.toString() ?? lease.ip;
    this.#leases.delete(key);
    if (!lease.isActive) return true;
    this.#leases.set(key, lease);
    return this.#leases.size <= maxLeases;
  }

  /** Active leases, in the order of their entries. */
  current(): IterableIterator<Lease> {
    return this.#leases.values();
  }
}

/** The tag of addresses assigned by DHCP servers. */
export const leaseTag = 'DHCP';
