import { addressBits } from '../../domain/net/ip-address.js';
import { readCellLength } from '../../domain/net/network-facts.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { Caller } from '../caller.js';
import type { CellQuery, CellSum, NetworkFill } from '../ports/network-sums.js';
import type { Readers } from '../ports/unit-of-work.js';

/** Sum of the small networks in a cell of a map. */
export interface MapCell extends Omit<CellSum, 'cell'> {
  /** Index of the cell in the map, ascending by address. */
  readonly index: number;
}

export interface SpaceMap {
  readonly cells: readonly MapCell[];
  /** Networks of the size of a cell or larger, including those that contain the map. By network, larger first. */
  readonly networks: readonly NetworkFill[];
  readonly isCut: boolean;
}

export type MapQuery = Omit<CellQuery, 'viewer'>;

const maxNetworks = 5000;

export class SpaceMaps {
  readonly #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  /** The map of a network as visible to the caller. @throws IpamError map.cells */
  async read(caller: Caller, query: MapQuery): Promise<SpaceMap> {
    readCellLength(query.prefix, query.cellLength);
    const networks: NetworkFill[] = [];
    const cells = new Map<number, MapCell>();
    let isCut = false;
    for await (const chunk of this.#readers.networkSums.byCell({ ...query, viewer: caller.principal })) {
      isCut ||= networks.length + chunk.networks.length > maxNetworks;
      networks.push(...chunk.networks.slice(0, maxNetworks - networks.length));
      for (const { cell, ...sum } of chunk.cells) {
        const index = indexOf(cell, query.prefix);
        const known = cells.get(index) ?? { networks: 0, size: 0n, used: 0n };
        cells.set(index, {
          index,
          networks: known.networks + sum.networks,
          size: known.size + sum.size,
          used: known.used + sum.used,
        });
      }
    }
    return { cells: [...cells.values()].sort((a, b) => a.index - b.index), networks, isCut };
  }
}

const indexOf = (cell: Prefix, { first, family }: Prefix): number =>
  Number((cell.first - first) >> BigInt(addressBits(family) - cell.length));
