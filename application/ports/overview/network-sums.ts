import type { Principal } from '../../../domain/access/access-policy.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import type { Usage } from '../../../domain/subnet/usage.js';

/** A network and its usage. */
export interface NetworkFill {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description' | 'threshold'>;
  readonly usage: Pick<Usage, 'used' | 'free' | 'size'>;
  /** Whether the network has no child subnets. */
  readonly isLeaf: boolean;
}

/** Networks that the cells of a map summarize. */
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

/** Sum of the leaf networks inside a cell that are smaller than the cell. */
export interface CellSum {
  readonly cell: Prefix;
  readonly networks: number;
  /** Usable host addresses; `used` of them are taken. */
  readonly size: bigint;
  readonly used: bigint;
}

/** One chunk of the sums of a map. */
export interface CellSums {
  /** Networks of the size of a cell or larger. */
  readonly networks: readonly NetworkFill[];
  /** Sums of the smaller networks, one for each cell. */
  readonly cells: readonly CellSum[];
}

/** Sum of the networks of a section. IPv6 is counted separately, as its sizes would hide those of IPv4. */
export interface SectionSum {
  readonly sectionId: number;
  /** Number of networks at every depth. */
  readonly networks: number;
  /** Used IPv4 addresses of top networks: the master is a folder, hidden from the viewer or absent. */
  readonly used: bigint;
  /** Usable IPv4 addresses of top networks. */
  readonly size: bigint;
  /** Used IPv6 addresses of top networks. */
  readonly used6: bigint;
}

/** One chunk of the sums by section. */
export interface SectionSums {
  /** One sum for each section. */
  readonly sections: readonly SectionSum[];
  /** Leaf networks with used addresses, those with the highest utilization, in any order. */
  readonly fullest: readonly NetworkFill[];
}

/**
 * Sums over many networks, computed in the storage. They arrive in chunks; each network is in one of them, and the caller adds
 * them up. Usage reflects all writes before the call, as in `usageCounts`; concurrent writes may be included or not.
 */
export interface NetworkSums {
  /** Sums by the cells of a map. The networks of all chunks are ordered by network, larger first, then by id. */
  byCell(query: CellQuery): AsyncIterable<CellSums>;
  /**
   * Sums by section.
   * @param viewer only networks on which this principal has at least level 1
   * @param max limit of `fullest` in a chunk: the highest utilization first; at the same utilization, fewer free addresses first
   */
  bySection(viewer: Principal, max: number): AsyncIterable<SectionSums>;
}
