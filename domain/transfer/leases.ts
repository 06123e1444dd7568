import { readIp } from '../fields/read-fields.js';

/** A lease of a DHCP server, or its end. */
export interface Lease {
  readonly ip: string;
  readonly mac: string;
  readonly hostname: string;
  /** Whether the address is in use; false for a released or expired lease. */
  readonly isActive: boolean;
  /** Position in the file: a row or a line, from 1. */
  readonly row: number;
}

/** Most leases of a file: they are in memory. */
export const maxLeases = 1_000_000;

/**
 * The current leases of a server that appends each change to its file: the last entry of an address counts.
 */
export class LeaseJournal {
  readonly #leases = new Map<string, Lease>();

  /** @returns false if the journal is full */
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

/** The tag of addresses that a DHCP server assigns. */
export const leaseTag = 'DHCP';
