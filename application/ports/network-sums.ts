import type { Principal } from '../../domain/access/access-policy.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Network } from '../../domain/subnet/subnet.js';
import type { Usage } from '../../domain/subnet/usage.js';

export interface NetworkFill {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description' | 'threshold'>;
  readonly usage: Pick<Usage, 'used' | 'free' | 'size'>;
  readonly isLeaf: boolean;
}

export interface CellQuery {
  /** Networks that contain this prefix or lie within it. */
  readonly prefix: Prefix;
  /** Prefix length of the cells, at least that of the map. */
  readonly cellLength: number;
  readonly sectionId?: number;
  readonly vrfId?: number;
  /** Only networks on which this principal has at least level 1. */
  readonly viewer: Principal;
}

export interface CellSum {
  readonly cell: Prefix;
  readonly networks: number;
  /** Number of usable host addresses, including `used` ones. */
  readonly size: bigint;
  readonly used: bigint;
}

export interface CellSums {
  /** Networks of the size of a cell or larger. */
  readonly networks: readonly NetworkFill[];
  /** Sums of smaller networks, one per cell. */
  readonly cells: readonly CellSum[];
}

/** Sums of a section. IPv6 is counted separately, because its sizes would hide IPv4. */
export interface SectionSum {
  readonly sectionId: number;
  /** Number of networks at all depths. */
  readonly networks: number;
  /** Used IPv4 addresses of top-level networks: those whose master is a folder, hidden from the viewer or absent. */
  readonly used: bigint;
  /** Network and broadcast addresses among the used ones. */
  readonly edges: bigint;
  /** Usable IPv4 addresses of top-level networks. */
  readonly size: bigint;
  /** IPv6 addresses of top-level networks. */
  readonly used6: bigint;
}

export interface SectionSums {
  readonly sections: readonly SectionSum[];
  /** Used leaf networks with the highest utilization, in any order. */
  readonly fullest: readonly NetworkFill[];
}

/** Sums of the storage. Each network is in one chunk; the caller adds up the chunks. Usage includes all writes before the call. */
export interface NetworkSums {
  /** Networks across all chunks are ordered: larger first, then by id. */
  byCell(query: CellQuery): AsyncIterable<CellSums>;
  /**
   * @param viewer only networks on which this principal has at least level 1
   * @param max limit of `fullest` per chunk: highest utilization first, then fewest free addresses
   */
  bySection(viewer: Principal, max: number): AsyncIterable<SectionSums>;
}
