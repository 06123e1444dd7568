import { Prefix } from '../../../domain/net/prefix.js';
import { type CountedSubnet, shareOf, usageOf } from '../../../domain/subnet/usage.js';
import { readTags, readVector, type ShareVector, shareOfVector, storedTags, storedVector, vectorOf } from './share-vector.js';
import type { LineRow, StoredUsageRow } from './usage-statements.js';

export interface StoredUsage {
  readonly addresses: Map<number | null, bigint>;
  /** Sum of the shares that the children have reported. */
  readonly children: Map<string, bigint>;
  /** Whether all children at the time of the first count have reported. */
  isGathered: boolean;
  /** `to` is the id of the parent that received the share. undefined: no share was reported. */
  reportedShare: { readonly to: number; readonly share: ShareVector } | undefined;
  /** The stored usage; computed again for each write. */
  readonly used?: string;
  readonly size?: string;
}

export interface Entry {
  readonly id: number;
  /** Undefined if the subnet does not exist. */
  readonly subnet: (CountedSubnet & { readonly masterId: number | null }) | undefined;
  stored: StoredUsage | undefined;
}

export function shareOfStored(subnet: CountedSubnet, { addresses, children, isGathered }: StoredUsage): ShareVector {
  const missing = (children.get('missing') ?? 0n) + (isGathered ? 0n : 1n);
  return vectorOf(shareOf(subnet, { addresses, children: shareOfVector(children) }), missing);
}

export function entryOf(row: LineRow): Entry {
  const { id, master, network, addresses, children, isGathered, reportedTo, reported, used, size } = row;
  const prefix = network === null ? null : Prefix.parse(network);
  return {
    id,
    subnet: row.exists ? { prefix, isFull: row.isFull ?? false, isPool: row.isPool ?? false, masterId: master } : undefined,
    stored: addresses
      ? {
          addresses: readTags(addresses),
          children: readVector(children ?? {}),
          isGathered: isGathered ?? false,
          reportedShare: reportedTo !== null && reported ? { to: reportedTo, share: readVector(reported) } : undefined,
          ...(used !== null && size !== null && { used, size }),
        }
      : undefined,
  };
}

/** Returns the usage of a subnet for storage; 0 without a subnet. */
export function totalsOf({ subnet, stored }: Entry): { readonly used: string; readonly size: string } {
  if (!subnet || !stored) return { used: '0', size: '0' };
  const counts = { addresses: stored.addresses, children: shareOfVector(stored.children) };
  const { used, size } = usageOf(shareOf(subnet, counts));
  return { used: used.toString(), size: size.toString() };
}

export const rowOf = (entry: Entry, { addresses, children, isGathered, reportedShare }: StoredUsage): StoredUsageRow => ({
  subnet_id: entry.id,
  addresses: storedTags(addresses),
  children: storedVector(children),
  is_gathered: isGathered,
  reported_to: reportedShare?.to ?? null,
  reported: reportedShare ? storedVector(reportedShare.share) : null,
  ...totalsOf(entry),
});
