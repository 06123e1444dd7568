import type { Prefix } from '../domain/net/prefix.js';
import { noUsage, shareOf, usageOf } from '../domain/subnet/usage.js';
import { chunksOf } from './listing.js';
import type { Readers } from './ports/unit-of-work.js';

export interface Utilisation {
  readonly subnetId: number;
  readonly sectionId: number;
  readonly prefix: Prefix;
  /** 0 to 1. */
  readonly share: number;
}

const slice = 200;

/** Utilization of the first `max` networks, by address. Missing usage counts are computed, which may be slow. */
export async function readUtilisation({ subnets }: Pick<Readers, 'subnets'>, max: number): Promise<readonly Utilisation[]> {
  const networks = [];
  for await (const { subnet } of subnets.list({ isFolder: false, order: { by: 'network' } })) {
    if (networks.length >= max) break;
    networks.push(subnet);
  }
  const read: Utilisation[] = [];
  for (const chunk of chunksOf(networks, slice)) {
    const counts = await subnets.usageCounts(chunk.map(({ id }) => id));
    for (const subnet of chunk) {
      const { prefix } = subnet;
      if (!prefix) continue;
      const { used, size } = usageOf(shareOf(subnet, counts.get(subnet.id) ?? noUsage));
      const share = size === 0n ? 0 : Math.min(1, Number(used) / Number(size));
      read.push({ subnetId: subnet.id, sectionId: subnet.sectionId, prefix, share });
    }
  }
  return read;
}
