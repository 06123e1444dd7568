import { addressBits } from '../../domain/net/ip-address-text.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Caller } from '../caller.js';
import type { Readers } from '../ports/unit-of-work.js';
import { type NetworkFill, networkFills } from './network-fills.js';

/** What small networks hold of one cell of a map. */
export interface MapCell {
  /** Its place among the cells of the same size in the map, ascending with the address. */
  readonly index: number;
  /** How many networks without children lie in it that are smaller than it. */
  readonly networks: number;
  /** Addresses that hosts can have in these, and how many of them are taken. */
  readonly size: bigint;
  readonly used: bigint;
}

/** What is allocated of a network, cell by cell. */
export interface SpaceMap {
  readonly cells: readonly MapCell[];
  /** Networks that are as large as a cell or larger, those that hold the map included; by network, larger first. */
  readonly networks: readonly NetworkFill[];
  /** Whether there are more of these, which are left out. */
  readonly isCut: boolean;
}

/** Which part of the address space a map shows. */
export interface MapQuery {
  readonly prefix: Prefix;
  /** Length of the prefixes of its cells. */
  readonly cellLength: number;
  readonly sectionId?: number;
  readonly vrfId?: number;
}

/** A map tells no more networks than this one by one. */
const maxNetworks = 5000;

/** Draws maps of the address space. */
export class SpaceMaps {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** What is allocated of a network, as far as the caller sees it. */
  async read(caller: Caller, { prefix, cellLength, ...place }: MapQuery): Promise<SpaceMap> {
    const networks: NetworkFill[] = [];
    const cells = new Map<number, MapCell>();
    let isCut = false;
    const shift = BigInt(addressBits(prefix.family) - cellLength);
    const query = { ...place, overlapping: prefix, order: { by: 'network' } } as const;
    for await (const fill of networkFills(this.#readers, caller, query)) {
      const { network, usage, isLeaf } = fill;
      if (network.prefix.length <= cellLength) {
        if (networks.length < maxNetworks) networks.push(fill);
        else isCut = true;
      } else if (isLeaf) {
        const index = Number((network.prefix.first - prefix.first) >> shift);
        const cell = cells.get(index) ?? { index, networks: 0, size: 0n, used: 0n };
        cells.set(index, { index, networks: cell.networks + 1, size: cell.size + usage.size, used: cell.used + usage.used });
      }
    }
    return { cells: [...cells.values()].sort((a, b) => a.index - b.index), networks, isCut };
  }
}
