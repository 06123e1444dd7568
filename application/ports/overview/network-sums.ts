import type { Principal } from '../../../domain/access/access-policy.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Network } from '../../../domain/subnet/subnet.js';
import type { Usage } from '../../../domain/subnet/usage.js';

/** A network, and how full it is. */
export interface NetworkFill {
  readonly network: Pick<Network, 'id' | 'sectionId' | 'prefix' | 'description' | 'threshold'>;
  readonly usage: Pick<Usage, 'used' | 'free' | 'size'>;
  /** Whether no subnet hangs below it. */
  readonly isLeaf: boolean;
}

/** Which networks are summed up by the cells of a map. */
export interface CellQuery {
  /** Networks that hold this one or lie in it. */
  readonly prefix: Prefix;
  /** Length of the prefixes of the cells, that of the map at least. */
  readonly cellLength: number;
  readonly sectionId?: number;
  readonly vrfId?: number;
  /** Only networks on which this principal has at least level 1. */
  readonly viewer: Principal;
}

/** What networks without children that are smaller than a cell, and lie in it, have together. */
export interface CellSum {
  readonly cell: Prefix;
  readonly networks: number;
  /** Addresses that hosts can have, and how many of them are taken. */
  readonly size: bigint;
  readonly used: bigint;
}

/** Some of the networks of a map. */
export interface CellSums {
  /** Those that are as large as a cell or larger. */
  readonly networks: readonly NetworkFill[];
  /** What the smaller ones have, once for each cell. */
  readonly cells: readonly CellSum[];
}

/** What networks of a section have together. IPv6 is counted apart, as its sizes would hide those of IPv4. */
export interface SectionSum {
  readonly sectionId: number;
  /** How many there are, at every depth. */
  readonly networks: number;
  /** Of those at the top, whose master the viewer does not see or is no network: addresses of IPv4, those that are taken... */
  readonly used: bigint;
  /** ...and how many there could be. */
  readonly size: bigint;
  /** Addresses of IPv6 that are taken in those at the top. */
  readonly used6: bigint;
}

/** Some of the networks of the register. */
export interface SectionSums {
  /** What they have, once for each section. */
  readonly sections: readonly SectionSum[];
  /** Those without children in which an address is taken: the ones with the least room, in any order. */
  readonly fullest: readonly NetworkFill[];
}

/**
 * Sums over many networks, computed where they are stored. They come in parts, each network in one of them: whoever asks adds
 * them up. Usage is, as usageCounts gives it, of what was stored before it was asked for; what others write meanwhile may be in
 * it or not.
 */
export interface NetworkSums {
  /** By the cells of a map. The networks of all parts come by network, larger first, then by id. */
  byCell(query: CellQuery): AsyncIterable<CellSums>;
  /**
   * By section.
   * @param viewer only networks on which this principal has at least level 1
   * @param max how many of the fullest networks a part has at most: the larger share is taken the earlier; of the same share,
   *   the fewer are free
   */
  bySection(viewer: Principal, max: number): AsyncIterable<SectionSums>;
}
