import type { Prefix } from './prefix.js';

/** The reverse DNS zone of an IPv6 prefix (RFC 3596). The prefix length is rounded down to a multiple of four. */
export function reverseZoneOfIpv6(prefix: Prefix): { name: string; exact: boolean } {
  const nibbles = Math.floor(prefix.length / 4);
  const digits = prefix.network.value.toString(16).padStart(32, '0').slice(0, nibbles);
  const labels = [...digits].reverse();
  return { name: [...labels, 'ip6', 'arpa'].join('.'), exact: prefix.length % 4 === 0 };
}
