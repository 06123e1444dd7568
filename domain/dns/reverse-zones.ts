import { IpAddress } from '../net/ip-address.js';
import { reverseZoneOfIpv6 } from '../net/network-facts.js';
import { Prefix } from '../net/prefix.js';

/** Maximum prefix lengths of zones with whole octets or nibbles. */
const longest = { 4: 24, 6: 124 } as const;
const step = { 4: 8, 6: 4 } as const;

/** Networks without public reverse delegation (RFC 1918, RFC 6598). */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'].map((text) => Prefix.parse(text));

export interface ReverseZone {
  readonly name: string;
  readonly prefix: Prefix;
}

export const reverseName = (ip: IpAddress): string =>
  ip.family === 4 ? `${octets(ip).reverse().join('.')}.in-addr.arpa` : reverseZoneOfIpv6(Prefix.containing(ip, 128)).name;

/** Whether reverse names are in an RFC 2317 zone, with CNAMEs in the zone of the /24. */
export const isClassless = ({ family, length }: Prefix): boolean => family === 4 && length > longest[4];

/**
 * The reverse zone of an address within a network. The prefix length is rounded up to a multiple of 8 (IPv4) or 4 (IPv6). IPv4
 * networks smaller than /24 have an RFC 2317 zone. IPv6 networks smaller than /124 have the /124 zone.
 */
export function reverseZoneFor(network: Prefix, ip: IpAddress): ReverseZone {
  if (isClassless(network)) return { name: classlessZoneName(network), prefix: network };
  const prefix = Prefix.containing(ip, zoneLength(network));
  return { name: nameOf(prefix), prefix };
}

/** Ascending; at most 256. */
export function* reverseZonesOf(network: Prefix): Generator<ReverseZone> {
  const length = zoneLength(network);
  if (isClassless(network) || length <= network.length) yield reverseZoneFor(network, network.network);
  else for (const subnet of network.split(length)) yield { name: nameOf(subnet), prefix: subnet };
}

/** The zone of the enclosing /24, only for private networks. For public networks, the provider has this zone. */
export function privateParentOf(network: Prefix): ReverseZone | undefined {
  if (!isClassless(network) || !privateNetworks.some((known) => known.contains(network))) return undefined;
  const prefix = Prefix.containing(network.network, longest[4]);
  return { name: nameOf(prefix), prefix };
}

/** The name of an address within an RFC 2317 zone. */
export const classlessName = (network: Prefix, ip: IpAddress): string => `${octets(ip).at(-1)}.${classlessZoneName(network)}`;

/** The network of an RFC 2317 zone; undefined for names in any other notation. */
export function classlessNetwork(zone: string): Prefix | undefined {
  const [, d, length, c, b, a] = /^(\d{1,3})\/(\d{2})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.in-addr\.arpa$/.exec(zone) ?? [];
  const network = d === undefined ? undefined : Prefix.read(`${a}.${b}.${c}.${d}/${length}`);
  return network && isClassless(network) ? network : undefined;
}

/** A stable record id from 1 to 2^31 - 1: the lower 31 bits of FNV-1a over the name. Collisions are rare. */
export function reverseRecordId(ip: IpAddress): number {
  let hash = 0x811c9dc5;
  for (const character of reverseName(ip)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash & 0x7fffffff || 1;
}

const classlessZoneName = ({ network, length }: Prefix): string => {
  const [a, b, c, d] = octets(network);
  return `${d}/${length}.${c}.${b}.${a}.in-addr.arpa`;
};

/** Every zone has at least one octet or nibble. */
const zoneLength = ({ family, length }: Prefix): number =>
  Math.min(longest[family], Math.max(step[family], Math.ceil(length / step[family]) * step[family]));

const nameOf = (prefix: Prefix): string =>
  prefix.family === 6
    ? reverseZoneOfIpv6(prefix).name
    : `${octets(prefix.network)
        .slice(0, prefix.length / 8)
        .reverse()
        .join('.')}.in-addr.arpa`;

const octets = (ip: IpAddress): number[] => [24n, 16n, 8n, 0n].map((shift) => Number((ip.value >> shift) & 255n));

/** The address of a reverse name, also in an RFC 2317 zone; undefined for other names. */
export function addressOfReverseName(name: string): IpAddress | undefined {
  const classless = /^(\d{1,3})\.(.+)$/.exec(name);
  const network = classless?.[2] === undefined ? undefined : classlessNetwork(classless[2]);
  const ip = network ? IpAddress.read(`${octets(network.network).slice(0, 3).join('.')}.${classless?.[1]}`) : plainAddress(name);
  return ip && (network ? network.containsAddress(ip) : reverseName(ip) === name) ? ip : undefined;
}

function plainAddress(name: string): IpAddress | undefined {
  const labels = name.split('.').reverse();
  if (labels[0] !== 'arpa') return undefined;
  if (labels[1] === 'in-addr') return IpAddress.read(labels.slice(2).join('.'));
  const digits = labels.slice(2).join('');
  return labels[1] === 'ip6' && /^[0-9a-f]{32}$/.test(digits) ? IpAddress.read(digits.replace(/.{4}(?!$)/g, '$&:')) : undefined;
}
