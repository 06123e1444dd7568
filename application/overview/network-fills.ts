import type { Network, Subnet } from '../../domain/subnet/subnet.js';
import { SubnetAggregate } from '../../domain/subnet/subnet-aggregate.js';
import { noUsage, type Usage } from '../../domain/subnet/usage.js';
import type { Caller } from '../caller.js';
import type { SubnetListing, SubnetQuery } from '../ports/inventory.js';
import type { Readers } from '../ports/unit-of-work.js';

/** A network, and how full it is. */
export interface NetworkFill {
  readonly network: Network;
  readonly usage: Usage;
  /** Whether no subnet hangs below it. */
  readonly isLeaf: boolean;
}

/** Networks whose usage is gathered at once. */
const chunkLength = 500;

/** The networks that a caller sees and that meet a query, in its order, each with its usage. */
export async function* networkFills(
  { subnets }: Readers,
  { principal }: Caller,
  query: SubnetQuery,
): AsyncGenerator<NetworkFill> {
  let chunk: SubnetListing[] = [];
  const filled = async () => {
    const counts = await subnets.usageCounts(chunk.map(({ subnet }) => subnet.id));
    return chunk.flatMap(({ subnet }) => {
      const count = counts.get(subnet.id) ?? noUsage;
      return isNetwork(subnet)
        ? [{ network: subnet, usage: new SubnetAggregate(subnet).usage(count), isLeaf: count.children === undefined }]
        : [];
    });
  };
  for await (const listing of subnets.list({ ...query, isFolder: false, viewer: principal })) {
    chunk.push(listing);
    if (chunk.length < chunkLength) continue;
    yield* await filled();
    chunk = [];
  }
  yield* await filled();
}

const isNetwork = (subnet: Subnet): subnet is Network => !subnet.isFolder;
