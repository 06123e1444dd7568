import type { Address } from '../address/address.js';
import type { IpAddress } from '../net/ip-address.js';
import type { Prefix } from '../net/prefix.js';
import type { Network } from '../subnet/subnet.js';
import { readHostName } from './host-name.js';
import type { RecordSet } from './record-set.js';
import { classlessName, isClassless, reverseName, reverseZoneFor } from './reverse-zones.js';
import type { ZoneIndex } from './zone-index.js';

/** Most records of one set: a name that more addresses have shows the lowest ones. */
export const maxRecords = 100;

/** A record set, and the zone that it is to be in. */
export interface ZonedSet {
  readonly zone: string;
  readonly set: RecordSet;
}

/** The policy by which records are placed. */
export interface PlacingRules {
  readonly ttl: number;
  readonly forwardZones: readonly string[];
}

/** Whether settings allow records of host names in a zone. */
export const allowsForward = ({ forwardZones }: Pick<PlacingRules, 'forwardZones'>, zone: string): boolean =>
  forwardZones.length === 0 || forwardZones.includes(zone);

/**
 * The records of a host name: the addresses that have it, whatever their subnets, in the zone with the longest name that holds
 * it; none where settings do not allow that zone, or nothing can be written to it.
 * @param ips addresses with this host name
 */
export function expectedForward(name: string, ips: readonly IpAddress[], zones: ZoneIndex, rules: PlacingRules): ZonedSet[] {
  const [zone] = zones.around(name);
  if (!zone?.isWritable || !allowsForward(rules, zone.name)) return [];
  return ([4, 6] as const).flatMap((family) => {
    const contents = [...new Set(ips.filter((ip) => ip.family === family).map(String))].slice(0, maxRecords);
    const type = family === 4 ? 'A' : 'AAAA';
    return contents.length === 0 ? [] : [{ zone: zone.name, set: { name, type, ttl: rules.ttl, contents } as const }];
  });
}

/** One of the addresses in the register that are the same address, and its subnet. */
export interface Holder {
  readonly address: Pick<Address, 'hostname' | 'PTRignore'>;
  readonly subnet: Pick<Network, 'prefix' | 'DNSrecursive'>;
}

/** The name that an address wants to be found under by its number. @returns undefined when it wants none */
export const expectedReverseName = ({ address, subnet }: Holder): string | undefined =>
  subnet.DNSrecursive && !address.PTRignore ? readHostName(address.hostname) : undefined;

/** The network whose zone holds the name of an address that several subnets have: the largest one that wants it. */
export function reverseNetwork(holders: readonly Holder[]): Prefix | undefined {
  const wanting = holders.filter((holder) => expectedReverseName(holder) !== undefined).map(({ subnet }) => subnet.prefix);
  return wanting.reduce<Prefix | undefined>((best, prefix) => (best && best.length <= prefix.length ? best : prefix), undefined);
}

/**
 * The records that say what an address is called: the names that its holders want. In a network with a zone of RFC 2317 they
 * are there, and the zone around refers to them; else they are in the zone with the longest name that holds theirs. None where
 * there is no such zone, or nothing can be written to it.
 */
export function expectedReverse(ip: IpAddress, holders: readonly Holder[], zones: ZoneIndex, ttl: number): ZonedSet[] {
  const network = reverseNetwork(holders);
  const contents = [...new Set(holders.flatMap((holder) => expectedReverseName(holder) ?? []))].slice(0, maxRecords);
  if (!network || contents.length === 0) return [];
  const name = reverseName(ip);
  const [around] = zones.around(name);
  const classless = isClassless(network) ? zones.get(reverseZoneFor(network, ip).name) : undefined;
  if (!classless?.isWritable) return around?.isWritable ? [{ zone: around.name, set: { name, type: 'PTR', ttl, contents } }] : [];
  const target = classlessName(network, ip);
  const pointers: ZonedSet = { zone: classless.name, set: { name: target, type: 'PTR', ttl, contents } };
  if (!around?.isWritable) return [pointers];
  return [pointers, { zone: around.name, set: { name, type: 'CNAME', ttl, contents: [target] } }];
}
