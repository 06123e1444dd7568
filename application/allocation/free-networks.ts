import { freePrefixesIn, prefixWithin } from '../../domain/allocation/free-prefixes.js';
import { type End, type Gap, withoutRange } from '../../domain/allocation/free-ranges.js';
import type { Prefix } from '../../domain/net/prefix.js';
import type { FreeSpaceOwner, SubnetReader } from '../ports/inventory.js';

interface SearchedNetworks {
  readonly length: number;
  readonly end: End;
  /** Maximum number of networks. */
  readonly count: number;
}

/** Free networks of one length at one end of a subnet, read by one query for all requests of a unit of work. */
export class FreeNetworks {
  readonly #network: Prefix;
  readonly #searched: SearchedNetworks;
  /** In the order of the search. */
  #gaps: readonly Gap[];

  private constructor(network: Prefix, searched: SearchedNetworks, gaps: readonly Gap[]) {
    this.#network = network;
    this.#searched = searched;
    this.#gaps = this.#inOrder(gaps);
  }

  /** @throws IpamError storage.unsupported */
  static async read(subnets: Pick<SubnetReader, 'freeBlocks'>, owner: FreeSpaceOwner, searched: SearchedNetworks) {
    const { first, last } = owner.prefix;
    const { length, end, count } = searched;
    const gaps = await subnets.freeBlocks(owner, { range: { first, last }, length, end, perSize: count });
    return new FreeNetworks(owner.prefix, searched, gaps);
  }

  /** The next free network. It remains the next one until `take` excludes it. @throws IpamError allocation.noSubnet */
  find(): Prefix {
    const { length, end } = this.#searched;
    for (const gap of this.#gaps) {
      const prefix = prefixWithin(this.#network, gap, length, end);
      if (prefix) return prefix;
    }
    return freePrefixesIn(undefined);
  }

  take(prefix: Prefix): void {
    this.#gaps = this.#inOrder(withoutRange(this.#gaps, prefix));
  }

  #inOrder(gaps: readonly Gap[]): readonly Gap[] {
    const ascending = gaps.toSorted((a, b) => (a.first < b.first ? -1 : 1));
    return this.#searched.end === 'first' ? ascending : ascending.toReversed();
  }
}
