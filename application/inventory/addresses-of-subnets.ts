import type { Address } from '../../domain/address/address.js';
import { type ChunkedList, chunked, chunksFrom } from '../listing.js';
import type { AddressQuery } from '../ports/inventory.js';

export interface FilledSubnet {
  readonly id: number;
  readonly addresses: number;
}

/** Maximum number of addresses per shared query. */
const max = 1000;

/**
 * The addresses of each subnet, in numerical order. A list is read on iteration. Adjacent small subnets share a query, because a
 * query costs more than reading its rows.
 */
export function addressesOfSubnets(
  list: (query: AddressQuery) => AsyncIterable<Address>,
  subnets: readonly FilledSubnet[],
): ReadonlyMap<number, ChunkedList<Address>> {
  const lists = new Map<number, ChunkedList<Address>>();
  for (const group of groupsOf(subnets)) {
    let read: Promise<ReadonlyMap<number, readonly Address[]>> | undefined;
    const readOnce = () => (read ??= bySubnet(list({ subnetIds: group.map(({ id }) => id), order: 'subnet' })));
    for (const { id, addresses } of group)
      lists.set(
        id,
        chunked(async function* () {
          if (addresses > max) yield* chunksFrom(list({ subnetId: id, order: 'address' }));
          else if (addresses > 0) yield (await readOnce()).get(id) ?? [];
        }),
      );
  }
  return lists;
}

function groupsOf(subnets: readonly FilledSubnet[]): FilledSubnet[][] {
  const groups: FilledSubnet[][] = [];
  let together = Number.POSITIVE_INFINITY;
  for (const subnet of subnets) {
    together += subnet.addresses;
    if (together > max) {
      groups.push([]);
      together = subnet.addresses;
    }
    groups.at(-1)?.push(subnet);
  }
  return groups;
}

async function bySubnet(addresses: AsyncIterable<Address>): Promise<ReadonlyMap<number, readonly Address[]>> {
  const found = new Map<number, Address[]>();
  for await (const chunk of chunksFrom(addresses))
    for (const address of chunk) {
      const known = found.get(address.subnetId);
      if (known) known.push(address);
      else found.set(address.subnetId, [address]);
    }
  return found;
}
