import type { Principal } from '../../../domain/access/access-policy.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import type { Usage } from '../../../domain/subnet/usage.js';

export interface NetworkFill {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description' | 'threshold'>;
  readonly usage: Pick<Usage, 'used' | 'free' | 'size'>;
  readonly isLeaf: boolean;
}

export interface CellQuery {
  /** Networks that contain this prefix or lie inside it. */
  readonly prefix: Prefix;
  /** Prefix length of the cells, at least that of the map. */
  readonly cellLength: number;
  readonly sectionId?: number;
  readonly vrfId?: number;
  /** Only networks on which this principal has at least level 1. */
  readonly viewer: Principal;
}

/** Sum of the leaf networks that are smaller than their cell. */
export interface CellSum {
  readonly cell: Prefix;
  readonly networks: number;
  /** Usable host addresses, of which `used` are taken. */
  readonly size: bigint;
  readonly used: bigint;
}

/** A chunk of the sums. */
export interface CellSums {
  /** Networks of the size of a cell or larger. */
  readonly networks: readonly NetworkFill[];
  /** Sums of smaller networks, one for each cell. */
  readonly cells: readonly CellSum[];
}

/** IPv6 is counted separately, as its sizes would hide those of IPv4. */
export interface SectionSum {
  readonly sectionId: number;
  /** At every depth. */
  readonly networks: number;
  /** Used IPv4 addresses of top networks: the master is a folder, hidden from the viewer or absent. */
  readonly used: bigint;
  /** Network and broadcast addresses among them. */
  readonly edges: bigint;
  /** Usable IPv4 addresses in top networks. */
  readonly size: bigint;
  /** IPv6 addresses in top networks. */
  readonly used6: bigint;
}

/** A chunk of the sums. */
export interface SectionSums {
  readonly sections: readonly SectionSum[];
  /** Leaf networks in use with the highest utilization, in any order. */
  readonly fullest: readonly NetworkFill[];
}

/**
 * Sums computed in the storage. They arrive in chunks; each network is in one of them, and the caller adds them up. Usage
 * includes all writes before the call, and possibly concurrent ones.
 */
export interface NetworkSums {
  /** The networks of all chunks are in order, larger first, then by id. */
  byCell(query: CellQuery): AsyncIterable<CellSums>;
  /**
   * @param viewer only networks on which this principal has at least level 1
   * @param max limit of `fullest` in a chunk: the highest utilization first, then the fewest free addresses
   */
  bySection(viewer: Principal, max: number): AsyncIterable<SectionSums>;
}
