import { factsOf, reverseZoneOfIpv6 } from '../../../domain/net/network-facts.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import type { Usage } from '../../../domain/subnet/usage.js';
import { RecordShape, WireRecord, type WireValue } from './wire-value.js';

export function printCalculation(prefix: Prefix): WireRecord {
  const facts = factsOf(prefix);
  const hosts = [facts.minHost.toString(), facts.maxHost.toString(), facts.hosts.toString()];
  if (facts.family === 4) {
    const [network, broadcast, mask] = [prefix.network.toString(), facts.broadcast.toString(), facts.netmask.toString()];
    const masks = [String(prefix.length), mask, facts.wildcard.toString()];
    return new WireRecord(shapeOfIpv4, ['IPv4', '/', network, broadcast, ...masks, ...hosts, facts.block ?? false]);
  }
  const zone = reverseZoneOfIpv6(prefix);
  const zoneName = zone.exact ? zone.name : `${zone.name} (closest parent)`;
  const length = String(prefix.length);
  return new WireRecord(shapeOfIpv6, ['IPv6', '/', '/', prefix.toString(), length, zoneName, ...hosts, 'NET_IPV6']);
}

const hostNames = ['Min host IP', 'Max host IP', 'Number of hosts'];

const shapeOfIpv4 = RecordShape.of([
  'Type',
  'IP address',
  'Network',
  'Broadcast',
  'Subnet bitmask',
  'Subnet netmask',
  'Subnet wildcard',
  ...hostNames,
  'Subnet Class',
]);

const shapeOfIpv6 = RecordShape.of([
  'Type',
  'Host address',
  'Host address (uncompressed)',
  'Subnet prefix',
  'Prefix length',
  'Subnet Reverse DNS',
  ...hostNames,
  'Address type',
]);

/** Share in percent, rounded to two decimals; 0 for an empty whole. */
export function percent(part: bigint, whole: bigint): number {
  if (whole === 0n || part === 0n) return 0;
  const hundredths = (part * 20_000n + whole) / (whole * 2n);
  return Number(hundredths) / 100;
}

/** Prints a count as a number; above 2^53 as decimal text. */
export const countValue = (count: bigint): WireValue =>
  count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count.toString();

/**
 * Prints a subnet's usage. Counts are printed as countValue does, percentages as numbers. `Used` and `Reserved` are always present;
 * their percentages follow after the total (`used`). Other tags are present if addresses have them.
 */
export function printUsage(usage: Usage, tagNames: ReadonlyMap<number, string>): WireRecord {
  const byName = new Map<string, bigint>();
  for (const [tag, count] of usage.byTag) {
    const name = tagNames.get(tag) ?? 'Used';
    byName.set(name, (byName.get(name) ?? 0n) + count);
  }
  const Used = byName.get('Used') ?? 0n;
  const Reserved = byName.get('Reserved') ?? 0n;
  const printed = new WireRecord(shapeOfUsage, [countValue(Used), countValue(Reserved)]);
  for (const name of [...byName.keys()].sort()) {
    if (name === 'Used' || name === 'Reserved') continue;
    const count = byName.get(name) ?? 0n;
    printed.set(name, countValue(count));
    printed.set(`${name}_percent`, percent(count, usage.size));
  }
  printed.set('used', countValue(usage.used));
  printed.set('Used_percent', percent(Used, usage.size));
  printed.set('Reserved_percent', percent(Reserved, usage.size));
  printed.set('freehosts', countValue(usage.free));
  printed.set('freehosts_percent', percent(usage.free, usage.size));
  printed.set('maxhosts', countValue(usage.size));
  return printed;
}

const shapeOfUsage = RecordShape.of(['Used', 'Reserved']);
