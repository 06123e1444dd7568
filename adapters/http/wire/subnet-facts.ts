import { factsOf } from '../../../domain/net/network-facts.js';
import type { Prefix } from '../../../domain/net/prefix.js';
import { reverseZoneOfIpv6 } from '../../../domain/net/reverse-dns-name.js';
import type { Usage } from '../../../domain/subnet/usage.js';
import type { WireObject, WireValue } from './wire-value.js';

/** The `calculation` member of a network's record. */
export function printCalculation(prefix: Prefix): WireObject {
  const facts = factsOf(prefix);
  const hosts = {
    'Min host IP': facts.minHost.toString(),
    'Max host IP': facts.maxHost.toString(),
    'Number of hosts': facts.hosts.toString(),
  };
  if (facts.family === 4) {
    return {
      Type: 'IPv4',
      'IP address': '/',
      Network: prefix.network.toString(),
      Broadcast: facts.broadcast.toString(),
      'Subnet bitmask': String(prefix.length),
      'Subnet netmask': facts.netmask.toString(),
      'Subnet wildcard': facts.wildcard.toString(),
      ...hosts,
      'Subnet Class': facts.block ?? false,
    };
  }
  const zone = reverseZoneOfIpv6(prefix);
  return {
    Type: 'IPv6',
    'Host address': '/',
    'Host address (uncompressed)': '/',
    'Subnet prefix': prefix.toString(),
    'Prefix length': String(prefix.length),
    'Subnet Reverse DNS': zone.exact ? zone.name : `${zone.name} (closest parent)`,
    ...hosts,
    'Address type': 'NET_IPV6',
  };
}

/** Share of a whole in percent, rounded to two decimals; 0 of nothing. */
export function percent(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  const hundredths = (part * 20_000n + whole) / (whole * 2n);
  return Number(hundredths) / 100;
}

/** A subnet's usage: counts as decimal text, percents as numbers. Used and Reserved are always there. */
export function printUsage(usage: Usage, tagNames: ReadonlyMap<number, string>): WireObject {
  const printed: Record<string, WireValue> = { Used: '0', Reserved: '0' };
  const counts = [...usage.byTag].map(([tag, count]) => [tagNames.get(tag) ?? 'Used', count] as const);
  const byName = new Map<string, bigint>();
  for (const [name, count] of counts) byName.set(name, (byName.get(name) ?? 0n) + count);
  for (const [name, count] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    printed[name] = count.toString();
    printed[`${name}_percent`] = percent(count, usage.size);
  }
  printed.used = usage.used.toString();
  printed.Used_percent ??= 0;
  printed.Reserved_percent ??= 0;
  printed.freehosts = usage.free.toString();
  printed.freehosts_percent = percent(usage.free, usage.size);
  printed.maxhosts = usage.size.toString();
  return printed;
}
